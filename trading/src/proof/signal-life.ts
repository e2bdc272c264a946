// Owns the life of a signal according to the ledger: its publication, its events in order, and what the ending entry opens. Every
// opened seal is checked against its commitment here, so callers receive only values that were sealed. The engine's events arrive
// with the end and have no seal: verify-outcomes.ts decides each of them again.
import { canonicalOrNull, Diverged } from './divergence.ts'
import { ANALYSTS_EVENT, ENDINGS, ENGINES_EVENT, misshapen } from './entry-shape.ts'
import type { Json, LedgerRow } from './ledger.ts'
import { type JsonObject, listOf, microsOf, objectOf, textOf } from './proof-format.ts'
import type { Hasher } from './verify-chain.ts'

export type State = 'pending' | 'active' | 'closed' | 'expired' | 'cancelled'

/** An event: kind, at, price, r, data, and any key that a later version seals. */
export type LifeEvent = {
  value: JsonObject
  /** Sequence of the entry that first recorded it. */
  sequence: number
  /** Time of that entry. */
  toldAt: string
}

export type SignalLife = {
  /** Ideas have lives of the same shape (idea-life.ts). */
  subject: 'signal' | 'idea'
  id: string
  number: number
  /** The data of the `published` entry. */
  published: JsonObject
  publishedSequence: number
  /** Null while sealed. */
  levels: JsonObject | null
  nonce: string | null
  /** The events after the publication; empty while sealed. */
  events: LifeEvent[]
  /** Number of commitments opened. */
  opened: number
  /** Sequences of the sealed entries opened by the end. */
  seals: number[]
  /** The summary in the ending entry. */
  ending: {
    kind: string
    at: string
    result: Json
    reason: Json
    sequence: number
    /** The parts of the minutes that decided the signal. */
    minutes: Json
  } | null
}

/** The sealed entries of the whole chain by sequence. A seal does not name its signal until it is opened. */
export type Seals = ReadonlyMap<number, LedgerRow>

/** Maximum delay between an analyst's event and its seal. Both are written in one transaction. */
const SEALED_WITHIN_MICROS = 60_000_000

/** Reads a signal's entries, all of them or those up to a given time. Throws Diverged if a seal does not open. */
export async function readLife(
  id: string,
  rows: readonly LedgerRow[],
  seals: Seals,
  hash: Hasher,
): Promise<SignalLife> {
  const [first, ...rest] = rows
  if (first?.entry.kind !== 'published') {
    throw diverged('never_published', first, id, undefined, 'published', first?.entry.kind)
  }
  const published = first.entry.data as JsonObject
  const life: SignalLife = {
    subject: 'signal',
    id,
    number: Number(published.number),
    published,
    publishedSequence: first.sequence,
    levels: null,
    nonce: null,
    events: [],
    opened: 0,
    seals: [],
    ending: null,
  }
  const free = published.tier === 'freemium'
  if (free) await openLevels(life, first, hash)
  for (const row of rest) {
    const { kind } = row.entry
    if (kind === 'published') throw diverged('published_twice', row, id, life, undefined, kind)
    if (kind === 'sealed') throw diverged('malformed', row, id, life, null, id, '.entry.signal')
    if (!free && !life.ending) {
      // The first entry in the clear is the ending entry; it opens everything.
      if (!ENDINGS.includes(kind)) throw diverged('not_opened', row, id, life, ENDINGS.join(', '), kind)
      await openLevels(life, row, hash)
      await openEvents(life, row, seals, hash)
    }
    if (life.ending && ENDINGS.includes(kind))
      throw diverged('after_the_end', row, id, life, life.ending.kind, kind)
    life.events.push({ value: clearEvent(row), sequence: row.sequence, toldAt: row.entry.at })
    if (ENDINGS.includes(kind)) {
      const { at, result_r, reason, minutes } = row.entry.data as JsonObject
      life.ending = {
        kind,
        at: String(at),
        result: result_r ?? null,
        reason: reason ?? null,
        sequence: row.sequence,
        minutes: minutes ?? null,
      }
    }
  }
  return life
}

/** The state that results from the events. */
export function stateOf(life: SignalLife): State {
  if (life.ending) {
    return life.ending.kind === 'expired' || life.ending.kind === 'cancelled' ? life.ending.kind : 'closed'
  }
  return life.events.some(({ value }) => value.kind === 'entered') ? 'active' : 'pending'
}

async function openLevels(life: SignalLife, row: LedgerRow, hash: Hasher): Promise<void> {
  const { levels, nonce } = row.entry.data as JsonObject
  const opened = objectOf(levels)
  if (!opened || typeof nonce !== 'string')
    throw diverged('not_opened', row, life.id, life, 'levels, nonce', null)
  const computed = await commitmentOf(nonce, opened, hash)
  if (computed !== life.published.commitment) {
    throw diverged(
      'does_not_open',
      row,
      life.id,
      life,
      life.published.commitment,
      computed,
      '.entry.data.levels',
    )
  }
  life.levels = opened
  life.nonce = nonce
  life.opened += 1
}

async function openEvents(life: SignalLife, row: LedgerRow, seals: Seals, hash: Hasher): Promise<void> {
  let after = life.publishedSequence
  for (const [index, told] of listOf((row.entry.data as JsonObject).events).entries()) {
    const { nonce, sealed, ...value } = objectOf(told) ?? {}
    const { signal, ...event } = value
    const place = `.entry.data.events[${index}]`
    const fail = (
      problem: Diverged['divergence']['problem'],
      key: string,
      expected: unknown,
      found: unknown,
    ) => diverged(problem, row, life.id, life, expected, found, `${place}${key}`)
    const data = objectOf(event.data)
    if (typeof data?.author !== 'string') {
      // Only events that follow from a candle and the levels have no seal.
      if (!objectOf(data?.candle)) throw fail('not_sealed', '.data', 'author, candle', undefined)
      const key = misshapen(ENGINES_EVENT, objectOf(told))
      if (key !== null) throw fail('malformed', `.${key}`, Object.keys(ENGINES_EVENT).join(', '), key)
      life.events.push({ value: event, sequence: row.sequence, toldAt: row.entry.at })
      continue
    }
    const key = misshapen(ANALYSTS_EVENT, objectOf(told))
    if (key !== null && !['nonce', 'sealed', 'signal'].includes(key))
      throw fail('malformed', `.${key}`, Object.keys(ANALYSTS_EVENT).join(', '), key)
    const seal =
      typeof sealed === 'number' && sealed > after && sealed < row.sequence ? seals.get(sealed) : undefined
    if (!seal) throw fail('not_sealed', '.sealed', `a seal, ${after + 1} … ${row.sequence - 1}`, sealed)
    const computed = await commitmentOf(textOf(nonce) ?? '', value, hash)
    const { commitment } = seal.entry.data
    if (computed !== commitment) throw fail('does_not_open', '', commitment, computed)
    if (signal !== life.id) throw fail('does_not_open', '.signal', life.id, signal)
    const late = (microsOf(seal.entry.at) ?? Number.NaN) - (microsOf(event.at) ?? Number.NaN)
    if (!(late >= 0 && late <= SEALED_WITHIN_MICROS))
      throw fail('sealed_late', '.at', seal.entry.at, event.at)
    after = seal.sequence
    life.seals.push(seal.sequence)
    life.events.push({ value: event, sequence: seal.sequence, toldAt: seal.entry.at })
    life.opened += 1
  }
}

/** SHA-256 over nonce, line feed and canonical text; null if the value has no canonical text. */
export async function commitmentOf(nonce: string, value: Json, hash: Hasher): Promise<string | null> {
  const text = canonicalOrNull(value)
  return text === null ? null : await hash(`${nonce}\n${text}`)
}

/** An event recorded in the clear, without the fields that belong to the ending as a whole. */
function clearEvent({ entry }: LedgerRow): JsonObject {
  const {
    result_r: _result,
    reason: _reason,
    levels: _levels,
    nonce: _nonce,
    events: _events,
    minutes: _minutes,
    ...event
  } = entry.data as JsonObject
  return { kind: entry.kind, ...event }
}

function diverged(
  problem: Diverged['divergence']['problem'],
  row: LedgerRow | undefined,
  signal: string,
  life: SignalLife | undefined,
  expected: unknown,
  found: unknown,
  path = '.entry',
): Diverged {
  const sequence = row?.sequence ?? 0
  return new Diverged({
    check: 'commitments',
    problem,
    path: `entries[${sequence - 1}]${path}`,
    sequence,
    signal,
    ...(life && { number: life.number }),
    expected,
    found,
  })
}
