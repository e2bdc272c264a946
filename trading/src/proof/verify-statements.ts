// Owns the check of statements: numbered in order, valid when made, resolved after their deadline as their candle decides,
// displayed as recorded and scored by their outcomes. If the minutes are provided, each statement is decided again over its whole
// lifetime, and chance is drawn again.

import type { Lived } from '../statements/chance.ts'
import { type Resolution, resolve } from '../statements/resolve.ts'
import { deadlineProblem, pointsOf, statementProblem } from '../statements/statement.ts'
import { CANDLE_MS, type Candle } from '../trade.ts'
import { Diverged, firstDifference } from './divergence.ts'
import { CONDITION, misshapen, TERMS } from './entry-shape.ts'
import type { Json, LedgerRow } from './ledger.ts'
import type { MinutesOf } from './minute-parts.ts'
import { type JsonObject, microsOf, millisOf, objectOf, type ProofExport, textOf } from './proof-format.ts'
import {
  lifeUntil,
  livedOf,
  promisedOf,
  readStatements,
  type StatementLife,
  statementDiverged,
  timesOf,
} from './statement-life.ts'
import type { Hasher } from './verify-chain.ts'
import { checkScores } from './verify-scores.ts'

const MINUTE = 60_000_000
const DAY = 1440 * MINUTE

export type StatementCounts = {
  statements: number
  /** Statements with open terms. */
  opened: number
  resolved: number
  /** Statements not resolved a day after their deadline. */
  overdue: number
  minutes: number
  /** Rows of the table of scores. */
  scores: number
  /** Whether chance was drawn again. */
  drawn: boolean
}

/** Checks every statement of an export. Throws Diverged at the first mismatch. */
export async function checkStatements(
  proof: ProofExport,
  hash: Hasher,
  minutes?: MinutesOf,
): Promise<StatementCounts> {
  checkMaking(proof.entries)
  const lives = await readStatements(proof.entries, hash)
  const now = microsOf(proof.exported_at) ?? 0
  const lived = new Map<string, Lived>()
  let count = 0
  for (const life of lives) {
    if (life.terms) checkTerms(life)
    if (!life.resolved) continue
    checkResolution(life)
    promisedOf(life)
    if (!minutes) continue
    const whole = await livedOf(life, await minutes(life.id, 'statement'), hash)
    checkOutcome(life, whole.candles)
    lived.set(life.id, whole)
    count += whole.candles.reduce((sum, { minutes: width = 1 }) => sum + width, 0)
  }
  checkDisplayed(proof, lives)
  return {
    statements: lives.length,
    opened: lives.filter(({ terms }) => terms).length,
    resolved: lives.filter(({ resolved }) => resolved).length,
    overdue: lives.filter((life) => !life.resolved && microsOf(life.stated.deadline)! + DAY < now).length,
    minutes: count,
    scores: checkScores(proof, lives, minutes ? lived : null),
    drawn: minutes !== undefined,
  }
}

/** Checks the public fields: the n-th statement has number n and enters the chain within a minute of its creation. */
function checkMaking(rows: readonly LedgerRow[]): void {
  for (const [index, row] of rows.filter(({ entry }) => entry.kind === 'stated').entries()) {
    const { at, data } = row.entry
    const fail = (problem: 'number' | 'out_of_time' | 'malformed', key: string, expected: unknown) =>
      statementDiverged('publication', problem, row, key, expected, data[key])
    if (data.number !== index + 1) throw fail('number', 'number', index + 1)
    const late = microsOf(at)! - microsOf(data.made_at)!
    if (!(late >= 0 && late <= MINUTE)) throw fail('out_of_time', 'made_at', `≤ ${at}, 1 min`)
    if ((data.author === null) !== (data.author_kind === 'member'))
      throw fail('malformed', 'author', 'by kind')
    if ((data.author_id === null) !== (data.author_kind === 'engine'))
      throw fail('malformed', 'author_id', 'by kind')
    const problem = deadlineProblem(millisOf(data.made_at)!, millisOf(data.deadline)!)
    if (problem)
      throw statementDiverged('publication', 'not_publishable', row, 'deadline', problem.key, data.deadline)
  }
}

function checkTerms(life: StatementLife): void {
  const { row, terms } = life
  const fail = (problem: 'malformed' | 'not_publishable', key: string, expected: unknown, found: unknown) =>
    statementDiverged('publication', problem, row, key, expected, found)
  const told = terms as unknown as JsonObject
  const key = misshapen(TERMS, told)
  if (key !== null) throw fail('malformed', `terms.${key}`, Object.keys(TERMS).join(', '), told[key])
  const condition = objectOf(told.condition)!
  const shape = CONDITION(condition.kind)
  const wrong = shape && misshapen(shape, condition)
  if (wrong)
    throw fail('malformed', `terms.condition.${wrong}`, Object.keys(shape).join(', '), condition[wrong])
  const digits = decimals(told.reference)
  const problem = statementProblem(terms!, { digits, ...timesOf(life) })
  if (problem) throw fail('not_publishable', `terms.${problem.field}`, problem.key, told.condition!)
  const other = Object.values(condition).find(
    (value) => /^\d/.test(String(value)) && decimals(value) !== digits,
  )
  if (other !== undefined) throw fail('not_publishable', 'terms.condition', `${digits} decimals`, other)
  if (microsOf(told.reference_at)! > microsOf(life.stated.made_at)!)
    throw fail('not_publishable', 'terms.reference_at', `≤ ${life.stated.made_at}`, told.reference_at)
}

const decimals = (price: Json | undefined) => String(price).split('.')[1]?.length ?? 0

/** Decides a statement again on the candle of its resolution. */
function checkResolution(life: StatementLife): void {
  const { data, at } = life.resolved!
  const { madeAt, deadline } = timesOf(life)
  const candle = candleOf(data.candle!)
  const fail = (problem: 'out_of_time' | 'no_candle', key: string, expected: unknown, found: unknown) =>
    new Diverged({
      ...placeOf(life),
      check: 'outcomes',
      problem,
      path: `${pathOf(life)}.${key}`,
      expected,
      found,
    })
  if (microsOf(at)! < microsOf(life.stated.deadline)!)
    throw fail('out_of_time', 'at', `≥ ${life.stated.deadline}`, at)
  if (candle === undefined || (candle && !(candle.openedAt >= madeAt && candle.openedAt < deadline)))
    throw fail('no_candle', 'data.candle', 'a candle of its time', data.candle)
  checkOutcome(life, candle ? [candle] : [])
}

/** Compares a resolution with the outcome on the given candles: its own candle, or all candles of its lifetime. */
function checkOutcome(life: StatementLife, candles: readonly Candle[]): void {
  const { outcome, at, candle } = resolvedOn(life, candles)
  const { data } = life.resolved!
  const found = { outcome: data.outcome!, at: millisOf(data.at), candle: data.candle! }
  const expected = { outcome, at, candle: candle && (evidenceOf(candle) as unknown as Json) }
  const difference = firstDifference(expected, found)
  if (difference)
    throw new Diverged({
      ...placeOf(life),
      check: 'outcomes',
      problem: 'not_by_the_rules',
      path: `${pathOf(life)}.data.${difference.path}`,
      expected: difference.expected,
      found: difference.found,
    })
}

function resolvedOn(life: StatementLife, candles: readonly Candle[]): Resolution {
  try {
    return resolve(life.terms!, timesOf(life).deadline, candles)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const path = `minutes of statement ${life.number}`
    throw new Diverged({
      ...placeOf(life),
      check: 'minutes',
      problem: 'malformed',
      path,
      found: error.message,
    })
  }
}

const pathOf = ({ resolved }: StatementLife) => `entries[${resolved!.sequence - 1}].entry`
const placeOf = ({ id, number, resolved }: StatementLife) => ({
  statement: id,
  number,
  sequence: resolved!.sequence,
})

/** Parses a recorded candle; undefined if it is invalid, null for null. */
function candleOf(value: Json): Candle | null | undefined {
  if (value === null) return null
  const { opened_at, open, high, low, close, spread, minutes } = objectOf(value) ?? {}
  const openedAt = millisOf(opened_at)
  const prices = { open, high, low, close, spread }
  if (openedAt === null || openedAt % CANDLE_MS !== 0) return undefined
  if (Object.values(prices).some((price) => Number.isNaN(pointsOf(textOf(price) ?? '')))) return undefined
  const candle = { openedAt, ...prices } as Candle
  if (minutes === undefined) return candle
  return Number.isSafeInteger(minutes) && Number(minutes) > 1
    ? { ...candle, minutes: Number(minutes) }
    : undefined
}

const evidenceOf = ({ openedAt, ...prices }: Candle) => ({
  opened_at: new Date(openedAt).toISOString(),
  ...prices,
})

function checkDisplayed(proof: ProofExport, lives: readonly StatementLife[]): void {
  const byId = new Map(lives.map((life) => [life.id, life]))
  const seen = new Set<string>()
  const fail = (
    problem: 'not_in_ledger' | 'shown_twice' | 'malformed' | 'differs',
    path: string,
    id: string,
    expected: unknown,
    found: unknown,
  ) => {
    const number = byId.get(id)?.number
    const about = { statement: id, ...(number !== undefined && { number }) }
    return new Diverged({ check: 'displayed', problem, path, ...about, expected, found })
  }
  for (const [index, value] of (proof.statements ?? []).entries()) {
    const { as_of, ...row } = objectOf(value) ?? {}
    const [id, path] = [String(row.id), `statements[${index}]`]
    const life = byId.get(id)
    if (!life) throw fail('not_in_ledger', path, id, undefined, id)
    if (seen.has(id)) throw fail('shown_twice', path, id, undefined, id)
    seen.add(id)
    if (
      typeof as_of !== 'number' ||
      as_of < Math.max(life.row.sequence, proof.as_of) ||
      as_of > proof.entries.length
    )
      throw fail('malformed', `${path}.as_of`, id, `${proof.as_of} … ${proof.entries.length}`, as_of)
    const difference = firstDifference(shownOf(lifeUntil(life, as_of)), row as JsonObject, path)
    if (difference) throw fail('differs', difference.path, id, difference.expected, difference.found)
  }
  const missing = lives.find(({ id }) => !seen.has(id))
  if (missing)
    throw statementDiverged('displayed', 'missing', missing.row, 'statement', missing.id, undefined)
}

/** The displayed row of a statement. */
export function shownOf({ stated, terms, resolved }: StatementLife): JsonObject {
  const { statement, terms: _terms, nonce: _nonce, ...clear } = stated
  return {
    id: statement!,
    ...clear,
    state: resolved ? 'resolved' : terms ? 'open' : 'sealed',
    ...(terms && { terms: terms as unknown as JsonObject }),
    ...(resolved && {
      outcome: resolved.data.outcome!,
      decided_at: resolved.data.at!,
      candle: resolved.data.candle!,
    }),
  }
}
