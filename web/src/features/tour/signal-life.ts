// Owns the story of one ended signal, read only from its rows of the public ledger: the publication, the events, their times
// and prices. Incomplete rows give no story.
import type { LedgerRow } from 'trading/proof/ledger'
import { type Fields, type LedgerLevels, levelsOf, record, records, text } from '#lib/record/ledger-levels.ts'

export type LifeStep = {
  kind: 'published' | 'entered' | 'target_reached' | 'stop_moved' | 'stopped' | 'closed' | 'note' | 'revealed'
  at: string
  price: string | null
  /** The target's number, from 1, on steps that reached one. */
  target: number | null
  /** The percentage of the position that was closed. */
  share: string | null
  note: string | null
}

export type SignalLife = {
  signalId: string
  /** Levels were sealed until the end, which opened them. */
  sealed: boolean
  commitment: string
  levels: LedgerLevels
  steps: LifeStep[]
  resultR: string | null
}

const ENDINGS = ['stopped', 'closed']
const TOLD = ['entered', 'target_reached', 'stop_moved', 'note', ...ENDINGS]

/** The story in the rows of one signal, in sequence; null if it is not complete from publication to end. */
export function signalLife(rows: readonly LedgerRow[]): SignalLife | null {
  const first = rows.find(({ entry }) => entry.kind === 'published')
  const last = rows.findLast(({ entry }) => ENDINGS.includes(entry.kind))
  if (!first || !last || first.entry.signal === null) return null
  const ending = last.entry.data
  const levels = levelsOf(ending.levels) ?? levelsOf(first.entry.data.levels)
  const commitment = text(first.entry.data.commitment)
  if (!levels || !commitment) return null
  const sealed = ending.levels !== undefined
  const between = sealed
    ? records(ending.events).map((event) => step(text(event.kind), event))
    : rows.filter((row) => row !== first && row !== last).map(({ entry }) => step(entry.kind, entry.data))
  const steps = [step('published', { at: first.entry.at }), ...between, step(last.entry.kind, ending)]
  // After the last target the engine closes the signal with an event of its own at the same price: one step.
  if (steps.at(-2)?.kind === 'target_reached' && text(ending.reason) === 'targets') steps.pop()
  if (sealed) steps.push(step('revealed', { at: last.entry.at }))
  return {
    signalId: first.entry.signal,
    sealed,
    commitment,
    levels,
    steps: steps.filter((known) => known !== null),
    resultR: text(ending.result_r),
  }
}

function step(kind: string | null, told: Fields): LifeStep | null {
  const at = text(told.at)
  if (!kind || !at || ![...TOLD, 'published', 'revealed'].includes(kind)) return null
  const data = record(told.data) ?? {}
  return {
    kind: kind as LifeStep['kind'],
    at,
    price: text(told.price),
    target: typeof data.target === 'number' ? data.target : null,
    share: text(data.share),
    note: text(data.text),
  }
}
