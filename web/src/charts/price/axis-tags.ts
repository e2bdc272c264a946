/** The height of a tag on the price axis in CSS pixels, with the gap between two. */
export const TAG_PITCH = 18
/** Half a tag, half a tick and a small gap: any closer, the two would merge. */
const CLEAR = 20

/**
 * Positions of tags on the axis so that none covers another, in the order of `wanted`; all in CSS pixels from the top.
 * `still` is the position of one that never moves, the last price: tags above it are pushed up, those below it down.
 */
export function tagPlaces(wanted: readonly number[], still: number | null): number[] {
  const places = [...wanted]
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const push = (indexes: readonly number[], way: 1 | -1) => {
    let nearest = still
    for (const index of indexes) {
      const place = wanted[index] ?? 0
      const limit = nearest === null ? place : nearest + way * TAG_PITCH
      nearest = way === 1 ? Math.max(place, limit) : Math.min(place, limit)
      places[index] = nearest
    }
  }
  const above = still === null ? [] : order.filter((index) => (wanted[index] ?? 0) <= still)
  push(above.reverse(), -1)
  push(
    order.filter((index) => !above.includes(index)),
    1,
  )
  return places
}

/** Positions of lines of text at least `pitch` apart, in the order of `wanted`: each as near to its own as those above it allow. */
export function labelRows(wanted: readonly number[], pitch: number): number[] {
  const places = [...wanted]
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  let free = Number.NEGATIVE_INFINITY
  for (const index of order) {
    places[index] = Math.max(wanted[index] ?? 0, free)
    free = (places[index] ?? 0) + pitch
  }
  return places
}

/** The ticks that a tag would touch. They are hidden as a whole: half a number is worse than none. */
export const hiddenTicks = (ticks: readonly number[], tags: readonly number[]): number[] =>
  ticks.filter((tick) => tags.some((tag) => Math.abs(tag - tick) < CLEAR))
