import { commitment, entryHash, type Json, type LedgerRow } from 'trading/proof/ledger'
import {
  type JsonObject,
  listOf,
  microsOf,
  millisOf,
  objectOf,
  type ProofExport,
} from 'trading/proof/proof-format'
import { readLife, type SignalLife } from 'trading/proof/signal-life'
import { decidedOf, livedOf, readStatements } from 'trading/proof/statement-life'
import { closeReason, digitsOf, displayedRow, realisedR } from 'trading/proof/verify-displayed'
import { seedOf } from 'trading/proof/verify-scores'
import { shownOf } from 'trading/proof/verify-statements'
import { figuresOf } from 'trading/proof/verify-statistics'
import { type MinutesPart, partText, readLine } from 'trading/signal-minutes'
import { chanceOf, type Lived } from 'trading/statements/chance'
import { resolve } from 'trading/statements/resolve'
import { cohortOf, type ScoreRow, scoreRows } from 'trading/statements/scores'
import type { StatementTerms } from 'trading/statements/statement'
import { deadlineBesides, renameExpectation, renewExpectations } from './expectation-refit.ts'
import { sha256 } from './proof-record.ts'
import { at, type Path } from './proof-tampering.ts'

type Branch = { [key: string]: unknown }
export type Record = { proof: ProofExport; minutes: Map<string, MinutesPart[]> }

/**
 * Simulates a forger who has every nonce and rewrites everything: one place of an export changes, and everything derived from it
 * is recomputed (the source of a displayed value, related times, minutes, seals, rows, figures, hashes and heads). The changed
 * place itself is kept.
 */
export async function refit(record: Record, path: Path, value: unknown): Promise<void> {
  const { proof } = record
  const before = at(proof, path)
  set(proof, path, value)
  const pinned = [{ path, value }]
  const source = sourceOf(proof, path) ?? deadlineBesides(proof, path)
  if (source) {
    set(proof, source, value)
    pinned.push({ path: source, value })
  }
  const renamed = /^(id|signal|statement|expectation)$/.test(String(path.at(-1)))
  if (renamed) rename(record, String(before), String(value))
  if (path.at(-1) === 'published_at') moveExpiry(proof, path, String(before), String(value))
  if (path.at(-2) === 'candle' || source?.at(-2) === 'candle') rewriteMinute(record, source ?? path)
  const entry = proof.entries[Number((source ?? path)[1])]?.entry
  if ((source ?? path)[0] === 'entries' && entry?.data.statement)
    resolveAnew(record, String(entry.data.statement))
  await renew(proof, pinned, renamed ? String(value) : idAt(proof, path), record.minutes)
}

/** Recomputes everything derived from the entries and the reasons, except pinned places, for one signal or all. */
export async function renew(
  proof: ProofExport,
  pinned: readonly { path: Path; value: unknown }[] = [],
  touched?: string,
  minutes: Record['minutes'] = new Map(),
): Promise<void> {
  reseal(proof)
  renewExpectations(proof)
  await renewEndings(proof, touched)
  chainAnew(proof, pinned)
  await renewRows(proof, touched)
  await renewStatistics(proof)
  await renewStatements(proof, minutes)
  for (const pin of pinned) set(proof, pin.path, pin.value)
}

function set(root: unknown, path: Path, value: unknown): void {
  const parent = at(root, path.slice(0, -1)) as Branch
  parent[path.at(-1) as string] = value
}

const entriesOf = (proof: ProofExport, id: unknown) =>
  proof.entries.filter(({ entry }) => entry.signal === id)
const openingOf = (proof: ProofExport, id: unknown) =>
  entriesOf(proof, id).find(({ entry }) => entry.data.levels !== undefined)

/**
 * The place in the chain that a displayed value comes from; undefined if the value is itself in the chain or derived from several
 * values.
 */
function sourceOf(proof: ProofExport, path: Path): Path | undefined {
  if (path[0] === 'heads') {
    const heads = proof.entries.filter(({ entry }) => entry.kind === 'head')
    const place = proof.entries.indexOf(heads[Number(path[1])]!)
    return ['entries', place, 'entry', ...(path[2] === 'recorded_at' ? ['at'] : ['data', path[2]!])]
  }
  if (path[0] === 'statements') return statementSource(proof, path)
  if (path[0] !== 'signals') return undefined
  const [, index, key, ...rest] = path
  const { id } = proof.signals[Number(index)]!
  const own = entriesOf(proof, id)
  const entry = (row: LedgerRow | undefined, ...parts: Path): Path | undefined =>
    row && ['entries', proof.entries.indexOf(row), 'entry', ...parts]
  if (key === 'levels') return entry(openingOf(proof, id), 'data', 'levels', ...rest)
  const ending = own.find(({ entry }) => entry.data.minutes !== undefined)
  const END: Branch = { closed_at: 'at', realised_r: 'result_r', close_reason: 'reason' }
  if (String(key) in END) return entry(ending, 'data', String(END[String(key)]))
  if (key === 'events') {
    const place = Number(rest[0]) - 1
    if (place < 0 || !['kind', 'at', 'price', 'r', 'data'].includes(String(rest[1]))) return undefined
    const opened = listOf(ending?.entry.data.events).length
    if (place < opened) return entry(ending, 'data', 'events', place, ...rest.slice(1))
    const row = own[place - opened + 1]
    return rest[1] === 'kind' ? entry(row, 'kind') : entry(row, 'data', ...rest.slice(1))
  }
  return key !== undefined && own[0] && String(key) in own[0].entry.data
    ? entry(own[0], 'data', key)
    : undefined
}

function statementSource(proof: ProofExport, [, index, key, ...rest]: Path): Path | undefined {
  const { id } = proof.statements![Number(index)]!
  const own = proof.entries.filter(({ entry }) => entry.data.statement === id)
  const told = key === 'id' ? 'statement' : key === 'decided_at' ? 'at' : String(key)
  const row = own.findLast(({ entry }) => told in entry.data)
  return row && ['entries', proof.entries.indexOf(row), 'entry', 'data', told, ...rest]
}

/** Replaces the id of a signal, a statement or an expectation everywhere. */
function rename({ proof, minutes }: Record, before: string, value: string): void {
  for (const { entry } of proof.entries) {
    if (entry.signal === before) (entry as Branch).signal = value
    if (entry.data.statement === before) (entry.data as Branch).statement = value
    for (const event of listOf(entry.data.events))
      if (objectOf(event)?.signal === before) (event as Branch).signal = value
  }
  for (const row of [...proof.signals, ...(proof.statements ?? [])])
    if (row.id === before) (row as Branch).id = value
  renameExpectation(proof, before, value)
  const parts = minutes.get(before)
  if (parts) minutes.set(value, parts)
}

/** The signal that a place belongs to. */
function idAt(proof: ProofExport, [part, index]: Path): string | undefined {
  const id =
    part === 'signals' ? proof.signals[Number(index)]?.id : proof.entries[Number(index)]?.entry.signal
  return typeof id === 'string' ? id : undefined
}

/** Validity is relative to the publication, so the expiry moves with it. */
function moveExpiry(proof: ProofExport, path: Path, before: string, value: string): void {
  const id = idAt(proof, path)
  const levels = objectOf(openingOf(proof, id)?.entry.data.levels) as Branch | null
  const [from, to, end] = [microsOf(before), microsOf(value), microsOf(String(levels?.expires_at))]
  if (levels && from !== null && to !== null && end !== null) levels.expires_at = stamp(end + to - from)
}

export const stamp = (micros: number) =>
  `${new Date(Math.floor(micros / 1000)).toISOString().slice(0, 23)}${String(micros % 1000).padStart(3, '0')}Z`

/** Copies a changed candle price into the signal's minutes, and their hash into its ending entry. */
function rewriteMinute({ proof, minutes }: Record, path: Path): void {
  const row = proof.entries[Number(path[1])]
  const id = row?.entry.signal ?? row?.entry.data.statement
  const parts = minutes.get(String(id))
  const candle = at(proof, path.slice(0, -1)) as Branch
  const opened = String(candle?.opened_at)
  const part = parts?.find(({ day }) => opened.startsWith(day))
  if (!part) return
  const line = ['open', 'high', 'low', 'close', 'spread'].map((key) => candle[key]).join(' ')
  const minute = opened.slice(11, 16)
  part.minutes = part.minutes.replace(new RegExp(`^${minute} .*$`, 'm'), `${minute} ${line}`)
  for (const { entry } of proof.entries)
    for (const promised of listOf(entry.data.minutes))
      if ((entry.signal ?? entry.data.statement) === id && objectOf(promised)?.day === part.day)
        (promised as Branch).sha256 = sha256(partText(part))
}

const sealed = (nonce: unknown, value: unknown): string | null => {
  try {
    return commitment(String(nonce), value as Json)
  } catch {
    return null
  }
}

function reseal(proof: ProofExport): void {
  for (const { entry } of proof.entries) {
    if (objectOf(entry.data.levels)) {
      const published = entriesOf(proof, entry.signal)[0]?.entry.data as Branch
      const row = proof.signals.find(({ id }) => id === entry.signal)
      published.commitment = sealed(entry.data.nonce, entry.data.levels)
      published.reasons_commitment = sealed(entry.data.nonce, row?.reasons)
    }
    if (objectOf(entry.data.terms)) {
      const stated = proof.entries.find(
        (row) => row.entry.kind === 'stated' && row.entry.data.statement === entry.data.statement,
      )?.entry.data
      if (stated) (stated as Branch).commitment = sealed(entry.data.nonce, entry.data.terms)
    }
    for (const event of listOf(entry.data.events)) {
      const { nonce, sealed: place, ...value } = event as JsonObject
      const seal = proof.entries[Number(place) - 1]?.entry
      if (seal?.kind === 'sealed') (seal.data as Branch).commitment = sealed(nonce, value)
    }
  }
}

async function lifeOf(proof: ProofExport, id: string): Promise<SignalLife | null> {
  const seals = new Map(
    proof.entries.filter(({ entry }) => entry.kind === 'sealed').map((row) => [row.sequence, row]),
  )
  try {
    return await readLife(id, entriesOf(proof, id), seals, sha256)
  } catch {
    // Leave unreadable values unchanged: the check will find them.
    return null
  }
}

/** Recomputes the sum in the ending entry. */
async function renewEndings(proof: ProofExport, touched = ''): Promise<void> {
  for (const { entry } of proof.entries) {
    if (entry.data.minutes === undefined || entry.signal === null) continue
    if (touched && entry.signal !== touched) continue
    const life = await lifeOf(proof, entry.signal)
    if (life?.ending) Object.assign(entry.data, { result_r: realisedR(life), reason: closeReason(life) })
  }
}

/** Recomputes every hash and head from the first entry on, except pinned places. */
export function chainAnew(proof: ProofExport, pinned: readonly { path: Path; value: unknown }[]): void {
  for (const [index, row] of proof.entries.entries()) {
    const { entry } = row
    const of = entry.kind === 'head' ? proof.entries[Number(entry.data.sequence) - 1] : undefined
    if (of) Object.assign(entry.data, { hash: of.hash, at: of.entry.at })
    row.previous_hash = proof.entries[index - 1]?.hash ?? '0'.repeat(64)
    const own = pinned.filter(({ path }) => path[0] === 'entries' && path[1] === index)
    const pin = () => {
      for (const { path, value } of own) set(proof, path, value)
    }
    pin()
    try {
      row.hash = entryHash(row.previous_hash, entry)
    } catch {
      row.hash = '0'.repeat(64)
    }
    pin()
  }
  proof.heads = proof.entries
    .filter(({ entry }) => entry.kind === 'head')
    .map(({ entry }) => ({ ...entry.data, recorded_at: entry.at })) as Json
  const last = proof.entries.at(-1)!
  proof.head = { sequence: last.sequence, hash: last.hash, at: last.entry.at }
}

async function renewRows(proof: ProofExport, touched = ''): Promise<void> {
  for (const [index, row] of proof.signals.entries()) {
    if (touched && row.id !== touched) continue
    const life = await lifeOf(proof, String(row.id))
    if (!life) continue
    const digits = life.levels ? digitsOf(life.levels) : 0
    if (Number.isNaN(digits)) continue
    proof.signals[index] = { ...displayedRow(life, objectOf(row.reasons), digits), as_of: row.as_of! }
  }
}

async function renewStatistics(proof: ProofExport): Promise<void> {
  const lives: SignalLife[] = []
  for (const id of new Set(proof.entries.flatMap(({ entry }) => entry.signal ?? []))) {
    const life = await lifeOf(proof, id)
    if (!life) return
    lives.push(life)
  }
  const now = microsOf(proof.exported_at)
  if (now === null) return
  for (const period of proof.statistics as Branch[]) {
    const since = now - Number(period.days) * 86_400_000_000
    const within = lives.filter(({ published }) => (microsOf(published.published_at) ?? 0) > since)
    try {
      period.figures = JSON.parse(JSON.stringify(figuresOf(within)), (key, value) =>
        typeof value === 'number' && /^(since|until|at)$|_(from|to)$/.test(key) ? stamp(value) : value,
      )
    } catch {
      return
    }
  }
}

/** Resolves a statement again from its current terms and minutes. */
function resolveAnew({ proof, minutes }: Record, id: string): void {
  const own = proof.entries.filter(({ entry }) => entry.data.statement === id).map(({ entry }) => entry)
  const [stated, resolved] = [own[0], own.find(({ kind }) => kind === 'resolved')]
  const terms = own.find(({ data }) => data.terms)?.data.terms as unknown as StatementTerms | undefined
  const deadline = millisOf(stated?.data.deadline)
  if (!resolved || !terms || deadline === null || !minutes.has(id)) return
  const candles = (minutes.get(id) ?? []).flatMap(({ day, minutes: lines }) =>
    lines.split('\n').flatMap((line) => {
      const read = readLine(Date.parse(`${day}T00:00:00Z`), line)
      return read && 'candle' in read ? read.candle : []
    }),
  )
  try {
    const { outcome, at, candle } = resolve(terms, deadline, candles)
    const { openedAt, ...prices } = candle ?? { openedAt: 0 }
    const evidence = candle && { opened_at: new Date(openedAt).toISOString(), ...prices }
    Object.assign(resolved.data, { outcome, at: stamp(at * 1000), candle: evidence })
  } catch {
    // Leave a statement that cannot be resolved unchanged: the check will find it.
  }
}

const chances = new Map<string, ReturnType<typeof chanceOf>>()

/** Most of the places that are rewritten leave the cohorts as they were, whose thousand draws take longer than all the rest. */
function chanceOnce(cohort: readonly Lived[], seed: string): ReturnType<typeof chanceOf> {
  const key = sha256(JSON.stringify([cohort, seed]))
  const known = chances.get(key)
  if (known !== undefined) return known
  const found = chanceOf(cohort, seed)
  chances.set(key, found)
  return found
}

/** Recomputes the rows of statements and their scores, as far as they can be read. */
async function renewStatements(proof: ProofExport, minutes: Record['minutes']): Promise<void> {
  try {
    const lives = await readStatements(proof.entries, sha256)
    proof.statements = proof.statements!.map((row) => {
      const life = lives.find(({ id }) => id === row.id)
      return life ? { ...shownOf(life), as_of: row.as_of! } : row
    })
    const { as_of, rows } = objectOf(proof.scores)!
    const counted = lives.filter(({ resolved }) => resolved && resolved.sequence <= Number(as_of))
    const lived = new Map<string, Lived>()
    if (minutes.size > 0)
      for (const life of counted) lived.set(life.id, await livedOf(life, minutes.get(life.id) ?? [], sha256))
    const shown = rows as unknown as ScoreRow[]
    const renewed = scoreRows(counted.map(decidedOf), ({ author_kind, cohort }) => {
      if (minutes.size === 0)
        return shown.find((row) => row.author_kind === author_kind && row.cohort === cohort)?.chance ?? null
      const members = counted.filter(
        ({ stated }) => stated.author_kind === author_kind && cohortOf(String(stated.deadline)) === cohort,
      )
      return chanceOnce(
        members.map(({ id }) => lived.get(id)!),
        seedOf(members),
      )
    })
    proof.scores = { as_of: as_of!, rows: renewed as unknown as Json }
  } catch {
    // Leave unreadable values unchanged: the check will find them.
  }
}
