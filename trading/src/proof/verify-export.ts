// Owns the verification of a whole export, as run by the browser and by `npm run verify`. It trusts only what it has recomputed,
// and ends at the first divergence.

import { type Check, Diverged, type Divergence } from './divergence.ts'
import type { Json, LedgerRow } from './ledger.ts'
import type { MinutesOf } from './minute-parts.ts'
import { type JsonObject, objectOf, PROOF_FORMAT, PROOF_VERSIONS, type ProofExport } from './proof-format.ts'
import { readLife, type Seals, type SignalLife } from './signal-life.ts'
import { checkChain, entriesBySignal, type Hasher } from './verify-chain.ts'
import { type CheckpointOptions, type Confirmation, checkCheckpoints } from './verify-checkpoints.ts'
import { type BankOf, checkDailyTests, type DailyTestCounts } from './verify-daily-tests.ts'
import { checkDisplayed } from './verify-displayed.ts'
import { checkErrata } from './verify-errata.ts'
import { checkExpectations, type ExpectationCounts } from './verify-expectations.ts'
import { checkHeads, type KeptHead } from './verify-heads.ts'
import { checkIdeas, type IdeaCounts } from './verify-ideas.ts'
import { checkMinutes, promisedMinutes } from './verify-minutes.ts'
import { checkModeration } from './verify-moderation.ts'
import { checkOutcome } from './verify-outcomes.ts'
import {
  checkBesides,
  checkEntries,
  checkPublications,
  checkTerms,
  type Opened,
} from './verify-publication.ts'
import { checkStatements, type StatementCounts } from './verify-statements.ts'
import { checkStatistics } from './verify-statistics.ts'

export type ProofCounts = {
  entries: number
  /** Heads that match: daily heads and kept ones. */
  heads: number
  /** Signed trees that match these entries. */
  checkpoints: number
  signals: number
  /** Signals with open terms, each checked against the rules of publication. */
  published: number
  /** Signals with sealed levels: only their existence is proved. */
  sealed: number
  /** Commitments opened: levels, reasons and events. */
  commitments: number
  /** Seals that no end has opened yet: an analyst acted on a premium signal that is still open. */
  waiting: number
  /** Events that follow from the published rules. */
  outcomes: number
  /** Minutes of ended signals that were checked again; 0 if the minutes were not provided. */
  minutes: number
  figures: number
  /** Entries of the moderation's register: measures and their reversals. */
  moderation: number
  /** Mistakes of ours that were confirmed. */
  errata: number
  /** Counts of the statements; null until they are checked. */
  statements: StatementCounts | null
  /** Counts of the ideas; null until they are checked. */
  ideas: IdeaCounts | null
  /** Counts of the daily tests; null until they are checked. */
  tests: DailyTestCounts | null
  /** Counts of analysts' expectations; null until they are checked. */
  expectations: ExpectationCounts | null
}

export type ProofVerdict =
  | {
      verdict: 'concordant'
      counts: ProofCounts
      head: string | null
      /** Third parties that saw the chain, and when. */
      confirmations: Confirmation[]
      notRecomputed: string[]
    }
  | { verdict: 'divergent'; counts: ProofCounts; divergence: Divergence }

export type ProofProgress = { check: Check; done: number; total: number }

export type VerifyOptions = {
  hash: Hasher
  /** Heads that the reader kept. */
  kept?: readonly KeptHead[]
  /** The log's key, witnesses and checkpoints that the reader knows. */
  checkpoints?: CheckpointOptions
  /** If absent, no minutes are checked. */
  minutes?: MinutesOf
  /** If absent, the draws of daily tests are not computed again. */
  banks?: BankOf
  onProgress?: (progress: ProofProgress) => void
}

/** Verifies an export, which may be any JSON. Never rejects because of its content: that is a divergence. */
export async function verifyExport(file: Json, options: VerifyOptions): Promise<ProofVerdict> {
  const counts: ProofCounts = {
    entries: 0,
    heads: 0,
    checkpoints: 0,
    signals: 0,
    published: 0,
    sealed: 0,
    commitments: 0,
    waiting: 0,
    outcomes: 0,
    minutes: 0,
    figures: 0,
    moderation: 0,
    errata: 0,
    statements: null,
    ideas: null,
    tests: null,
    expectations: null,
  }
  try {
    const proof = readExport(file)
    return await verify(proof, options, counts)
  } catch (error) {
    if (error instanceof Diverged) return { verdict: 'divergent', counts, divergence: error.divergence }
    throw error
  }
}

async function verify(
  proof: ProofExport,
  options: VerifyOptions,
  counts: ProofCounts,
): Promise<ProofVerdict> {
  const { hash, kept = [], minutes, banks, onProgress = () => undefined } = options
  const { entries } = proof
  onProgress({ check: 'chain', done: 0, total: entries.length })
  await checkChain(entries, hash, (done) => onProgress({ check: 'chain', done, total: entries.length }))
  checkEntries(entries, proof.version)
  counts.entries = entries.length
  counts.heads = checkHeads(proof, kept)
  const { checkpoints, confirmations } = await checkCheckpoints(
    entries,
    proof.as_of,
    proof.checkpoints,
    options.checkpoints,
  )
  counts.checkpoints = checkpoints
  checkPublications(entries)
  counts.moderation = checkModeration(entries)
  counts.errata = checkErrata(entries)

  const bySignal = entriesBySignal(entries)
  const seals: Seals = new Map(
    entries.filter(({ entry }) => entry.kind === 'sealed').map((row) => [row.sequence, row]),
  )
  const shown = displayedRows(proof, bySignal)
  const asOfSummary: SignalLife[] = []
  const lives: SignalLife[] = []
  const opened: Opened[] = []
  let done = 0
  for (const [id, rows] of bySignal) {
    const life = await readLife(id, rows, seals, hash)
    lives.push(life)
    const { row, path } = shown.get(id) ?? missing(id, life)
    const asOf = Number(row.as_of)
    const displayed = await lifeAsOf(life, rows, asOf, seals, hash)
    await checkDisplayed(row, path, displayed, hash)
    counts.signals += 1
    counts.commitments += displayed.opened + (displayed.levels ? 1 : 0)
    if (displayed.levels) {
      opened.push(checkTerms(displayed, objectOf(row.reasons), Number(row.digits)))
      counts.outcomes += checkOutcome(displayed, Number(row.digits))
    } else counts.sealed += 1
    if (life.ending) {
      promisedMinutes(life)
      if (minutes) counts.minutes += (await checkMinutes(life, await minutes(id, 'signal'), hash)).minutes
    }
    if (life.publishedSequence <= proof.as_of) {
      asOfSummary.push(await lifeAsOf(life, rows, proof.as_of, seals, hash))
    }
    done += 1
    if (done % 10 === 0 || minutes)
      onProgress({ check: minutes ? 'minutes' : 'outcomes', done, total: bySignal.size })
  }
  checkBesides(opened)
  counts.published = opened.length
  counts.waiting = waitingSeals(seals, lives)
  const statistics = checkStatistics(proof, asOfSummary)
  counts.figures = statistics.figures
  onProgress({ check: 'statistics', done: 0, total: 1 })
  counts.statements = await checkStatements(proof, hash, minutes)
  counts.minutes += counts.statements.minutes
  counts.ideas = await checkIdeas(proof, hash, minutes)
  counts.minutes += counts.ideas.minutes
  counts.tests = await checkDailyTests(proof, banks)
  counts.expectations = checkExpectations(proof)
  onProgress({ check: 'statistics', done: 1, total: 1 })
  return {
    verdict: 'concordant',
    counts,
    head: entries.at(-1)?.hash ?? null,
    confirmations,
    notRecomputed: [
      ...statistics.notRecomputed,
      ...(counts.statements.scores > 0 && !minutes ? ['chance'] : []),
      ...(counts.tests.revealed > 0 && !banks ? ['draws'] : []),
    ],
  }
}

async function lifeAsOf(
  life: SignalLife,
  rows: readonly LedgerRow[],
  asOf: number,
  seals: Seals,
  hash: Hasher,
): Promise<SignalLife> {
  const then = rows.filter(({ sequence }) => sequence <= asOf)
  return then.length === rows.length ? life : await readLife(life.id, then, seals, hash)
}

/**
 * The number of seals that no end has opened. An end opens every seal of its signal, so an unopened seal must belong to a premium
 * signal that was published before it and has not ended. Any other seal can never be opened, which is a divergence.
 */
function waitingSeals(seals: Seals, lives: readonly SignalLife[]): number {
  const opened = new Set(lives.flatMap((life) => life.seals))
  const waiting = [...seals.values()].filter(({ sequence }) => !opened.has(sequence))
  const open = lives.filter((life) => !life.ending && life.published.tier === 'premium')
  const since = Math.min(...open.map(({ publishedSequence }) => publishedSequence))
  const orphan = waiting.find(({ sequence }) => sequence < since)
  if (!orphan) return waiting.length
  throw new Diverged({
    check: 'commitments',
    problem: 'never_opened',
    path: `entries[${orphan.sequence - 1}]`,
    sequence: orphan.sequence,
    expected: orphan.entry.data.commitment,
  })
}

const PARTS = [
  'as_of',
  'entries',
  'exported_at',
  'format',
  'head',
  'heads',
  'signals',
  'statistics',
  'version',
]

function readExport(file: Json): ProofExport {
  const proof = objectOf(file)
  const fail = (problem: 'unknown_format' | 'malformed', path: string, expected: unknown, found: unknown) =>
    new Diverged({ check: 'format', problem, path, expected, found })
  if (proof?.format !== PROOF_FORMAT) throw fail('unknown_format', 'format', PROOF_FORMAT, proof?.format)
  if (!PROOF_VERSIONS.includes(Number(proof.version)) || typeof proof.version !== 'number')
    throw fail('unknown_format', 'version', PROOF_VERSIONS.join(', '), proof.version)
  const lists = [
    ...(proof.version >= 5 ? ['statements'] : []),
    ...(proof.version >= 7 ? ['ideas', 'records'] : []),
  ]
  const named = [...PARTS, ...lists, ...(proof.version >= 5 ? ['scores'] : [])].sort().join()
  const parts = Object.keys(proof)
    .filter((key) => key !== 'checkpoints')
    .sort()
  if (parts.join() !== named) throw fail('malformed', '', named, parts.join())
  for (const key of ['entries', 'signals', 'heads', 'statistics', ...lists]) {
    if (!Array.isArray(proof[key])) throw fail('malformed', key, 'a list', typeof proof[key])
  }
  if (!Number.isSafeInteger(proof.as_of)) throw fail('malformed', 'as_of', 'a sequence', proof.as_of)
  return proof as unknown as ProofExport
}

/** The displayed rows by signal. Each signal has entries, is shown once, and is shown as of its publication or later. */
function displayedRows(proof: ProofExport, bySignal: ReadonlyMap<string, LedgerRow[]>) {
  const rows = new Map<string, { row: JsonObject; path: string }>()
  for (const [index, value] of proof.signals.entries()) {
    const path = `signals[${index}]`
    const row = objectOf(value)
    const id = String(row?.id)
    const fail = (
      problem: 'shown_twice' | 'not_in_ledger' | 'malformed',
      place: string,
      expected: unknown,
      found: unknown,
    ) =>
      new Diverged({
        check: 'displayed',
        problem,
        path: place,
        signal: id,
        number: Number(row?.number),
        expected,
        found,
      })
    const first = bySignal.get(id)?.[0]
    if (!row || !first) throw fail('not_in_ledger', path, undefined, id)
    if (rows.has(id)) throw fail('shown_twice', path, undefined, id)
    const { as_of } = row
    if (
      typeof as_of !== 'number' ||
      as_of < Math.max(first.sequence, proof.as_of) ||
      as_of > proof.entries.length
    ) {
      throw fail('malformed', `${path}.as_of`, `${proof.as_of} … ${proof.entries.length}`, as_of)
    }
    rows.set(id, { row, path })
  }
  return rows
}

function missing(id: string, life: SignalLife): never {
  throw new Diverged({
    check: 'displayed',
    problem: 'missing',
    path: 'signals',
    sequence: life.publishedSequence,
    signal: id,
    number: life.number,
    expected: id,
  })
}
