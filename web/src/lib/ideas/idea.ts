// A member's idea as the API returns it, and as the parts that draw signals read it: both have the same levels and the same course.
import type { Direction, Levels } from 'trading/levels'
import type { RecordedEvent } from 'trading/trade'
import type { Member } from '#lib/community/members.ts'
import type { Signal, SignalEvent, SignalState } from '#lib/signals/signal.ts'

export type IdeaTerms = {
  levels: Levels & { symbol: string; timeframe: string; expires_at: string }
  probability: string
  reference_price: string
  reference_source: string
  reference_at: string
  reference_bid: string
  reference_ask: string
}

export type IdeaTexts = { facts: string; opinion: string; counter_thesis: string }

export type IdeaEvent = {
  sequence: number
  kind: Exclude<SignalEvent['kind'], 'published' | 'stop_moved' | 'graded'>
  at: string
  price: string | null
  r: string | null
  data: RecordedEvent['data']
  note?: { text: string } | null
}

export type IdeaState = {
  state: Exclude<SignalState, 'open'>
  closed_at: string | null
  realised_r: string | null
  close_reason: string | null
}

/** An idea in a list: without words. Terms, state and events are null or empty where it is sealed for the reader. */
export type IdeaBrief = {
  id: string
  number: number
  author: string
  thread: string
  published_at: string
  sealed: boolean
  opens_at: string | null
  commitment: string
  demonstration: boolean
  terms: { symbol: string; terms: IdeaTerms; nonce: string } | null
  state: IdeaState | null
  events: IdeaEvent[]
  /** Null while it is under escrow. */
  opening: { opened_at: string } | null
}

/** An idea in its thread. */
export type Idea = IdeaBrief & {
  texts_commitment: string
  texts: (IdeaTexts & { nonce: string }) | null
  member: Member
}

export type OpenedIdea<T extends IdeaBrief = IdeaBrief> = T & {
  terms: NonNullable<T['terms']>
  state: NonNullable<T['state']>
}

/** Whether the reader may read it. */
export const isOpened = <T extends IdeaBrief>(idea: T): idea is OpenedIdea<T> =>
  idea.terms !== null && idea.state !== null

export const hasEnded = ({ state }: Pick<OpenedIdea, 'state'>): boolean => state.closed_at !== null

export const directionOf = ({ terms }: Pick<OpenedIdea, 'terms'>): Direction => terms.terms.levels.direction

const signals = new WeakMap<OpenedIdea, Signal>()

/** The idea as a signal, so that courses, standings and charts are those of signals. The same object for the same idea. */
export function asSignal(idea: OpenedIdea): Signal {
  const known = signals.get(idea)
  if (known) return known
  const { levels, ...reference } = idea.terms.terms
  const signal: Signal = {
    id: idea.id,
    number: idea.number,
    symbol: levels.symbol,
    timeframe: levels.timeframe,
    style: '',
    tier: 'freemium',
    author_id: idea.author,
    author_name: '',
    published_at: idea.published_at,
    expires_at: levels.expires_at,
    commitment: idea.commitment,
    demonstration: idea.demonstration,
    signal_states: idea.state,
    signal_levels: {
      ...NO_WORDS,
      direction: levels.direction,
      order_type: levels.order_type,
      entry_low: levels.entry_low,
      entry_high: levels.entry_high,
      stop_loss: levels.stop_loss,
      risk_percent: '',
      reference_price: reference.reference_price,
      reference_source: reference.reference_source,
      reference_at: reference.reference_at,
      break_even_after: null,
      trailing_distance: null,
      trailing_after: null,
      position_held: null,
      affiliate_link: null,
    },
    signal_targets: levels.targets.map((target, index) => ({ ...target, position: index + 1 })),
    signal_events: idea.events.map((event) => ({ ...event, source: 'engine', author_name: null })),
  }
  signals.set(idea, signal)
  return signal
}

const NO_WORDS = {
  facts: '',
  opinion: '',
  counter_thesis: '',
  counter_condition: '',
  method: '',
  conflicts: '',
}

/** The prices of the fill and of the last exit; null before. */
export function fillsOf({ events }: Pick<OpenedIdea, 'events'>) {
  const entered = events.find(({ kind, price }) => kind === 'entered' && price !== null)
  const exits = events.filter(({ kind, price }) => kind !== 'entered' && price !== null)
  return { entered: entered ?? null, exit: exits.at(-1) ?? null }
}
