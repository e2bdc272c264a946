// Owns which slide a deck shows. It turns at once; the address that keeps the place follows later, so that a second press is not
// counted from the place before the first.

export type DeckPlace = {
  place: number
  /** Places that were told to the keeper of the place and have not come back from it, oldest first. */
  told: readonly number[]
  /** The slide shown appears without a fade: it is the first that is seen, or was turned to before that of the one before could end. */
  fast: boolean
}

/** As long as a fade, and a moment to see the slide. */
const FAST_MS = 250

/**
 * The reader turned to a slide, `after` milliseconds since the last turn. `kept`: somebody keeps the place, and gives it back
 * later.
 */
export const turned = (from: DeckPlace, next: number, kept: boolean, after: number): DeckPlace =>
  next === from.place
    ? from
    : { place: next, told: kept ? [...from.told, next] : from.told, fast: after < FAST_MS }

/** The keeper gives a place: what it was told, a little late; or another, which is then shown. It may pass over some that it was told. */
export function given(from: DeckPlace, at: number): DeckPlace {
  const known = from.told.indexOf(at)
  if (known !== -1) return { ...from, told: from.told.slice(known + 1) }
  return { place: at, told: [], fast: at === from.place && from.fast }
}
