// Owns which slide a deck shows. It turns at once; the address that keeps the place follows later, so that a second press is not
// counted from the place before the first.

/** `told`: places that were told to the keeper of the place and have not come back from it, oldest first. */
export type DeckPlace = { place: number; told: readonly number[] }

/** The reader turned to a slide. `kept`: somebody keeps the place, and gives it back later. */
export const turned = ({ place, told }: DeckPlace, next: number, kept: boolean): DeckPlace =>
  next === place ? { place, told } : { place: next, told: kept ? [...told, next] : told }

/** The keeper gives a place: what it was told, a little late; or another, which is then shown. It may pass over some that it was told. */
export function given({ place, told }: DeckPlace, at: number): DeckPlace {
  const known = told.indexOf(at)
  return known === -1 ? { place: at, told: [] } : { place, told: told.slice(known + 1) }
}
