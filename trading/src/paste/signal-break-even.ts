// Reads "break-even after TP1" in a pasted signal: the only stop rule that channels write as a phrase. It is removed before the
// levels are read, because its "TP1" and "stop" name no price.
import { folded } from './signal-words.ts'

export type BreakEven = { after: number; start: number; end: number }

const MOVE = String.raw`(?:(?:on |we )?(?:move|put|set|bring|passe[rz]?|mette[rz]?|remonte[rz]?|mover|mueve|mueva|poner|spostare|sposta|portare|porta)\s+(?:the |your |le |el |lo |il )?)?`
const STOP = `(?:s/?l|stop(?:[ -]?loss)?)`
const ENTRY = `(?:b/?e|break[ -]?even|(?:l'|la |the |el |il |le |point d')?(?:entry|entree|entrada|ingresso|entrata)|pareggio|pari)`
const LINK = String.raw`\s*(?:to|at|a|au|en|in|al|all'|sur|su|->|=)?\s*`
const TARGET = String.raw`(?:l'|la |le |el |il |the )?(?:(first|premier|primer|primo)\s+)?(?:tp|target|objectif|objetivo|obiettivo)\s*([1-4])?`
const AFTER = String.raw`\s*[:,-]?\s*(?:after|at|once|when|apres|a|au|des|quand|tras|despues de|al|dopo|quando|cuando)\s+`
const DONE = String.raw`(?:\s+(?:is |est |sea |ha |viene )?(?:hit|reached|touche|atteint|alcanzado|tocado|raggiunto|toccato)\b)?`

const PHRASES: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\d])${MOVE}(?:${STOP}${LINK})?${ENTRY}${AFTER}${TARGET}${DONE}`, 'u'),
  new RegExp(
    `(?<![\\p{L}\\d])(?:once|when|after|une fois|quand|des que|cuando|una vez|quando|una volta)\\s+${TARGET}${DONE}\\s*,?\\s*${MOVE}(?:${STOP}${LINK})?${ENTRY}(?![\\p{L}\\d])`,
    'u',
  ),
]

/** The phrase and how many targets it waits for; null if the text has none, or names no target. */
export function readBreakEven(text: string): BreakEven | null {
  const plain = Array.from(text, (letter) => {
    const one = folded(letter).replace(/[’‘]/g, "'")
    return one.length === letter.length ? one : letter
  }).join('')
  for (const phrase of PHRASES) {
    const match = phrase.exec(plain)
    const after = match && (match[2] ? Number(match[2]) : match[1] ? 1 : null)
    if (match && after) return { after, start: match.index, end: match.index + match[0].length }
  }
  return null
}
