// Owns the check that each signal was published by the rules: numbered in order, recorded at its stated time, and with terms that
// `publish_signal` accepts. The rules are those of signal.ts and price-problem.ts, which the form also uses.
import { Decimal, decimal } from '../decimal.ts'
import type { Levels } from '../levels.ts'
import { priceProblem } from '../price-problem.ts'
import { type SignalDraft, termProblems } from '../signal.ts'
import { Diverged } from './divergence.ts'
import { LEVELS, misshapen, REASONS, shapeOf } from './entry-shape.ts'
import type { Json, LedgerRow } from './ledger.ts'
import { type JsonObject, microsOf, textOf } from './proof-format.ts'
import type { SignalLife } from './signal-life.ts'

const MINUTE = 60_000_000
/** The order type was not checked against an older quote: that is permitted only while the market was closed. */
const FRESH = 2 * MINUTE

/** Checks that every entry has exactly the keys of its kind. Throws Diverged at the first that does not. */
export function checkEntries(rows: readonly LedgerRow[], version: number): void {
  const free = new Map<string, boolean>()
  for (const row of rows) {
    const { kind, signal, data } = row.entry
    if (kind === 'published' && signal !== null && !free.has(signal))
      free.set(signal, data.tier === 'freemium')
    const shape = shapeOf(row.entry, free.get(signal ?? '') ?? false, version)
    if (!shape) throw announced(row, 'malformed', 'kind', 'a kind of this version', kind)
    const key = misshapen(shape, data)
    if (key !== null)
      throw announced(row, 'malformed', `data.${key}`, Object.keys(shape).join(', '), data[key])
  }
}

/**
 * Checks the public part of publications: the n-th has number n and is written within a minute after its stated time. Throws
 * Diverged at the first that is not.
 */
export function checkPublications(rows: readonly LedgerRow[]): void {
  for (const [index, row] of rows.filter(({ entry }) => entry.kind === 'published').entries()) {
    const { at, data } = row.entry
    if (data.number !== index + 1) throw announced(row, 'number', 'data.number', index + 1, data.number)
    const late = microsOf(at)! - microsOf(data.published_at)!
    if (!(late >= 0 && late <= MINUTE))
      throw announced(row, 'out_of_time', 'data.published_at', `≤ ${at}, 1 min`, data.published_at)
  }
}

function announced(
  row: LedgerRow,
  problem: Diverged['divergence']['problem'],
  key: string,
  expected: unknown,
  found: unknown,
): Diverged {
  const { signal, data } = row.entry
  return new Diverged({
    check: problem === 'malformed' ? 'chain' : 'publication',
    problem,
    path: `entries[${row.sequence - 1}].entry.${key}`,
    sequence: row.sequence,
    ...(signal !== null && { signal }),
    ...(typeof data.number === 'number' && { number: data.number }),
    expected,
    found,
  })
}

/** The facts of an opened publication that are compared with other publications. */
export type Opened = { life: SignalLife; digits: number; quoted: 'kept' | 'not kept' | 'none' }

/** Checks the terms and reasons of a signal whose seal is open. Throws Diverged at the first broken rule. */
export function checkTerms(life: SignalLife, reasons: JsonObject | null, digits: number): Opened {
  const levels = life.levels!
  const shape = misshapen(LEVELS, levels)
  if (shape !== null)
    throw refused(life, 'malformed', `levels.${shape}`, Object.keys(LEVELS).join(', '), levels[shape])
  const other = misshapen(REASONS, reasons)
  if (other !== null)
    throw refused(life, 'malformed', `reasons.${other}`, Object.keys(REASONS).join(', '), reasons?.[other])
  const draft = draftOf(life, reasons!)
  const [problem] = termProblems(draft, { ...NO_MONEY, symbol: draft.symbol, digits })
  if (problem)
    throw refused(life, 'not_publishable', problem.field, problem.key, draft[problem.field] as Json)
  const { entry_low, entry_high, targets, trailing_distance } = draft
  const prices = [entry_low, entry_high, ...targets.map(({ price }) => price), trailing_distance ?? entry_low]
  const wrong = prices.find((price) => decimalsOf(price) !== digits)
  if (wrong !== undefined) throw refused(life, 'not_publishable', 'levels', `${digits} decimals`, wrong)
  return { life, digits, quoted: checkQuote(life, draft, reasons!) }
}

export const NO_MONEY = {
  class: 'forex',
  baseCurrency: '',
  quoteCurrency: '',
  pipSize: '1',
  contractSize: '1',
} as const

/** The publication as the form's draft. */
function draftOf({ published, levels }: SignalLife, reasons: JsonObject): SignalDraft {
  const waits = microsOf(levels!.expires_at)! - microsOf(published.published_at)!
  return {
    ...(levels as unknown as SignalDraft),
    style: published.style as SignalDraft['style'],
    tier: published.tier as SignalDraft['tier'],
    risk_percent: String(reasons.risk_percent),
    validity_minutes: waits / MINUTE,
  }
}

/** Checks the quote: the reference is its middle, and the order type is valid at this price. */
export function checkQuote(life: SignalLife, levels: Levels, reasons: JsonObject): Opened['quoted'] {
  const { reference_price: price, reference_source: source, reference_at: at } = reasons
  const [bid, ask] = [textOf(reasons.reference_bid), textOf(reasons.reference_ask)]
  const fail = (key: string, expected: unknown, found: Json | undefined) =>
    refused(life, 'not_publishable', `reasons.${key}`, expected, found)
  const given = [price, source, at].filter((part) => part !== null)
  if (price === null) {
    if (given.length > 0 || bid !== null || ask !== null) throw fail('reference_price', 'a price', price)
    return 'none'
  }
  if (given.length < 3) throw fail('reference_at', 'a source and a time', at)
  if (bid === null && ask === null) return 'not kept'
  if (bid === null || ask === null || !decimal(bid)!.greaterThan(0) || decimal(ask)!.lessThan(bid))
    throw fail('reference_bid', 'a bid and an ask', bid)
  const middle = new Decimal(bid).plus(ask).dividedBy(2).toFixed(decimalsOf(bid))
  if (middle !== price) throw fail('reference_price', middle, price)
  if (microsOf(at)! > microsOf(life.published.published_at)! - FRESH) {
    const problem = priceProblem(levels, { bid, ask })
    if (problem) throw refused(life, 'not_publishable', problem.field, problem.key, `${bid} – ${ask}`)
  }
  return 'kept'
}

/**
 * Checks publications against one another: an instrument has one number of decimals, no signal is published twice within a
 * minute, and after the first signal with a quote every later one has a quote. `opened` is in the order of the chain.
 */
export function checkBesides(opened: readonly Opened[]): void {
  const digitsOf = new Map<string, number>()
  const last = new Map<string, number>()
  let kept = false
  for (const { life, digits, quoted } of opened) {
    const { symbol, direction, entry_low, entry_high } = life.levels!
    const known = digitsOf.get(String(symbol)) ?? digits
    digitsOf.set(String(symbol), known)
    if (known !== digits)
      throw refused(life, 'not_publishable', 'levels.stop_loss', `${known} decimals`, digits)
    const order = JSON.stringify([symbol, direction, entry_low, entry_high])
    const at = microsOf(life.published.published_at)!
    if (at - (last.get(order) ?? Number.NEGATIVE_INFINITY) < MINUTE)
      throw refused(life, 'not_publishable', 'levels.entry_low', 'duplicate_signal', order)
    last.set(order, at)
    if (kept && quoted === 'not kept')
      throw refused(life, 'not_publishable', 'reasons.reference_bid', 'a bid and an ask', undefined)
    kept ||= quoted === 'kept'
  }
}

/** Number of decimals of a price as written. */
export const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0

function refused(
  life: SignalLife,
  problem: Diverged['divergence']['problem'],
  part: string,
  expected: unknown,
  found: Json | undefined,
): Diverged {
  return new Diverged({
    check: 'publication',
    problem,
    path: `entries[${life.publishedSequence - 1}] ${part}`,
    sequence: life.publishedSequence,
    [life.subject]: life.id,
    number: life.number,
    expected,
    found,
  })
}
