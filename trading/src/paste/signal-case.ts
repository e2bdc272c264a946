// Reads the analysis in a pasted signal: facts, opinion, invalidation, method. Prices in sentences are not levels, so these
// parts are removed before the levels are read.
import type { TEXTS } from '../signal.ts'
import { conceptOf, folded } from './signal-words.ts'

export type CaseText = (typeof TEXTS)[number]
export type ReadCase = {
  texts: Partial<Record<CaseText, string>>
  /** The text with the parts read replaced by spaces; all other characters keep their position. */
  rest: string
}

/** How a paragraph begins, in French, English, Spanish and Italian, without accents. Longer names first. */
const LABELS: Record<CaseText, string> = {
  facts: 'faits|constats?|contexte|facts|context|background|hechos|contexto|fatti|contesto',
  counter_thesis: 'contre[- ]?these|counter[- ]?thesis|counter[- ]?case|contra[- ]?tesis|contro[- ]?tesi',
  counter_condition:
    'invalidation|invalide si|invalidated if|invalid if|elle aura raison si|it is right if|invalidacion|invalida si|tendra razon si|invalidazione|invalidato se|avra ragione se',
  opinion:
    'analyse|opinion|avis|these|scenario|analysis|view|thesis|analisis|tesis|vision|escenario|analisi|opinione|tesi',
  method: 'methode|method|metodo',
  conflicts:
    'conflits?(?: d ?.? ?interets?)?|conflicts?(?: of interest)?|disclosure|conflictos?(?: de interes(?:es)?)?|conflitt[oi](?: d[i ] ?interess[ei])?',
}
const LABEL = Object.entries(LABELS).map(
  ([field, names]) =>
    [field as CaseText, new RegExp(`^[^\\p{L}\\p{N}]*(?:${names})\\s*[:：]\\s*`, 'u')] as const,
)
/** A line with fewer words may be a greeting, or a level in words. */
const LEAST_WORDS = 4
/** "Invalidation: sous 1.0820" is a stop, not an analysis. */
const LEAST_OF_CONDITION = 3

/** Without accents and capitals, keeping each character's position. */
const plainLetters = (line: string): string =>
  Array.from(line, (letter) => {
    const plain = folded(letter).replace(/[’‘]/g, "'")
    return plain.length === letter.length ? plain : letter
  }).join('')

const wordsOf = (line: string): string[] => line.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? []

/** Whether a line is a sentence rather than levels: enough words, and not starting like a level. */
function isSentence(line: string): boolean {
  const words = wordsOf(line)
  const concept = conceptOf(folded(words[0] ?? ''))
  const begins = concept === undefined || concept === 'filler' || concept === 'join' || concept === 'at'
  return words.length >= LEAST_WORDS && begins && !/\b(sl|tp\d?|stop ?loss|take ?profit)\b/i.test(line)
}

/** The original text with repeated spaces removed. */
const written = (line: string): string => line.trim().replace(/[^\S\n]{2,}/g, ' ')

/**
 * The analysis in a pasted text: whatever follows a label, or the lines below one, until an empty line, another label or a
 * level. "Invalidation" with only a price remains a stop.
 */
export function readCase(source: string): ReadCase {
  const texts: ReadCase['texts'] = {}
  let open: CaseText | null = null
  const rest = source.split('\n').map((line) => {
    const plain = plainLetters(line)
    const label = LABEL.find(([, pattern]) => pattern.test(plain))
    if (label) {
      const [field, pattern] = label
      const said = written(line.slice(pattern.exec(plain)?.[0].length))
      open = said === '' ? field : null
      if (field === 'counter_condition' && said !== '' && wordsOf(said).length < LEAST_OF_CONDITION)
        return line
      if (said !== '') add(texts, field, said)
      return ' '.repeat(line.length)
    }
    if (open === null || !isSentence(line)) {
      open = null
      return line
    }
    add(texts, open, written(line))
    return ' '.repeat(line.length)
  })
  return { texts, rest: rest.join('\n') }
}

function add(texts: ReadCase['texts'], field: CaseText, said: string): void {
  const known = texts[field]
  texts[field] = known === undefined ? said : `${known}\n${said}`
}

/**
 * The unlabelled sentences, for a text without labelled facts: observations usually have no label. `isRead` tells whether a
 * position was read as a level.
 */
export function leftoverLines(
  source: string,
  isRead: (start: number, end: number) => boolean,
): { text: string; spans: { start: number; end: number }[] } {
  const spans: { start: number; end: number }[] = []
  const kept: string[] = []
  let start = 0
  for (const line of source.split('\n')) {
    const end = start + line.length
    if (isSentence(line) && !isRead(start, end)) {
      spans.push({ start, end })
      kept.push(written(line))
    }
    start = end + 1
  }
  return { text: kept.join('\n'), spans }
}
