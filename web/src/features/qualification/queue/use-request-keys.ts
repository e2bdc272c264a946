import type { RefObject } from 'react'
import { useKeys } from '#lib/browser/single-keys.ts'
import { isTaken, mayDecide } from '../may-decide.ts'
import type { Decision, QueuedRequest } from '../queries.ts'

type Act = {
  /** The chosen requests, or the one that the reader is at. */
  rows: readonly QueuedRequest[]
  me: string | null
  onStep: (by: 1 | -1) => void
  onDecide: (rows: readonly QueuedRequest[], decision: Decision) => void
  onTake: (rows: readonly QueuedRequest[]) => void
}

/** The keys that walk through requests and decide them: on the page, or within the dialog that `inside` is in. */
export function useRequestKeys(
  { rows, me, onStep, onDecide, onTake }: Act,
  inside?: RefObject<HTMLElement | null>,
): void {
  const decide = (decision: Decision) => () => {
    const possible = rows.filter((row) => mayDecide(row, decision))
    // A key pressed too fast must not decide what a colleague has taken: that needs the button.
    if (possible.length === 0 || possible.some((row) => isTaken(row, me))) return false
    onDecide(possible, decision)
  }
  useKeys(
    {
      j: () => onStep(1),
      k: () => onStep(-1),
      a: decide('approved'),
      r: decide('rejected'),
      i: decide('needs_information'),
      c: () => (rows.some((row) => mayDecide(row, 'rejected')) ? onTake(rows) : false),
    },
    inside,
  )
}
