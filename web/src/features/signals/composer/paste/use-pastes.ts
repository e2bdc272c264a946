import { useCallback, useEffect, useRef, useState } from 'react'
import type { ParsedSignal } from 'trading/paste/signal-text'
import { type Draft, draftOfParsed, EMPTY_DRAFT } from '../draft.ts'

type Pasted = { text: string; parsed: ParsedSignal | null; at: number | null }
type Step = { pasted: Pasted; draft: Draft; byKeys: boolean; made: Draft }

const NOTHING: Pasted = { text: '', parsed: null, at: null }

/**
 * The text of the paste field and what each paste replaced: always the whole form, so that nothing of another signal stays
 * and undoing restores all of it. Keys typed in a row are one step, a paste is one of its own.
 */
export function usePastes(
  draft: Draft,
  change: (next: () => Draft) => void,
  /** Absent until the instruments are loaded: prices are read by the instrument's digits. */
  read: ((text: string) => ParsedSignal) | null,
  /** Adds what the text does not give: a profile's fields. */
  complete: (made: Draft, parsed: ParsedSignal) => Draft,
) {
  const [pasted, show] = useState(NOTHING)
  const [steps, setSteps] = useState<readonly Step[]>([])

  const replace = (next: Pasted, made: Draft, byKeys: boolean) => {
    setSteps((known) => {
      const last = known.at(-1)
      const goesOn = byKeys && last?.byKeys && last.made === draft
      return goesOn ? [...known.slice(0, -1), { ...last, made }] : [...known, { pasted, draft, byKeys, made }]
    })
    show(next)
    change(() => made)
  }

  /** Reads a text and replaces the form; an emptied field leaves the form as it is. */
  const take = (text: string, byKeys = false) => {
    if (text.trim() === '') return replace({ text, parsed: null, at: null }, draft, byKeys)
    // Typing continues the time of the text that it changes.
    const at = byKeys && pasted.at !== null ? pasted.at : Date.now()
    if (!read) return show({ text, parsed: null, at })
    const parsed = read(text)
    replace({ text, parsed, at }, complete(draftOfParsed(parsed), parsed), byKeys)
  }
  // A text pasted before the instruments loaded is read once they have.
  const isWaiting = read !== null && pasted.parsed === null && pasted.text.trim() !== ''
  const takeWaiting = useRef(() => {})
  useEffect(() => {
    takeWaiting.current = () => take(pasted.text)
  })
  useEffect(() => {
    if (isWaiting) takeWaiting.current()
  }, [isWaiting])
  const clear = () => replace(NOTHING, EMPTY_DRAFT, false)
  const undo = () => {
    const last = steps.at(-1)
    if (!last) return
    setSteps(steps.slice(0, -1))
    show(last.pasted)
    change(() => last.draft)
  }
  /** Another draft was opened: the pastes belong to the previous one. */
  const forget = useCallback(() => {
    setSteps([])
    show(NOTHING)
  }, [])

  return { ...pasted, take, clear, undo, forget, canUndo: steps.length > 0 }
}
