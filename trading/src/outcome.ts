// Owns what becomes of a published signal: stored one-minute candles in, events out, and nothing else. No clock, no
// chance, no state but the events themselves, so anyone who runs it over the same data gets the same record.
//
// The rules, all of them:
//  1. A signal lives from the first minute that opens at or after its publication.
//  2. A buy is filled at the ask and leaves at the bid; a sell the other way round. Ask = bid + the candle's spread.
//  3. The order stands at the zone's edge furthest from the stop. A market order is filled at the first open. A limit
//     order is filled when price comes to it, a stop order when price runs to it; where price opens past it, at the open.
//  4. A pending signal expires with the first minute that is not over by its expiry. Once entered it runs to its end.
//  5. What opens past the stop or a target is filled at the open, never at the level.
//  6. Inside a candle the order of prices is unknown, so the stop counts first. In the minute of entry what may have
//     happened against the signal counts, and what speaks for it counts only if it must have come after the entry.
//  7. Each target closes its share. If the signal says so, the stop goes to the entry after that many targets; a stop
//     that moves counts from the next minute on.
//  8. One R is the risk announced at publication, or the real distance from the fill to the stop where that is larger.
//     The R of an exit is its share of the move in R, to four decimals; the result is their sum.
//  9. A trailing stop follows from the entry on, or once the targets it waits for are reached. At the end of each minute
//     it goes to that minute's close, on the side where the position leaves, less its distance, if that brings it at
//     least a quarter of the distance nearer. Only the close counts, for it alone is sure to come after everything else
//     in its minute. As in rule 7, the stop that has moved counts from the next minute on.
// 10. No stop ever moves away from the signal: of all that were told, engine's or analyst's, the nearest one stands.
// 11. An analyst ends nothing: they ask. Every minute up to and including the one in which they ask is decided first, as if
//     they had not. Then a signal still pending is withdrawn at the end of that minute, which needs no candle; an entered
//     one is closed at the open of the next minute there is, before anything else in it. A market order is not withdrawn,
//     nor is an order whose validity ends within that minute; a request whose signal was entered or has ended by then
//     comes to nothing.
// 12. Only minutes within the instrument's hours count. While one of them is missing that later ones follow, nothing after
//     it is decided: it may still come, and then it is decided on in its place (known-market.ts).
// 13. What does not come is written down once, for good: as a minute in which nothing traded, when the source was asked and
//     gave later ones; as one without data, when an hour has gone by since it was found missing. From then on the writing
//     counts and not what may arrive later. Such minutes are passed over: the next price decides, at its open (rule 5).
// 14. With minutes without data the longer bars of the same source are written down that lie wholly among them. Each decides
//     like one long minute: the stop first, its end as the time, and nothing in it that was not over by an expiry.
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
 * The events that candles add to a signal's record, in order. `history` is everything recorded so far, in sequence;
 * candles come in time order, and those already decided on, or older than the publication, are passed over. No minute that
 * opens before `completeUntil` may come any more beside these candles: a withdrawal that is due by then waits for none.
 * Settling a stream in any number of parts gives what settling it at once does.
 */
export function settle(
  terms: Terms,
  history: readonly RecordedEvent[],
  candles: Iterable<Candle>,
  completeUntil: number = Number.NEGATIVE_INFINITY,
): OutcomeEvent[] {
  let trade = openTrade(terms)
  let decidedUntil = terms.publishedAt
  // A stop that an analyst moves counts from the next minute that opens, even where older candles come in late.
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
  /** Whether something that is due ends it; without a candle, only what needs none. */
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
