/** The position box on one line: the left end is always the stop, the right end always the last target, for buys and sells alike. */
export type RulerLevels = { entryLow: number; entryHigh: number; stop: number; targets: readonly number[] }
export type Ruler = {
  /** Shares of the width, 0 to 1. */
  zone: { from: number; to: number }
  targets: readonly number[]
  /** Kept inside the track. */
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

/** Room that a name over its price needs, as a share of the track. */
const ROOM = { beside: 0.27, between: 0.23 }

/** Where the names stand: at their levels, moved aside where two would touch. First and last stay at the ends. */
export function labelPlaces({ zone, targets }: Ruler): number[] {
  const inner = [(zone.from + zone.to) / 2, ...targets.slice(0, -1)]
  let least = ROOM.beside
  const forward = inner.map((place) => {
    const moved = Math.max(place, least)
    least = moved + ROOM.between
    return moved
  })
  let most = 1 - ROOM.between
  const places = forward.reverse().map((place) => {
    const moved = Math.min(place, most)
    most = moved - ROOM.between
    return moved
  })
  return [0, ...places.reverse(), 1]
}
