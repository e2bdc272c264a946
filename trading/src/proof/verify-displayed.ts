// Owns the comparison of displayed rows with the ledger. The row of a signal is rebuilt from its entries alone and must be
// identical, key by key.
import { Decimal, decimal, plain } from '../decimal.ts'
import { Diverged, firstDifference } from './divergence.ts'
import type { Json } from './ledger.ts'
import { type JsonObject, objectOf, textOf } from './proof-format.ts'
import { commitmentOf, type SignalLife, stateOf } from './signal-life.ts'
import type { Hasher } from './verify-chain.ts'

/** Compares a displayed row with its life as of the row's `as_of`. */
export async function checkDisplayed(
  row: JsonObject,
  path: string,
  life: SignalLife,
  hash: Hasher,
): Promise<void> {
  const { as_of: _asOf, ...shown } = row
  const fail = (
    problem: Diverged['divergence']['problem'],
    place: string,
    expected: unknown,
    found: unknown,
  ) =>
    new Diverged({
      check: problem === 'does_not_open' ? 'commitments' : 'displayed',
      problem,
      path: place,
      sequence: life.publishedSequence,
      signal: life.id,
      number: life.number,
      expected,
      found,
    })
  const reasons = objectOf(shown.reasons)
  let digits = 0
  if (life.levels && life.nonce !== null) {
    // The ledger holds only a commitment to the reasons, under the same nonce as the levels.
    const promised = life.published.reasons_commitment
    const computed = await commitmentOf(life.nonce, reasons, hash)
    if (computed !== promised) throw fail('does_not_open', `${path}.reasons`, promised, computed)
    digits = digitsOf(life.levels)
    if (Number.isNaN(digits)) throw fail('malformed', `${path}.levels`, 'a stop', life.levels.stop_loss)
  }
  const difference = firstDifference(displayedRow(life, reasons, digits), shown, path)
  if (difference) throw fail('differs', difference.path, difference.expected, difference.found)
}

/** The row that members must be shown for a signal. */
export function displayedRow(life: SignalLife, reasons: JsonObject | null, digits: number): JsonObject {
  const { number, tier, style, author, author_id, published_at, demonstration, commitment } = life.published
  const seen: { [key: string]: Json | undefined } = {
    id: life.id,
    number,
    tier,
    style,
    author,
    author_id,
    published_at,
    demonstration,
    commitment,
  }
  if (!life.levels) return { ...seen, open: false } as JsonObject
  const reference = decimal(textOf(reasons?.reference_price))
  const publication = {
    kind: 'published',
    at: published_at,
    price: reference?.toFixed(digits) ?? null,
    r: null,
    data: {},
  }
  const events = [publication, ...life.events.map(({ value }) => value)].map((value, index) => {
    const by = index === 0 ? author : (objectOf((value as JsonObject).data)?.author ?? null)
    return { ...value, sequence: index + 1, author: by, source: by === null ? 'engine' : 'analyst' }
  })
  return {
    ...seen,
    open: true,
    state: stateOf(life),
    closed_at: life.ending?.at ?? null,
    realised_r: realisedR(life),
    close_reason: closeReason(life),
    digits,
    levels: life.levels,
    reasons,
    events,
  } as JsonObject
}

/** The sum of the results of its events; null unless the signal was entered and closed. */
export function realisedR(life: SignalLife): string | null {
  if (stateOf(life) !== 'closed') return null
  return plain(
    life.events.reduce((sum, { value }) => sum.plus(decimal(textOf(value.r)) ?? 0), new Decimal(0)),
  )
}

/** Why the signal ended, from its last event. */
export function closeReason(life: SignalLife): string | null {
  if (!life.ending) return null
  // Events opened by the ending entry have the same sequence and precede its own event.
  const last = life.events.findLast(({ sequence }) => sequence === life.ending!.sequence)
  const told = textOf(objectOf(last?.value.data)?.reason)
  return told ?? (life.ending.kind === 'stopped' ? 'stop' : life.ending.kind)
}

/** The instrument's number of decimals, which every price has: that of the stop. NaN if the stop is not a price. */
export function digitsOf({ stop_loss: stop }: JsonObject): number {
  return decimal(textOf(stop)) ? (String(stop).split('.')[1]?.length ?? 0) : Number.NaN
}
