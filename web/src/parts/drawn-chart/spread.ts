/** The least distance of two labels, as a share of a plot's height. */
export const SPREAD = 0.07

/** Moves labels apart that would cover each other, in their order from top to bottom, each as little as the ones above allow. */
export function spread(places: readonly number[], least: number): number[] {
  const order = places
    .map((_, index) => index)
    .sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0))
  const moved = [...places]
  order.forEach((index, rank) => {
    const above = rank === 0 ? undefined : moved[order[rank - 1] as number]
    if (above !== undefined) moved[index] = Math.max(moved[index] as number, above + least)
  })
  return moved
}
