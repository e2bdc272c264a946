// Owns the check that a signal became what the published rules make of it: each event of the engine is decided once more on
// the candle it rests on, and what analysts closed is calculated once more. Kinds that this version does not know are hashed
// and shown, but may realise nothing.
import { Decimal, decimal } from './decimal.ts'
import { Diverged, firstDifference } from './divergence.ts'
import type { Json } from './ledger.ts'
import { sign } from './levels.ts'
import { settle } from './outcome.ts'
import { microsOf, millisOf, objectOf, textOf } from './proof-format.ts'
import type { LifeEvent, SignalLife } from './signal-life.ts'
import { applyEvent, CANDLE_MS, type Candle, openTrade, type RecordedEvent, type Terms } from './trade.ts'
import { closeReason, realisedR } from './verify-displayed.ts'

const ENGINE = ['entered', 'target_reached', 'stop_moved', 'stopped', 'closed', 'expired']
const R_DECIMALS = 4

/** Decides an opened signal again. Returns how many events follow from the rules; throws Diverged at the first that does not. */
export function checkOutcome(life: SignalLife, digits: number): number {
  const terms = termsOf(life, digits)
  const history: RecordedEvent[] = []
  let explained = 0
  let index = 0
  while (index < life.events.length) {
    const event = life.events[index]!
    const candle = candleOf(event)
    let count = 1
    if (candle !== null) {
      const opened = objectOf(objectOf(event.value.data)?.candle)?.opened_at
      const group = life.events.slice(index).findIndex((other) => openedAt(other) !== opened)
      count = group === -1 ? life.events.length - index : group
      checkGroup(life, terms, history, life.events.slice(index, index + count), candle)
      explained += count
    } else if (isAnalysts(event)) {
      checkAnalysts(life, terms, history, event)
      explained += 1
    } else if (ENGINE.includes(String(event.value.kind))) {
      throw diverged(life, event, 'no_candle', 'candle', 'a candle', undefined)
    } else if (event.value.r !== null)
      throw diverged(life, event, 'not_by_the_rules', 'r', null, event.value.r)
    for (const part of life.events.slice(index, index + count)) history.push(recorded(part))
    index += count
  }
  checkResult(life)
  return explained
}

function termsOf(life: SignalLife, digits: number): Terms {
  const publishedAt = millisOf(life.published.published_at)
  const expiresAt = millisOf(life.levels?.expires_at)
  if (publishedAt === null || expiresAt === null) {
    throw new Diverged({
      check: 'outcomes',
      problem: 'malformed',
      path: `entries[${life.publishedSequence - 1}].entry.data`,
      sequence: life.publishedSequence,
      signal: life.id,
      number: life.number,
      expected: 'published_at, expires_at',
      found: life.published.published_at,
    })
  }
  // Its levels were opened by their commitment: they have the shape that the publication checked.
  return { ...(life.levels as unknown as Terms), digits, publishedAt, expiresAt }
}

/** What one candle decided, decided again. */
function checkGroup(
  life: SignalLife,
  terms: Terms,
  history: readonly RecordedEvent[],
  events: readonly LifeEvent[],
  candle: Candle,
): void {
  const decided = settle(terms, history, [candle])
  for (const [index, event] of events.entries()) {
    const rule = decided[index]
    const expected = rule
      ? ({ ...rule, at: rule.at * 1000, r: amount(rule.r) } as unknown as Json)
      : undefined
    const { kind, at, price, r, data } = event.value
    const found = { kind, at: microsOf(at), price, r: amount(r), data } as Json
    const difference = firstDifference(expected, found, '')
    if (difference) {
      throw diverged(
        life,
        event,
        'not_by_the_rules',
        difference.path,
        difference.expected ?? rule?.kind,
        difference.found,
      )
    }
  }
  const left = decided[events.length]
  if (left) throw diverged(life, events.at(-1)!, 'not_by_the_rules', 'next', left.kind, undefined)
}

/** What an analyst may have done: stop what is open at a price, withdraw what is not entered, move the stop, say something. */
function checkAnalysts(
  life: SignalLife,
  terms: Terms,
  history: readonly RecordedEvent[],
  event: LifeEvent,
): void {
  const { kind, price, r, data } = event.value
  const trade = history.reduce(applyEvent, openTrade(terms))
  if (kind === 'closed') {
    const exit = decimal(textOf(price))
    if (trade.phase !== 'active' || !trade.fill || !exit) {
      throw diverged(life, event, 'not_by_the_rules', 'kind', trade.phase, kind)
    }
    const moved = exit.minus(trade.fill).times(sign(terms.direction))
    const realised = moved
      .dividedBy(trade.risk)
      .times(trade.remaining)
      .dividedBy(100)
      .toDecimalPlaces(R_DECIMALS)
    if (amount(r) !== realised.toFixed())
      throw diverged(life, event, 'not_by_the_rules', 'r', realised.toFixed(), r)
    const share = objectOf(data)?.share
    if (amount(share) !== trade.remaining.toFixed()) {
      throw diverged(life, event, 'not_by_the_rules', 'data.share', trade.remaining.toFixed(), share)
    }
    return
  }
  if (r !== null) throw diverged(life, event, 'not_by_the_rules', 'r', null, r)
  if ((kind === 'note' || kind === 'cancelled') && price !== null) {
    throw diverged(life, event, 'not_by_the_rules', 'price', null, price)
  }
  if (kind === 'cancelled' && trade.phase !== 'pending') {
    throw diverged(life, event, 'not_by_the_rules', 'kind', trade.phase, kind)
  }
  if (['entered', 'target_reached', 'stopped', 'expired'].includes(String(kind))) {
    throw diverged(life, event, 'no_candle', 'kind', 'an event of the engine', kind)
  }
}

/** The ending says what the events sum to. */
function checkResult(life: SignalLife): void {
  if (!life.ending) return
  const last = life.events.find(({ sequence }) => sequence === life.ending!.sequence)!
  const [result, reason] = [realisedR(life), closeReason(life)]
  if (amount(life.ending.result) !== amount(result)) {
    throw diverged(life, last, 'result', 'result_r', result, life.ending.result)
  }
  if (life.ending.reason !== reason)
    throw diverged(life, last, 'result', 'reason', reason, life.ending.reason)
}

const isAnalysts = (event: LifeEvent) => typeof objectOf(event.value.data)?.author === 'string'
const openedAt = (event: LifeEvent) => objectOf(objectOf(event.value.data)?.candle)?.opened_at

/** A decimal as its shortest text, so that 0.5 and 0.5000 are the same amount. */
const amount = (value: Json | undefined): string | null => decimal(textOf(value))?.toFixed() ?? null

function candleOf(event: LifeEvent): Candle | null {
  const candle = objectOf(objectOf(event.value.data)?.candle)
  const minute = millisOf(candle?.opened_at)
  if (
    !candle ||
    minute === null ||
    microsOf(candle.opened_at) !== minute * 1000 ||
    minute % CANDLE_MS !== 0
  ) {
    return null
  }
  const { open, high, low, close, spread } = candle
  const prices = [open, high, low, close, spread].map((price) => decimal(textOf(price)))
  if (prices.some((price) => price === null)) return null
  const [first, highest, lowest, last] = prices as Decimal[]
  const whole =
    !lowest!.greaterThan(Decimal.min(first!, last!)) && !highest!.lessThan(Decimal.max(first!, last!))
  return whole ? ({ openedAt: minute, open, high, low, close, spread } as Candle) : null
}

function recorded({ value }: LifeEvent): RecordedEvent {
  return {
    kind: String(value.kind),
    at: millisOf(value.at) ?? 0,
    price: textOf(value.price),
    r: textOf(value.r),
    data: (objectOf(value.data) ?? {}) as RecordedEvent['data'],
  }
}

function diverged(
  life: SignalLife,
  event: LifeEvent,
  problem: Diverged['divergence']['problem'],
  part: string,
  expected: unknown,
  found: unknown,
): Diverged {
  return new Diverged({
    check: 'outcomes',
    problem,
    path: `entries[${event.sequence - 1}] ${String(event.value.kind)}.${part}`,
    sequence: event.sequence,
    signal: life.id,
    number: life.number,
    expected,
    found,
  })
}
