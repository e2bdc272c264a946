// Charts that are drawn to explain, not taken from a market: candles along a path, the same for the same words.

export type DrawnCandle = { open: number; high: number; low: number; close: number }
/** path: the prices that the closes run through, evenly spaced. bars: how many candles, at least two. noise: the largest step off the path, in price. seed: a whole number. */
export type DrawnPath = { path: readonly number[]; bars: number; noise: number; seed: number }

/** The candles of a drawn chart. Each opens where the one before closed; the first and the last close lie on the path. */
export function drawnCandles({ path, bars, noise, seed }: DrawnPath): DrawnCandle[] {
  const random = seeded(seed)
  const digits = Math.max(...path.map(decimals), decimals(noise))
  const round = (price: number) => Number(price.toFixed(digits))
  const around = (size: number) => (random() * 2 - 1) * size
  const onPath = (bar: number) => {
    const place = (bar / Math.max(1, bars - 1)) * (path.length - 1)
    const from = Math.min(Math.floor(place), path.length - 2)
    const start = path[from] as number
    return start + ((path[from + 1] as number) - start) * (place - from)
  }
  const candles: DrawnCandle[] = []
  let open = round((path[0] as number) + around(noise))
  for (let bar = 0; bar < bars; bar++) {
    const fixed = bar === 0 || bar === bars - 1
    const close = round(onPath(bar) + (fixed ? 0 : around(noise)))
    const high = round(Math.max(open, close) + random() * noise)
    const low = round(Math.min(open, close) - random() * noise)
    candles.push({ open, high, low, close })
    open = close
  }
  return candles
}

const decimals = (value: number): number => (String(value).split('.')[1] ?? '').length

/** Mulberry32: 32 bits of state are enough for a drawing, and every machine draws the same one. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
