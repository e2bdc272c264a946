import { LANGUAGES, type Language } from 'mails/languages'
import { decimal } from 'trading/decimal'
import { computeFigure } from 'trading/learning/figures/figures'
import type { ContentEntry, Problem } from './files.ts'
import { argumentsOf, numberProblems, numbersIn, quotations } from './numbers.ts'

const COUNTED = ['article', 'deck', 'why', 'mistakes']

/** What the texts of the entries state that is neither computed, given nor sourced, what differs between the languages, and names that lead nowhere. */
export function statementProblems(entries: readonly ContentEntry[]): Problem[] {
  const notions = new Set(entries.filter(({ kind }) => kind === 'notion').map(({ slug }) => slug))
  const lessons = new Set(
    entries.filter(({ kind }) => kind === 'lesson').map(({ parent, slug }) => `${parent}/${slug}`),
  )
  return entries.flatMap((entry) => {
    const { fields, texts } = entry.document
    const problems: string[] = []
    const named = [
      ...((fields.notions as string[] | undefined) ?? []),
      ...(fields.notion ? [fields.notion as string] : []),
    ]
    for (const notion of named)
      if (!notions.has(notion)) problems.push(`names the notion ${notion}, which there is not`)
    if (fields.lesson && !lessons.has(fields.lesson as string))
      problems.push(`names the lesson ${fields.lesson}, which there is not`)
    for (const language of LANGUAGES) problems.push(...textProblems(entry, language))
    const french = texts.fr ?? {}
    for (const [language, words] of Object.entries(texts)) {
      for (const part of COUNTED) {
        const own = quotations(words?.[part] ?? '').join(' ')
        if (own !== quotations(french[part] ?? '').join(' '))
          problems.push(`${language} ${part} quotes other figures than fr`)
      }
      const slides = (text = '') => text.split(/^---$/m).length
      if (slides(words?.deck) !== slides(french.deck))
        problems.push(`${language} deck has ${slides(words?.deck)} slides, fr ${slides(french.deck)}`)
    }
    return problems.map((problem) => ({ file: `${entry.kind}/${entry.slug}`, problem }))
  })
}

function textProblems({ document: { fields, texts } }: ContentEntry, language: Language): string[] {
  const words = texts[language]
  if (!words) return [`${language} is missing`]
  // What the question and its choices say, its answer and where it was read are known to whoever reads the explanation.
  const asked = [fields.right, ...((fields.wrong as string[] | undefined) ?? [])].flatMap(
    (value) => decimal(String(value)) ?? [],
  )
  const computed =
    typeof fields.computed === 'string' ? Object.values(computeFigure(fields.computed)?.given ?? {}) : []
  const said = [words.title, words.choices].flatMap((text) =>
    fields.form ? numbersIn(text ?? '', language) : [],
  )
  const known = [...asked, ...said, ...computed, ...COUNTED.flatMap((part) => argumentsOf(words[part] ?? ''))]
  const sourced = fields.source !== undefined
  return COUNTED.flatMap((part) =>
    words[part] && !(sourced && (part === 'why' || part === 'mistakes'))
      ? numberProblems(words[part], language, known).map((problem) => `${language} ${part}: ${problem}`)
      : [],
  )
}
