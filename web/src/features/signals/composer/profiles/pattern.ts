// A profile's reasons may name values of the signal they are filled into: "I am wrong if a {timeframe} candle closes beyond
// {stop}".
import type { Draft } from '../draft.ts'

/** The names of each value in the four languages, without accents. */
const NAMES = {
  symbol: 'instrument|strumento|instrumento|symbol',
  timeframe: 'timeframe|unite|temporalidad|unita',
  entry_low: 'entry|entree|entrada|ingresso',
  stop_loss: 'stop',
  target: 'target|objectif|objetivo|obiettivo',
} as const

const namedValue = (draft: Draft, name: keyof typeof NAMES): string =>
  name === 'target' ? (draft.targets[0]?.price ?? '') : draft[name]

/** The pattern with the draft's values; empty if one of them is missing, because half a sentence must not be published. */
export function filledPattern(pattern: string, draft: Draft): string {
  let lacks = false
  const text = pattern.replace(/\{([^{}]{1,20})\}/g, (whole, word: string) => {
    const plain = word.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    const name = (Object.keys(NAMES) as (keyof typeof NAMES)[]).find((key) =>
      NAMES[key].split('|').includes(plain),
    )
    if (!name) return whole
    const value = namedValue(draft, name)
    if (value === '') lacks = true
    return value
  })
  return lacks ? '' : text
}
