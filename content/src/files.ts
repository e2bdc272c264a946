import { LANGUAGES, type Language } from 'mails/languages'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'

/** A folder as the studio receives it and as the product ships it: the text of each file by its path. */
export type Folder = ReadonlyMap<string, string>
/** What staff write (decision 040): fields are the same in every language, texts are not. */
export type ContentDocument = {
  fields: Record<string, unknown>
  texts: Partial<Record<Language, Record<string, string>>>
}
export type ContentEntry = {
  kind: 'course' | 'lesson' | 'question' | 'notion' | 'indicator'
  slug: string
  parent: string | null
  position: number
  tier: 'freemium' | 'premium'
  document: ContentDocument
}
/** file: where it was read, and its line (from 1) where one is known; problem: what a writer mends. */
export type Problem = { file: string; line?: number; problem: string }

export const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{1,79}$/)
export const line = z.string().trim().min(1).max(600)
export const inLanguages = <Texts extends z.ZodType>(texts: Texts) =>
  z.object(
    Object.fromEntries(
      LANGUAGES.map((language) => [language, language === 'fr' ? texts : texts.optional()]),
    ) as Record<Language, Texts>,
  )
export const source = z.strictObject({
  title: line,
  url: z.url({ protocol: /^https$/ }),
  read_on: z.iso.date(),
})

/** Reads a YAML file against its shape. A file that is missing, broken or of another shape is a problem each, and null. */
export function readYaml<Shape extends z.ZodType>(
  folder: Folder,
  file: string,
  shape: Shape,
  problems: Problem[],
): z.output<Shape> | null {
  const text = folder.get(file)
  if (text === undefined) {
    problems.push({ file, problem: 'is missing' })
    return null
  }
  const lines = new LineCounter()
  // Dates stay text, and no tag of YAML makes an object of another class.
  const document = parseDocument(text, { schema: 'core', lineCounter: lines })
  const [error] = document.errors
  if (error) {
    const problem = error.message.split('\n')[0] ?? 'is no YAML'
    problems.push({ file, ...(error.linePos ? { line: error.linePos[0].line } : {}), problem })
    return null
  }
  const read = shape.safeParse(document.toJS())
  if (read.success) return read.data
  for (const { path, message } of read.error.issues)
    problems.push({ file, line: lineAt(document, path, lines), problem: `${path.join('.')}: ${message}` })
  return null
}

/** The line of a place in a YAML document; where it is missing, that of what it is missing from. */
function lineAt(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

/** A list as one text, an item a line; an empty item is an empty line, so that the places stay. */
export const lines = (items: readonly string[]): string =>
  items.map((item) => item.replace(/\s*\n\s*/g, ' ').trim()).join('\n')

/** The same thing done for each language that a shape gives. */
export function textsOf<Given>(
  given: Partial<Record<Language, Given>>,
  texts: (value: Given, language: Language) => Record<string, string>,
) {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const value = given[language]
      return value ? [[language, texts(value, language)]] : []
    }),
  ) as ContentDocument['texts']
}
