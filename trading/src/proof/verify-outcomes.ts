// Owns the check that a signal's outcome follows the published rules. Each event of the engine, including an ending that an
// analyst requested, is decided again on its own candle. An analyst's event realises no result.
import { Decimal, decimal } from '../decimal.ts'
import { settle } from '../outcome.ts'
import {
  applyEvent,
  CANDLE_MS,
  type Candle,
  endOf,
  type OutcomeEvent,
  openTrade,
  type RecordedEvent,
  type Terms,
  type Trade,
} from '../trade.ts'
import { Diverged, firstDifference } from './divergence.ts'
import { DEMONSTRATED_MOVE, IDEA_SAYINGS, misshapen, SAYINGS } from './entry-shape.ts'
import type { Json } from './ledger.ts'
import { microsOf, millisOf, objectOf, textOf } from './proof-format.ts'
import type { LifeEvent, SignalLife } from './signal-life.ts'
import { closeReason, realisedR } from './verify-displayed.ts'

/** The phases of a signal in which an analyst may add each kind of event. */
const PHASES: { readonly [kind: string]: readonly Trade['phase'][] } = {
  stop_moved: ['active'],
  close_asked: ['active'],
  cancel_asked: ['pending'],
  note: ['pending', 'active'],
  graded: ['ended'],
}
/** Kinds that may occur once per signal; `graded` once per analyst. */
const ONCE = ['close_asked', 'cancel_asked', 'graded']
/**
 * Maximum age of an analyst's event when its entry is written: with more, an analyst could choose a price from the past. Also the
 * maximum time by which an entry may precede the end of its candle, because two clocks never agree exactly.
 */
const LATEST_TOLD_MICROS = 60_000_000

/**
 * Decides an opened signal again. Returns the number of events that follow from the rules; throws Diverged at the first one that
 * does not.
 */
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
      const next = life.events.slice(index).findIndex((other) => openedAt(other) !== opened)
      count = next === -1 ? life.events.length - index : next
      const group = life.events.slice(index, index + count)
      for (const part of group) checkToldAfter(life, part, endOf(candle))
      checkGroup(life, group, settle(terms, history, [candle]))
      explained += count
    } else if (event.value.kind === 'cancelled') {
      // A withdrawal has no candle: it follows from the request and from everything decided before.
      checkToldAfter(life, event, millisOf(event.value.at) ?? Number.NaN)
      checkGroup(life, [event], settle(terms, history, [], millisOf(event.value.at) ?? undefined))
      explained += 1
    } else if (isAnalysts(event) || String(event.value.kind) in SAYINGS) {
      checkAnalysts(life, terms, history, event)
      explained += 1
    } else throw diverged(life, event, 'no_candle', 'candle', 'a candle', undefined)
    for (const part of life.events.slice(index, index + count)) history.push(recorded(part))
    index += count
  }
  checkResult(life)
  return explained
}

/** The terms of an opened signal. Throws Diverged if its times cannot be parsed. */
export function termsOf(life: SignalLife, digits: number): Terms {
  const publishedAt = millisOf(life.published.published_at)
  const expiresAt = millisOf(life.levels?.expires_at)
  if (publishedAt === null || expiresAt === null) {
    throw new Diverged({
      check: 'outcomes',
      problem: 'malformed',
      path: `entries[${life.publishedSequence - 1}].entry.data`,
      sequence: life.publishedSequence,
      [life.subject]: life.id,
      number: life.number,
      expected: 'published_at, expires_at',
      found: life.published.published_at,
    })
  }
  // The levels match their commitment, and publication has already checked their shape.
  return { ...(life.levels as unknown as Terms), digits, publishedAt, expiresAt }
}

/** Compares the events of one candle with the events decided again. */
function checkGroup(life: SignalLife, events: readonly LifeEvent[], decided: readonly OutcomeEvent[]): void {
  for (const [index, event] of events.entries()) {
    const rule = decided[index]
    const difference = fromTheRules(rule, event)
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

/** Where a recorded event differs from the decided one; null if they are equal. */
export function fromTheRules(rule: OutcomeEvent | undefined, event: LifeEvent | undefined) {
  const expected = rule && ({ ...rule, at: rule.at * 1000, r: amount(rule.r) } as unknown as Json)
  if (!event) return firstDifference(expected, undefined)
  const { kind, at, price, r, data } = event.value
  return firstDifference(expected, { kind, at: microsOf(at), price, r: amount(r), data } as Json)
}

/** No event may be recorded before it could be known. */
function checkToldAfter(life: SignalLife, event: LifeEvent, knownAt: number): void {
  const told = microsOf(event.toldAt) ?? Number.NaN
  if (!(told >= knownAt * 1000 - LATEST_TOLD_MICROS))
    throw diverged(life, event, 'out_of_time', 'at', `≤ ${event.toldAt}`, new Date(knownAt).toISOString())
}

/** An analyst may move the stop, request an ending or add text. None of these decides or realises anything. */
function checkAnalysts(
  life: SignalLife,
  terms: Terms,
  history: readonly RecordedEvent[],
  event: LifeEvent,
): void {
  const { kind, at, price, r, data } = event.value
  const fail = (part: string, expected: unknown, found: Json | undefined) =>
    diverged(life, event, 'not_by_the_rules', part, expected, found)
  if (r !== null) throw fail('r', null, r)
  const sayings = life.subject === 'idea' ? IDEA_SAYINGS : SAYINGS
  const saying =
    kind === 'stop_moved' && life.published.demonstration === true ? DEMONSTRATED_MOVE : sayings[String(kind)]
  if (!saying) throw diverged(life, event, 'no_candle', 'kind', 'an event of the engine', kind)
  const key = misshapen(saying, objectOf(data))
  if (key !== null) throw fail(`data.${key}`, Object.keys(saying).join(', '), objectOf(data)?.[key])
  const trade = history.reduce(applyEvent, openTrade(terms))
  if (!PHASES[String(kind)]!.includes(trade.phase)) throw fail('kind', trade.phase, kind)
  if (kind === 'stop_moved') checkMove(trade, terms, price, fail)
  else if (price !== null) throw fail('price', null, price)
  if (kind === 'cancel_asked' && terms.order_type === 'market') throw fail('kind', 'no withdrawal', kind)
  const same = (other: RecordedEvent) =>
    other.kind === kind && other.data.grader_id === objectOf(data)?.grader_id
  if (ONCE.includes(String(kind)) && history.some(same)) throw fail('kind', 'once', kind)
  const { published_at } = life.published
  if (!(microsOf(at)! >= microsOf(published_at)!)) throw fail('at', `≥ ${published_at}`, at)
  const late = (microsOf(event.toldAt) ?? Number.NaN) - (microsOf(at) ?? Number.NaN)
  if (!(late >= 0 && late <= LATEST_TOLD_MICROS)) throw fail('at', event.toldAt, at)
}

/** A stop moves only in the signal's favour, to a price with the instrument's decimals. */
function checkMove(
  trade: Trade,
  { digits }: Terms,
  price: Json | undefined,
  fail: (part: string, expected: unknown, found: Json | undefined) => Diverged,
): void {
  const moved = decimal(textOf(price))
  if (!moved?.greaterThan(0) || moved.toFixed(digits) !== price)
    throw fail('price', `${digits} decimals`, price)
  if (!moved.minus(trade.stop).times(trade.towards).greaterThan(0))
    throw fail('price', `nearer than ${trade.stop}`, price)
}

/** The ending entry states the sum of the events. */
function checkResult(life: SignalLife): void {
  if (!life.ending) return
  const last = life.events.findLast(({ sequence }) => sequence === life.ending!.sequence)!
  const [result, reason] = [realisedR(life), closeReason(life)]
  if (amount(life.ending.result) !== amount(result)) {
    throw diverged(life, last, 'result', 'result_r', result, life.ending.result)
  }
  if (life.ending.reason !== reason)
    throw diverged(life, last, 'result', 'reason', reason, life.ending.reason)
}

/** An event of the analyst who published a signal, or of an idea's author, who is not named in it. */
export const isAnalysts = ({ value }: LifeEvent) =>
  typeof objectOf(value.data)?.author === 'string' || String(value.kind) in IDEA_SAYINGS
const openedAt = (event: LifeEvent) => objectOf(objectOf(event.value.data)?.candle)?.opened_at

/** A decimal in its shortest form, so that 0.5 and 0.5000 compare equal. */
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
  const { open, high, low, close, spread, minutes } = candle
  if (minutes !== undefined && !(typeof minutes === 'number' && minutes > 1)) return null
  const prices = [open, high, low, close, spread].map((price) => decimal(textOf(price)))
  if (prices.some((price) => !price || price.isNegative()) || prices[2]!.isZero()) return null
  const [first, highest, lowest, last] = prices as Decimal[]
  const whole =
    !lowest!.greaterThan(Decimal.min(first!, last!)) && !highest!.lessThan(Decimal.max(first!, last!))
  if (!whole) return null
  const bar = { openedAt: minute, open, high, low, close, spread } as Candle
  return minutes === undefined ? bar : { ...bar, minutes }
}

export function recorded({ value }: LifeEvent): RecordedEvent {
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
    [life.subject]: life.id,
    number: life.number,
    expected,
    found,
  })
}
