import { Decimal } from 'decimal.js'
import { entryPrice, type Levels } from 'trading/levels'
import type { Position } from '#charts/price/position-box.ts'
import { targetR } from '#lib/signals/signal.ts'

type Words = {
  /** Names of the levels beside their R; a narrow chart has no room for them. */
  names: boolean
  stop: string
  now: string
  r: (value: Decimal | string) => string
}

/** A draft as the chart draws it: from the last bars on, for the length of its validity. */
export function draftPosition(levels: Levels, digits: number, minutes: number, words: Words): Position {
  const now = Date.now() / 1000
  // An incomplete draft may have its stop on the entry: it has no R yet.
  const measurable = !entryPrice(levels).equals(levels.stop_loss)
  return {
    publishedAt: now,
    endsAt: now + (Number.isFinite(minutes) ? minutes : 480) * 60,
    entryLow: Number(levels.entry_low),
    entryHigh: Number(levels.entry_high),
    entryTag: entryPrice(levels).toFixed(digits),
    stop: {
      price: Number(levels.stop_loss),
      label: words.names ? `${words.stop} · ${words.r('-1')}` : words.r('-1'),
      tag: new Decimal(levels.stop_loss).toFixed(digits),
    },
    targets: levels.targets.map(({ price }, index) => ({
      price: Number(price),
      // Kept short: a draft is drawn at the edge of the chart. The share is in its field.
      label: [
        words.names || !measurable ? `TP ${index + 1}` : '',
        measurable ? words.r(targetR(levels, price)) : '',
      ]
        .filter(Boolean)
        .join(' · '),
      tag: new Decimal(price).toFixed(digits),
    })),
    publishedLabel: words.now,
    fill: null,
  }
}
