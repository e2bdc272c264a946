// What a lesson claims of a notion ("at least half of these trades win") against what the record says. Only a record that is long enough
// and whose whole interval lies below the claim contradicts it: a short losing run is no argument.
import { wilsonInterval } from '../performance.ts'

/** Closed signals that used a notion, and how many of them won. */
export type NotionRecord = { n: number; won: number }
/** Under this many the record calls itself insufficient. */
export const FEWEST_SIGNALS = 30

/** Whether the record excludes that at least a share (0 to 1, decimal text) of the signals win, by Wilson's 95 % interval. */
export function contradicts({ n, won }: NotionRecord, rateAtLeast: string): boolean {
  return n >= FEWEST_SIGNALS && wilsonInterval(won, n)!.high.lessThan(rateAtLeast)
}
