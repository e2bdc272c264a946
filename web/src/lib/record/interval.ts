/** Fewer results than this have no interval: it would say more about the formula than about the record. */
const LEAST = 5

/** A bound or a width of the 95 % interval over that many results; null where they are too few for one. */
export const interval = (results: number | undefined, figure: string | null | undefined): string | null =>
  results !== undefined && results >= LEAST ? (figure ?? null) : null
