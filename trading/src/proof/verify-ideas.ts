// Owns the check of ideas: numbered in order, publishable, decided by the rules of signals and by the same code, displayed as recorded,
// and their authors' records computed again.

import { type IdeaDraft, ideaTermProblems } from '../ideas/idea.ts'
import { ideaRecord, type Recorded } from '../ideas/record.ts'
import { orderTypeAt } from '../levels.ts'
import { deadlineProblem } from '../statements/statement.ts'
import { Diverged, firstDifference } from './divergence.ts'
import { IDEA_LEVELS, IDEA_TERMS, misshapen } from './entry-shape.ts'
import { type IdeaLife, ideaDiverged, readIdeas } from './idea-life.ts'
import type { Json, LedgerRow } from './ledger.ts'
import type { MinutesOf } from './minute-parts.ts'
import { type JsonObject, microsOf, millisOf, objectOf, type ProofExport, textOf } from './proof-format.ts'
import { stateOf } from './signal-life.ts'
import type { Hasher } from './verify-chain.ts'
import { closeReason, digitsOf, realisedR } from './verify-displayed.ts'
import { checkMinutes, promisedMinutes } from './verify-minutes.ts'
import { checkOutcome } from './verify-outcomes.ts'
import { checkQuote, decimalsOf, NO_MONEY } from './verify-publication.ts'

const MINUTE = 60_000_000
/** Maximum delay before a record must count an entry, and before a sealed idea counts as overdue. */
const DAY = 1440 * MINUTE

/** The entries of each idea. */
type RowsOf = ReadonlyMap<string, readonly LedgerRow[]>

export type IdeaCounts = {
  ideas: number
  opened: number
  ended: number
  /** Sealed ideas that were not opened a day after their deadline. */
  overdue: number
  /** Events that follow from the published rules. */
  outcomes: number
  minutes: number
  /** Records of authors. */
  records: number
}

/** Checks every idea of an export. Throws Diverged at the first mismatch. */
export async function checkIdeas(proof: ProofExport, hash: Hasher, minutes?: MinutesOf): Promise<IdeaCounts> {
  checkPublishing(proof.entries)
  const lives = await readIdeas(proof.entries, hash)
  const rowsOf = Map.groupBy(proof.entries, ({ entry }) => String(entry.data.idea))
  const now = microsOf(proof.exported_at) ?? 0
  let [outcomes, count] = [0, 0]
  for (const life of lives) {
    if (!life.terms) continue
    checkTerms(life)
    outcomes += checkOutcome(life, digitsOf(life.levels!))
    if (!life.ending) continue
    promisedMinutes(life)
    if (minutes) count += (await checkMinutes(life, await minutes(life.id, 'idea'), hash)).minutes
  }
  await checkDisplayed(proof, lives, rowsOf, hash)
  return {
    ideas: lives.length,
    opened: lives.filter(({ terms }) => terms).length,
    ended: lives.filter(({ ending }) => ending).length,
    overdue: lives.filter(({ terms, published }) => !terms && microsOf(published.opens_at)! + DAY < now)
      .length,
    outcomes,
    minutes: count,
    records: await checkRecords(proof, lives, rowsOf, hash),
  }
}

/** Checks the public fields: the n-th idea has number n and enters the chain within a minute of its stated time. */
function checkPublishing(rows: readonly LedgerRow[]): void {
  for (const [index, row] of rows.filter(({ entry }) => entry.kind === 'idea_published').entries()) {
    const { at, data } = row.entry
    const fail = (problem: 'number' | 'out_of_time' | 'not_publishable', key: string, expected: unknown) =>
      ideaDiverged('publication', problem, row, key, expected, data[key])
    if (data.number !== index + 1) throw fail('number', 'number', index + 1)
    const late = microsOf(at)! - microsOf(data.published_at)!
    if (!(late >= 0 && late <= MINUTE)) throw fail('out_of_time', 'published_at', `≤ ${at}, 1 min`)
    const next = rows[row.sequence]?.entry
    const opens = next?.kind === 'idea_opened' && next.data.idea === data.idea
    if (data.sealed === false && !opens)
      throw ideaDiverged('commitments', 'not_opened', row, 'sealed', 'idea_opened', next?.kind)
    if (data.opens_at === null) continue
    if (data.sealed !== true) throw fail('not_publishable', 'sealed', true)
    const problem = deadlineProblem(millisOf(data.published_at)!, millisOf(data.opens_at)!)
    if (problem) throw fail('not_publishable', 'opens_at', problem.key)
  }
}

function checkTerms(life: IdeaLife): void {
  const { row, terms, levels } = life
  const fail = (problem: 'malformed' | 'not_publishable', key: string, expected: unknown, found: unknown) =>
    ideaDiverged('publication', problem, row, key, expected, found)
  const wrong = misshapen(IDEA_TERMS, terms)
  if (wrong !== null)
    throw fail('malformed', `terms.${wrong}`, Object.keys(IDEA_TERMS).join(', '), terms![wrong])
  const other = misshapen(IDEA_LEVELS, levels)
  if (other !== null)
    throw fail('malformed', `terms.levels.${other}`, Object.keys(IDEA_LEVELS).join(', '), levels![other])
  const waits = microsOf(levels!.expires_at)! - microsOf(life.published.published_at)!
  const draft = {
    ...(levels as unknown as IdeaDraft),
    probability: String(terms!.probability),
    validity_minutes: waits / MINUTE,
  }
  const digits = digitsOf(levels!)
  const [problem] = ideaTermProblems(draft, { ...NO_MONEY, symbol: draft.symbol, digits })
  if (problem) throw fail('not_publishable', `terms.${problem.field}`, problem.key, draft[problem.field])
  const prices = [draft.entry_low, draft.entry_high, ...draft.targets.map(({ price }) => price)]
  const odd = prices.find((price) => decimalsOf(price) !== digits)
  if (odd !== undefined) throw fail('not_publishable', 'terms.levels', `${digits} decimals`, odd)
  const quote = { bid: textOf(terms!.reference_bid)!, ask: textOf(terms!.reference_ask)! }
  const implied = orderTypeAt(draft, quote)
  if (levels!.order_type !== implied)
    throw fail('not_publishable', 'terms.levels.order_type', implied, levels!.order_type)
  checkQuote(life, { ...draft, order_type: implied }, terms!)
}

async function checkDisplayed(
  proof: ProofExport,
  lives: readonly IdeaLife[],
  rowsOf: RowsOf,
  hash: Hasher,
): Promise<void> {
  const byId = new Map(lives.map((life) => [life.id, life]))
  const seen = new Set<string>()
  for (const [index, value] of (proof.ideas ?? []).entries()) {
    const { as_of, ...row } = objectOf(value) ?? {}
    const [id, path] = [String(row.id), `ideas[${index}]`]
    const life = byId.get(id)
    const fail = (
      problem: 'not_in_ledger' | 'shown_twice' | 'malformed' | 'differs',
      place: string,
      expected: unknown,
      found: unknown,
    ) =>
      new Diverged({
        check: 'displayed',
        problem,
        path: place,
        idea: id,
        ...(life && { number: life.number }),
        expected,
        found,
      })
    if (!life) throw fail('not_in_ledger', path, undefined, id)
    if (seen.has(id)) throw fail('shown_twice', path, undefined, id)
    seen.add(id)
    const first = Math.max(life.publishedSequence, proof.as_of)
    if (typeof as_of !== 'number' || as_of < first || as_of > proof.entries.length)
      throw fail('malformed', `${path}.as_of`, `${proof.as_of} … ${proof.entries.length}`, as_of)
    const shown = shownOf((await livesUntil([life], rowsOf, as_of, hash))[0]!)
    const difference = firstDifference(shown, row as JsonObject, path)
    if (difference) throw fail('differs', difference.path, difference.expected, difference.found)
  }
  const missing = lives.find(({ id }) => !seen.has(id))
  if (missing) throw ideaDiverged('displayed', 'missing', missing.row, 'idea', missing.id, undefined)
}

/** The displayed row of an idea. */
export function shownOf(life: IdeaLife): JsonObject {
  const { idea, ...clear } = life.published
  const seen = { id: idea!, ...clear }
  if (!life.terms) return { ...seen, open: false }
  return {
    ...seen,
    open: true,
    state: stateOf(life),
    closed_at: life.ending?.at ?? null,
    realised_r: realisedR(life),
    close_reason: closeReason(life),
    terms: life.terms,
    events: life.events.map(({ value }, index) => ({ ...value, sequence: index + 1 })),
  }
}

/** Lives as of an entry. */
async function livesUntil(
  lives: readonly IdeaLife[],
  rowsOf: RowsOf,
  sequence: number,
  hash: Hasher,
): Promise<readonly IdeaLife[]> {
  const rows = lives.flatMap(({ id }) => rowsOf.get(id)!)
  const then = rows.filter((row) => row.sequence <= sequence)
  return then.length === rows.length ? lives : readIdeas(then, hash)
}

/** An idea as its author's record counts it. */
export function recordedOf(life: IdeaLife): Recorded {
  return {
    number: life.number,
    publishedAt: String(life.published.published_at),
    demonstration: life.published.demonstration === true,
    opened: life.terms && {
      state: stateOf(life),
      closedAt: life.ending?.at ?? null,
      r: realisedR(life),
      probability: String(life.terms.probability),
      kinds: life.events.map(({ value }) => String(value.kind)),
    },
  }
}

/** Computes the record of every author again, as of the entry that it names. Returns their number. */
async function checkRecords(
  proof: ProofExport,
  lives: readonly IdeaLife[],
  rowsOf: RowsOf,
  hash: Hasher,
): Promise<number> {
  const byAuthor = Map.groupBy(lives, ({ author }) => author)
  const fail = (
    problem: 'malformed' | 'missing' | 'differs',
    path: string,
    expected: unknown,
    found: unknown,
  ) => new Diverged({ check: 'statistics', problem, path, expected, found })
  const now = microsOf(proof.exported_at) ?? 0
  const shown = new Map<string, number>()
  const rows = Array.isArray(proof.records) ? proof.records : []
  for (const [index, value] of rows.entries()) {
    const { author, as_of, ...record } = objectOf(value as Json) ?? {}
    const own = byAuthor.get(String(author))
    const isKnown = own && !shown.has(String(author))
    if (!isKnown || !Number.isSafeInteger(as_of) || Number(as_of) > proof.as_of || Number(as_of) < 1)
      throw fail('malformed', `records[${index}]`, 'an author once, and an entry', value)
    shown.set(String(author), Number(as_of))
    const then = await livesUntil(own, rowsOf, Number(as_of), hash)
    const expected = ideaRecord(then.map(recordedOf)) as unknown as Json
    const difference = firstDifference(expected, record as Json, `records[${index}]`)
    if (difference) throw fail('differs', difference.path, difference.expected, difference.found)
  }
  // None is displayed before the first is kept.
  if (rows.length === 0) return 0
  const authorOf = new Map(lives.map(({ id, author }) => [id, author]))
  for (const { sequence, entry } of proof.entries) {
    if (!('idea' in entry.data) || sequence > proof.as_of) continue
    const counted = shown.get(authorOf.get(String(entry.data.idea))!) ?? 0
    const matters = entry.kind !== 'idea_event' || 'result_r' in entry.data
    if (matters && counted < sequence && microsOf(entry.at)! + DAY < now)
      throw fail('missing', 'records', `as_of ≥ ${sequence}`, counted)
  }
  return rows.length
}
