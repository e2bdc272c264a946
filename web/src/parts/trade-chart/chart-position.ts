import type { Decimal } from 'decimal.js'
import type { Position } from '#charts/price/position-box.ts'
import { type Course, isOpen, type Signal, targetR } from '#lib/signals/signal.ts'

type Words = {
  stop: string
  published: string
  r: (value: Decimal | string) => string
  percent: (share: string) => string
}

/** The same as published: the sealed stop, and nothing that came later. */
export const publishedPosition = (
  { exit: _exit, ...position }: Position,
  { levels }: Course,
  digits: number,
): Position => ({
  ...position,
  stop: {
    ...position.stop,
    price: Number(levels.stop_loss),
    tag: Number(levels.stop_loss).toFixed(digits),
  },
  fill: null,
  over: false,
})

const ENDS: readonly string[] = ['stopped', 'closed', 'expired']

/** A signal as the chart draws it. */
export function chartPosition(
  signal: Signal,
  { levels, trade }: Course,
  digits: number,
  words: Words,
): Position {
  const seconds = (at: string) => Date.parse(at) / 1000
  const entered = signal.signal_events?.find(({ kind }) => kind === 'entered')
  const left = signal.signal_events?.findLast(({ kind, price }) => ENDS.includes(kind) && price !== null)
  const edge = levels.direction === 'buy' ? levels.entry_high : levels.entry_low
  const text = (price: string) => Number(price).toFixed(digits)
  return {
    publishedAt: seconds(signal.published_at),
    endsAt: isOpen(signal)
      ? seconds(signal.expires_at)
      : seconds(signal.signal_states.closed_at ?? signal.expires_at),
    over: !isOpen(signal),
    entryLow: Number(levels.entry_low),
    entryHigh: Number(levels.entry_high),
    entryTag: text(edge),
    stop: {
      price: trade.stop.toNumber(),
      label: `${words.stop} · ${words.r('-1')}`,
      tag: trade.stop.toFixed(digits),
    },
    targets: levels.targets.map(({ price, share }, index) => ({
      price: Number(price),
      label: `TP ${index + 1} · ${words.percent(share)} · ${words.r(targetR(levels, price))}`,
      tag: text(price),
    })),
    publishedLabel: words.published,
    ...(left?.price ? { exit: { at: seconds(left.at), price: Number(left.price) } } : {}),
    fill: entered?.price ? { at: seconds(entered.at), price: Number(entered.price) } : null,
  }
}
