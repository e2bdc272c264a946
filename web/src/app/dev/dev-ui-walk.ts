import type { Bar } from '#charts/price/bars.ts'

/** A seeded generator (mulberry32): the same numbers on every visit. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Generated candles; the last one opens at `end`. */
export function walk(count: number, seed: number, interval: number, end: number, start = 1.0865): Bar[] {
  const chance = seeded(seed)
  const step = () => (chance() + chance() + chance() - 1.5) * 0.0006
  let price = start
  return Array.from({ length: count }, (_, index) => {
    const open = price
    const close = open + step()
    price = close
    const reach = () => chance() * 0.0004
    const digits = (value: number) => Number(value.toFixed(5))
    return {
      time: end - (count - 1 - index) * interval,
      open: digits(open),
      high: digits(Math.max(open, close) + reach()),
      low: digits(Math.min(open, close) - reach()),
      close: digits(close),
    }
  })
}
