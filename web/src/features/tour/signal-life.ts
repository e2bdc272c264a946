// Owns the story of one ended signal, read from nothing but its rows of the public ledger: what was published, what
// happened, when, at which price. Rows that do not tell a whole story tell none.
import type { Json, LedgerRow } from 'trading/ledger'

export type LifeLevels = {
  symbol: string
  timeframe: string
  direction: 'buy' | 'sell'
  entryLow: string
  entryHigh: string
  stopLoss: string
  targets: { price: string; share: string }[]
}

export type LifeStep = {
  kind: 'published' | 'entered' | 'target_reached' | 'stop_moved' | 'stopped' | 'closed' | 'note' | 'revealed'
  at: string
  price: string | null
  /** Which target, from 1, on steps that reached one. */
  target: number | null
  /** Percent of the position that left. */
  share: string | null
  note: string | null
}

export type SignalLife = {
  signalId: string
  /** Levels were sealed until the end, and opened by it. */
  sealed: boolean
  commitment: string
  levels: LifeLevels
  steps: LifeStep[]
  resultR: string | null
}

const ENDINGS = ['stopped', 'closed']
const TOLD = ['entered', 'target_reached', 'stop_moved', 'note', ...ENDINGS]

/** The story in the rows of one signal, in sequence; null when it is not there from publication to end. */
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
  // The engine closes a signal whose last target was reached with an event of its own, at the same price: one step.
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

type Fields = { readonly [key: string]: Json }

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

function levelsOf(value: Json | undefined): LifeLevels | null {
  const levels = record(value)
  const direction = text(levels?.direction)
  const targets = records(levels?.targets).map((target) => ({
    price: text(target.price),
    share: text(target.share),
  }))
  const [symbol, timeframe, entryLow, entryHigh, stopLoss] = [
    'symbol',
    'timeframe',
    'entry_low',
    'entry_high',
    'stop_loss',
  ].map((name) => text(levels?.[name]))
  if (!symbol || !timeframe || !entryLow || !entryHigh || !stopLoss || targets.length === 0) return null
  if (direction !== 'buy' && direction !== 'sell') return null
  if (
    !targets.every((target): target is { price: string; share: string } => !!target.price && !!target.share)
  ) {
    return null
  }
  return { symbol, timeframe, direction, entryLow, entryHigh, stopLoss, targets }
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function record(value: Json | undefined): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

function records(value: Json | undefined): Fields[] {
  return Array.isArray(value) ? (value as Json[]).map(record).filter((item) => item !== null) : []
}
