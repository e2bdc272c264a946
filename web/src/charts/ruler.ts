/** The position on one line: the left end is always the stop, the right end always the last target, for buys and sells alike. */
export type RulerLevels = { entryLow: number; entryHigh: number; stop: number; targets: readonly number[] }
export type Ruler = {
  /** As shares of the width, 0 to 1. */
  zone: { from: number; to: number }
  targets: readonly number[]
  /** Clamped to the track. */
  needle: number | null
  /** Whether the price lies beyond an end. */
  outside: boolean
  /** From the order's price to the needle. */
  progress: { from: number; to: number; gains: boolean } | null
}

export function ruler({ entryLow, entryHigh, stop, targets }: RulerLevels, price: number | null): Ruler {
  const end = targets.at(-1) ?? entryHigh
  const share = (value: number) => (value - stop) / (end - stop)
  const within = (value: number) => Math.min(1, Math.max(0, value))
  const buys = end > stop
  const [near, far] = [share(buys ? entryLow : entryHigh), share(buys ? entryHigh : entryLow)]
  const at = price === null ? null : share(price)
  return {
    zone: { from: within(near), to: within(far) },
    targets: targets.map((target) => within(share(target))),
    needle: at === null ? null : within(at),
    outside: at !== null && (at < 0 || at > 1),
    progress:
      at === null
        ? null
        : {
            from: Math.min(within(at), within(far)),
            to: Math.max(within(at), within(far)),
            gains: at >= far,
          },
  }
}

/** Between two names, as a share of the track. */
const GAP = 0.03

/** Whether all names have room side by side. */
export const labelsFit = (widths: readonly number[]): boolean =>
  widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1)) <= 1

/**
 * Positions of the names: at their levels, moved apart where two would touch. `widths` are their sizes as shares of the
 * track; the first is aligned to the left end, the last to the right end, the others are centred on their level.
 */
export function labelPlaces({ zone, targets }: Ruler, widths: readonly number[]): number[] {
  const half = (index: number) => (widths[index] ?? 0) / 2
  const inner = [(zone.from + zone.to) / 2, ...targets.slice(0, -1)].slice(0, Math.max(0, widths.length - 2))
  let free = (widths[0] ?? 0) + GAP
  const forward = inner.map((place, index) => {
    const moved = Math.max(place, free + half(index + 1))
    free = moved + half(index + 1) + GAP
    return moved
  })
  let taken = 1 - (widths.at(-1) ?? 0) - GAP
  for (let index = forward.length - 1; index >= 0; index -= 1) {
    const moved = Math.min(forward[index] as number, taken - half(index + 1))
    forward[index] = moved
    taken = moved - half(index + 1) - GAP
  }
  return [0, ...forward, 1]
}
