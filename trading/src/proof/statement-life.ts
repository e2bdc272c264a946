// Owns the life of a statement according to the ledger: its author, creation time and deadline, its opened terms, and its
// outcome. Every opened seal is checked against its commitment here.
import type { MinutesPart } from '../signal-minutes.ts'
import { firstMinute, type Lived } from '../statements/chance.ts'
import type { Decided } from '../statements/scores.ts'
import type { StatementTerms } from '../statements/statement.ts'
import { Diverged } from './divergence.ts'
import type { LedgerRow } from './ledger.ts'
import { type Promised, promisedParts, readStretch, type Stretch } from './minute-parts.ts'
import { type JsonObject, millisOf, objectOf, textOf } from './proof-format.ts'
import { commitmentOf } from './signal-life.ts'
import type { Hasher } from './verify-chain.ts'

export const STATEMENT_ENTRIES = ['stated', 'revealed', 'resolved']

export type StatementLife = {
  id: string
  number: number
  /** The data of its first entry. */
  stated: JsonObject
  row: LedgerRow
  /** Null while sealed. */
  terms: StatementTerms | null
  /** Sequence of the entry that opened it. */
  openedAs: number | null
  resolved: { data: JsonObject; sequence: number; at: string } | null
}

/** Reads every statement of a chain, ordered by number. Throws Diverged if entries are out of order or a seal does not open. */
export async function readStatements(rows: readonly LedgerRow[], hash: Hasher): Promise<StatementLife[]> {
  const lives = new Map<string, StatementLife>()
  for (const row of rows) {
    const { kind, data, at } = row.entry
    if (!STATEMENT_ENTRIES.includes(kind)) continue
    const id = String(data.statement)
    let life = lives.get(id)
    if (kind === 'stated') {
      if (life) throw statementDiverged('commitments', 'published_twice', row, 'statement', undefined, id)
      const [stated, number] = [data as JsonObject, Number(data.number)]
      life = { id, number, stated, row, terms: null, openedAs: null, resolved: null }
      lives.set(id, life)
    }
    if (!life) throw statementDiverged('commitments', 'never_published', row, 'statement', 'stated', kind)
    if (life.resolved) throw statementDiverged('commitments', 'after_the_end', row, '', 'resolved', kind)
    if (data.terms !== undefined) await open(life, row, hash)
    else if (kind !== 'stated' && !life.terms)
      throw statementDiverged('commitments', 'not_opened', row, 'terms', 'terms, nonce', undefined)
    if (kind === 'resolved') life.resolved = { data: data as JsonObject, sequence: row.sequence, at }
  }
  return [...lives.values()]
}

async function open(life: StatementLife, row: LedgerRow, hash: Hasher): Promise<void> {
  if (life.terms) throw statementDiverged('commitments', 'published_twice', row, 'terms', undefined, life.id)
  const { terms, nonce } = row.entry.data
  const computed = await commitmentOf(textOf(nonce) ?? '', terms!, hash)
  if (computed !== life.stated.commitment)
    throw statementDiverged('commitments', 'does_not_open', row, 'terms', life.stated.commitment, computed)
  life.terms = objectOf(terms) as unknown as StatementTerms
  life.openedAs = row.sequence
}

/** A life as it was when the chain ended with a given entry. */
export function lifeUntil(life: StatementLife, sequence: number): StatementLife {
  const { resolved, openedAs } = life
  return {
    ...life,
    ...(resolved && resolved.sequence > sequence && { resolved: null }),
    ...(openedAs !== null && openedAs > sequence && { terms: null, openedAs: null }),
  }
}

export const timesOf = ({ stated }: StatementLife) => ({
  madeAt: millisOf(stated.made_at) ?? Number.NaN,
  deadline: millisOf(stated.deadline) ?? Number.NaN,
})

/** The parts promised by its last entry for the minutes of its lifetime. Throws Diverged if they are malformed. */
export const promisedOf = (life: StatementLife): Promised[] =>
  promisedParts(life.resolved?.data.minutes, stretchOf(life))

/**
 * A resolved statement with the candles of its lifetime. Throws Diverged at the first minute that differs from the promised one.
 */
export async function livedOf(
  life: StatementLife,
  parts: readonly MinutesPart[],
  hash: Hasher,
): Promise<Lived> {
  const { candles } = await readStretch(stretchOf(life), promisedOf(life), parts, hash)
  return { terms: life.terms!, ...timesOf(life), candles }
}

function stretchOf(life: StatementLife): Stretch {
  const { madeAt, deadline } = timesOf(life)
  return {
    from: firstMinute(madeAt),
    until: deadline,
    diverged: (problem, minute, { part, expected, found }) =>
      new Diverged({
        check: 'minutes',
        problem,
        path: [`minutes of statement ${life.number}, ${minute}`, part].filter(Boolean).join(' '),
        ...(life.resolved && { sequence: life.resolved.sequence }),
        statement: life.id,
        number: life.number,
        expected,
        found,
      }),
  }
}

/** The part of a resolved statement that the scores count. */
export function decidedOf({ number, stated, terms, resolved }: StatementLife): Decided {
  return {
    number,
    author_kind: String(stated.author_kind),
    deadline: String(stated.deadline),
    probability: terms!.probability,
    outcome: resolved!.data.outcome as boolean | null,
    demonstration: stated.demonstration === true,
  }
}

export function statementDiverged(
  check: Diverged['divergence']['check'],
  problem: Diverged['divergence']['problem'],
  row: LedgerRow,
  key: string,
  expected: unknown,
  found: unknown,
): Diverged {
  const { statement, number } = row.entry.data
  return new Diverged({
    check,
    problem,
    path: `entries[${row.sequence - 1}].entry.data${key && `.${key}`}`,
    sequence: row.sequence,
    ...(typeof statement === 'string' && { statement }),
    ...(typeof number === 'number' && { number }),
    expected,
    found,
  })
}
