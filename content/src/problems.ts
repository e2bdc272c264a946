import { LANGUAGES, type Language } from 'mails/languages'
import { decimal } from 'trading/decimal'
import { computeFigure } from 'trading/learning/figures/figures'
import type { ContentDocument, ContentEntry, Problem } from './files.ts'
import { argumentsOf, faultWords, type NumberFault, numberFaults, numbersIn, quotations } from './numbers.ts'

export const COUNTED = ['article', 'deck', 'why', 'mistakes']

type Fault = { problem: string; text?: { language: Language; name: string; line: number } }
/** `text`: where in the entry's texts; `file` is the entry, as kind/slug. */
export type StatementProblem = Problem & Fault

/** Numbers in the entries' texts that are neither computed, given nor sourced; differences between the languages; names of notions and lessons that do not exist. */
export function statementProblems(
  entries: readonly (Pick<ContentEntry, 'slug' | 'parent' | 'document'> & { kind: string })[],
): StatementProblem[] {
  const notions = new Set(entries.filter(({ kind }) => kind === 'notion').map(({ slug }) => slug))
  const lessons = new Set(
    entries.filter(({ kind }) => kind === 'lesson').map(({ parent, slug }) => `${parent}/${slug}`),
  )
  return entries.flatMap((entry) => {
    const { fields, texts } = entry.document
    const problems: Fault[] = []
    const say = (problem: string) => problems.push({ problem })
    const named = [
      ...((fields.notions as string[] | undefined) ?? []),
      ...(fields.notion ? [fields.notion as string] : []),
    ]
    for (const notion of named)
      if (!notions.has(notion)) say(`names the notion ${notion}, which does not exist`)
    if (fields.lesson && !lessons.has(fields.lesson as string))
      say(`names the lesson ${fields.lesson}, which does not exist`)
    for (const language of LANGUAGES) problems.push(...textProblems(entry.document, language))
    const french = texts.fr ?? {}
    for (const [language, words] of Object.entries(texts)) {
      for (const part of COUNTED) {
        const own = quotations(words?.[part] ?? '').join(' ')
        if (own !== quotations(french[part] ?? '').join(' '))
          say(`${language} ${part} quotes other figures than fr`)
      }
      const slides = (text = '') => text.split(/^---$/m).length
      if (slides(words?.deck) !== slides(french.deck))
        say(`${language} deck has ${slides(words?.deck)} slides, fr ${slides(french.deck)}`)
    }
    return problems.map((fault) => ({ file: `${entry.kind}/${entry.slug}`, ...fault }))
  })
}

function textProblems({ fields, texts }: ContentDocument, language: Language): Fault[] {
  if (!texts[language]) return [{ problem: `${language} is missing` }]
  return documentFaults({ fields, texts }, language).map(({ name, fault }) => ({
    problem: `${language} ${name}: ${faultWords(fault)}`,
    text: { language, name, line: fault.line },
  }))
}

/** The faulty numbers of a document's texts in a language. */
export function documentFaults(
  { fields, texts }: ContentDocument,
  language: Language,
): { name: string; fault: NumberFault }[] {
  const words = texts[language] ?? {}
  // A reader of the explanation knows the question, its choices, its answer and its source.
  const asked = [fields.right, ...((fields.wrong as string[] | null | undefined) ?? [])].flatMap(
    (value) => decimal(String(value)) ?? [],
  )
  const computed =
    typeof fields.computed === 'string' ? Object.values(computeFigure(fields.computed)?.given ?? {}) : []
  const said = [words.title, words.choices].flatMap((text) =>
    fields.form ? numbersIn(text ?? '', language) : [],
  )
  const known = [...asked, ...said, ...computed, ...COUNTED.flatMap((part) => argumentsOf(words[part] ?? ''))]
  // Of an indicator, the page of the authority that publishes it.
  const sourced = (fields.source ?? fields.authority_url ?? null) !== null
  return COUNTED.flatMap((name) =>
    words[name] && !(sourced && (name === 'why' || name === 'mistakes'))
      ? numberFaults(words[name], language, known).map((fault) => ({ name, fault }))
      : [],
  )
}
