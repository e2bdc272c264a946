// What a message about an open signal may mean for it: the acts that its state allows, the likeliest first.
import { Decimal } from 'trading/decimal'
import { entryPrice, sign } from 'trading/levels'
import type { Instrument } from 'trading/market/instruments'
import type { SignalUpdate } from 'trading/paste/signal-update'
import { exitPrice, levelsOf, type Quote, type Signal, targetR } from '#lib/signals/signal.ts'
import { requestOf } from '../composer/requested.tsx'

export type FollowAct = 'close' | 'cancel' | 'move_stop' | 'note'
export type Choice = {
  act: FollowAct
  /** Why it is offered: `break_even` moves the stop to the entry. */
  key: 'close' | 'cancel' | 'move_stop' | 'break_even' | 'note'
  /** The new stop. */
  price?: string
}

/** The choices for a signal, the one that the message asks for first; a note is always possible. */
export function choicesFor(signal: Signal, update: SignalUpdate): Choice[] {
  const levels = levelsOf(signal)
  const active = signal.signal_states.state === 'active'
  const mayEnd = requestOf(signal) === undefined
  const end: Choice[] = !mayEnd
    ? []
    : active
      ? [{ act: 'close', key: 'close' }]
      : levels && levels.order_type !== 'market'
        ? [{ act: 'cancel', key: 'cancel' }]
        : []
  const entry = levels ? entryPrice(levels).toString() : undefined
  const stop: Choice[] = !active
    ? []
    : update.act === 'break_even' && entry
      ? [{ act: 'move_stop', key: 'break_even', price: entry }]
      : update.act === 'move_stop' && update.price
        ? [{ act: 'move_stop', key: 'move_stop', price: update.price }]
        : []
  const note: Choice = { act: 'note', key: 'note' }
  // A part cannot be closed: the whole is, or the members are told.
  const isRemark = update.act === 'note' || update.act === 'close_part'
  return isRemark
    ? [note, ...end]
    : [...stop, ...(stop.length > 0 ? [] : end), note, ...(stop.length > 0 ? end : [])]
}

/** What closing now would make of a signal, in R and in pips; null without its levels or a price. */
export function resultNow(
  signal: Signal,
  quote: Quote | undefined,
  instrument: Pick<Instrument, 'pipSize'> | undefined,
): { price: string; r: Decimal; pips: Decimal } | null {
  const levels = levelsOf(signal)
  if (!levels || !quote || !instrument) return null
  const price = exitPrice(levels, quote)
  const moved = new Decimal(price).minus(entryPrice(levels)).times(sign(levels.direction))
  return { price, r: targetR(levels, price), pips: moved.dividedBy(instrument.pipSize) }
}

/** The message as a note, without the gain that it announces. */
export const noteOf = (text: string, update: SignalUpdate): string =>
  (update.claimed ? text.slice(0, update.claimed.start) + text.slice(update.claimed.end) : text)
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim()
