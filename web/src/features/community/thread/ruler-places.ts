export type RulerFacts = {
  /** The position of the last post. */
  last: number
  /** Read up to this position; 0: nothing. */
  readTo: number
  readAt: string | null
  /** The last position in view. */
  current: number
  accepted: number | null
  beganAt: string
  endedAt: string
}

/** The places along the ruler, from 0 (the first post) to 1 (the last). */
export function rulerPlaces({ last, readTo, current, accepted }: RulerFacts) {
  const place = (position: number) => (last <= 1 ? 1 : Math.min(1, Math.max(0, (position - 1) / (last - 1))))
  return {
    read: readTo <= 0 ? 0 : place(readTo),
    needle: place(current),
    accepted: accepted === null ? null : place(accepted),
  }
}
