// The outcome of a published signal: stored one-minute candles in, events out. No clock, randomness or state besides the
// events, so that anyone who runs it over the same data gets the same record.
//
// All rules:
//  1. A signal lives from the first minute that opens at or after its publication.
//  2. A buy is filled at the ask and exits at the bid; a sell the other way round. Ask = bid + the candle's spread.
//  3. The order's price is the zone's edge furthest from the stop. A market order is filled at the first open. A limit order
//     is filled when price comes back to it, a stop order when price moves up to it; if price opens beyond it, at the open.
//  4. A pending signal expires with the first minute that is not over by its expiry. Once entered, it runs to its end.
//  5. A stop or target that is passed at the open is filled at the open, never at the level.
//  6. The order of prices within a candle is unknown, so the stop counts first. In the minute of entry, adverse prices count,
//     and favourable ones only if they must have come after the entry.
//  7. Each target closes its share. If the signal says so, the stop moves to the entry after that many targets; a moved stop
//     applies from the next minute.
//  8. One R is the risk announced at publication, or the actual distance from the fill to the stop if that is larger. The R
//     of an exit is its share of the move in R, to four decimals; the result is their sum.
//  9. A trailing stop is active from the entry, or once the required targets are reached. At the end of each minute it moves
//     to that minute's close on the exit side less its distance, if that is at least a quarter of the distance nearer. Only
//     the close counts, since it alone certainly comes last in its minute. As in rule 7, it applies from the next minute.
// 10. A stop never moves away from the signal: of all stops set, by the engine or the analyst, the nearest applies.
// 11. An analyst can only request an end. Every minute up to and including that of the request is decided first, as if there
//     were none. Then a pending signal is withdrawn at the end of that minute, without a candle; an entered one is closed at
//     the open of the next available minute, before anything else in it. A market order cannot be withdrawn, nor an order
//     that expires within that minute; a request for a signal entered or ended by then has no effect.
// 12. Only minutes in the instrument's market hours count. While a minute is missing that later ones follow, nothing after it
//     is decided: it may still arrive, and is then decided in its place (known-market.ts).
// 13. A minute that does not arrive is recorded once and permanently: as without a trade, if the source was asked and gave
//     later ones; as without data, an hour after it was found missing. From then on the record counts, not what arrives
//     later. Such minutes are skipped: the next price decides, at its open (rule 5).
// 14. Longer bars of the same source that are completely within minutes without data are recorded with them. Each decides
//     like one long minute: the stop first, at its end time, and nothing in it that was not over by an expiry.
import { closing, decide } from './minute.ts'
import { calmOf, isQuiet } from './quiet-minute.ts'
import { openRequests, withdrawal } from './requests.ts'
import {
  applyEvent,
  type Candle,
  endOf,
  type OutcomeEvent,
  openTrade,
  type RecordedEvent,
  type Terms,
} from './trade.ts'

/**
 * Applies candles to a signal and returns the new events in order. `history` is all recorded events in sequence; candles are in
 * chronological order, and those already decided on, or older than the publication, are skipped. No minute that opens before
 * `completeUntil` can still arrive: a withdrawal due by then does not wait for one. Settling in any number of parts gives the
 * same result as at once.
 */
export function settle(
  terms: Terms,
  history: readonly RecordedEvent[],
  candles: Iterable<Candle>,
  completeUntil: number = Number.NEGATIVE_INFINITY,
): OutcomeEvent[] {
  let trade = openTrade(terms)
  let decidedUntil = terms.publishedAt
  // A stop moved by an analyst applies from the next minute, even when older candles arrive late.
  const moves: RecordedEvent[] = []
  for (const event of history) {
    const openedAt = event.data.candle?.opened_at
    if (openedAt === undefined && event.kind === 'stop_moved') moves.push(event)
    else trade = applyEvent(trade, event)
    if (openedAt !== undefined) {
      const { minutes } = event.data.candle!
      decidedUntil = Math.max(
        decidedUntil,
        endOf({ openedAt: Date.parse(openedAt), ...(minutes !== undefined && { minutes }) }),
      )
    }
  }
  const requests = openRequests(terms, history)
  const events: OutcomeEvent[] = []
  const tell = (...decided: OutcomeEvent[]) => {
    events.push(...decided)
    trade = decided.reduce(applyEvent, trade)
  }
  /** Whether a due request ends the signal; without a candle, only requests that need none. */
  const doAsAsked = (due: number, candle?: Candle): boolean => {
    while (requests[0] && requests[0].due <= due) {
      const request = requests.shift()!
      const end = withdrawal(trade, request) ?? (candle ? closing(terms, trade, request, candle) : null)
      if (!end) continue
      tell(end)
      return true
    }
    return false
  }
  let calm = calmOf(terms, trade)
  for (const candle of candles) {
    if (trade.phase === 'ended') break
    if (candle.openedAt < decidedUntil) continue
    if (doAsAsked(candle.openedAt, candle)) break
    const before = trade
    while (moves[0] && moves[0].at <= candle.openedAt) trade = applyEvent(trade, moves.shift()!)
    if (trade !== before) calm = calmOf(terms, trade)
    decidedUntil = endOf(candle)
    if (calm && isQuiet(calm, candle)) continue
    const decided = decide(terms, trade, candle)
    if (decided.length === 0) continue
    tell(...decided)
    calm = calmOf(terms, trade)
  }
  doAsAsked(completeUntil)
  return events
}
