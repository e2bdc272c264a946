// A task on a drawn chart: place a level in a zone. It is judged here, for practice; graded exercises are judged on the server.
import { type CandleDrawing, digitsOf, readDrawing, type Words } from './drawing.ts'

export const ASKS = ['stop', 'entry', 'level'] as const
export type ChartTask = {
  asks: (typeof ASKS)[number]
  drawing: CandleDrawing
  zone: { low: number; high: number }
  digits: number
}

/** A task from the words of its directive, or null if it cannot be drawn or has no zone. */
export function readTask(asks: string, words: Words): ChartTask | null {
  const known = ASKS.find((one) => one === asks)
  const [low = '', high = ''] = String(words.zone ?? '').split(':')
  const zone = readDrawing('candles', { path: `${low},${high}`, bars: '2' })
  const drawing = readDrawing('candles', words)
  if (!known || drawing?.kind !== 'candles' || zone?.kind !== 'candles') return null
  const [from, to] = zone.path as [number, number]
  if (from >= to) return null
  const { path, entry, levels, noise } = drawing
  const prices = [...path, from, to, noise, ...(entry === null ? [] : [entry]), ...levels.map(({ at }) => at)]
  return { asks: known, drawing, zone: { low: from, high: to }, digits: digitsOf(prices) }
}

export type Judgement = 'right' | 'too-high' | 'too-low'

/** Both ends of the zone are right. */
export function judge(price: number, { low, high }: ChartTask['zone']): Judgement {
  if (price > high) return 'too-high'
  return price < low ? 'too-low' : 'right'
}
