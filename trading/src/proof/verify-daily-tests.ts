// Owns the check of daily tests: each is committed to once, opened when its day has begun and revealed when it has ended, with the
// seed that was committed to. If the banks are provided, each draw is computed again.
import { type BankQuestion, seedCommitment, verifyDraw } from '../learning/draw.ts'
import { Diverged, type Divergence } from './divergence.ts'
import type { LedgerRow } from './ledger.ts'
import { type JsonObject, listOf, microsOf, objectOf, type ProofExport } from './proof-format.ts'

/** The bank that a day was drawn from, as in `public.daily_tests`; null if it is not known. */
export type BankOf = (day: string) => Promise<unknown>

export type DailyTestCounts = {
  tests: number
  /** Committed to when the day had begun already: nothing shows that nobody chose the seed. */
  late: number
  revealed: number
  /** Tests not revealed a day after their end. */
  overdue: number
  /** Draws that were computed again. */
  drawn: number
}

type Day = { committed: LedgerRow; opened?: LedgerRow; revealed?: LedgerRow }

/** Checks every daily test of an export. Throws Diverged at the first mismatch. */
export async function checkDailyTests(proof: ProofExport, bankOf?: BankOf): Promise<DailyTestCounts> {
  const days = daysOf(proof.entries)
  const counts = { tests: days.size, late: 0, revealed: 0, overdue: 0, drawn: 0 }
  const yesterday = parisDay(new Date((microsOf(proof.exported_at) ?? 0) / 1000 - DAY_MS).toISOString())
  for (const [name, day] of days) {
    if (parisDay(day.committed.entry.at) >= name) counts.late += 1
    if (!day.revealed) counts.overdue += name < yesterday ? 1 : 0
    else {
      counts.revealed += 1
      checkReveal(day, day.revealed)
      if (!bankOf || !day.opened) continue
      checkDraw(day, day.revealed, day.opened, await bankOf(name))
      counts.drawn += 1
    }
  }
  return counts
}

function daysOf(entries: readonly LedgerRow[]): Map<string, Day> {
  const days = new Map<string, Day>()
  for (const row of entries) {
    const { kind, at, data } = row.entry
    const name = String(data.day)
    const day = days.get(name)
    if (kind === 'test_committed') {
      if (day) throw diverged('publication', 'published_twice', row, 'data.day', undefined, name)
      days.set(name, { committed: row })
    } else if (kind === 'test_opened' || kind === 'test_revealed') {
      if (!day) throw diverged('publication', 'never_published', row, 'data.day', 'test_committed', name)
      if (day.revealed || (kind === 'test_opened' && day.opened))
        throw diverged('publication', 'after_the_end', row, 'kind', undefined, kind)
      const today = parisDay(at)
      if (kind === 'test_opened' ? today < name : today <= name)
        throw diverged('publication', 'out_of_time', row, 'at', `${kind} of ${name}`, at)
      if (kind === 'test_opened') day.opened = row
      else day.revealed = row
    }
  }
  return days
}

function checkReveal({ committed, opened }: Day, revealed: LedgerRow): void {
  const { seed, questions } = revealed.entry.data
  const { commitment } = committed.entry.data
  const sealed = seedCommitment(String(seed))
  if (sealed !== commitment)
    throw diverged('commitments', 'does_not_open', revealed, 'data.seed', commitment, sealed)
  if ((questions === null) !== (opened === undefined))
    throw diverged('publication', 'malformed', revealed, 'data.questions', 'null if never opened', questions)
}

function checkDraw({ committed }: Day, revealed: LedgerRow, opened: LedgerRow, given: unknown): void {
  const bank = readBank(given)
  const { commitment, bank: promised } = committed.entry.data
  const { seed, questions } = revealed.entry.data
  const wrong = bank
    ? verifyDraw({
        commitment: String(commitment),
        bank_hash: String(promised),
        seed: String(seed),
        beacon: opened.previous_hash,
        bank,
        questions: listOf(questions).map(String),
      })
    : 'bank'
  if (wrong === 'bank')
    throw diverged('commitments', 'does_not_open', committed, 'data.bank', promised, 'another bank')
  if (wrong) throw diverged('outcomes', 'not_by_the_rules', revealed, 'data.questions', 'the draw', questions)
}

function readBank(given: unknown): BankQuestion[] | null {
  if (!Array.isArray(given)) return null
  const read = given.map((one) => objectOf(one) as (JsonObject & BankQuestion) | null)
  const valid = read.every(
    (one) =>
      one &&
      [one.question, one.topic].every((text) => typeof text === 'string') &&
      [one.version, one.level].every(Number.isSafeInteger),
  )
  return valid && read.length > 0 ? (read as BankQuestion[]) : null
}

/** The banks of a file: JSON lines, or one JSON array, of rows with `day` and `bank`. Throws a SyntaxError for anything else. */
export function readBanks(text: string): BankOf {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const rows: unknown = text.trimStart().startsWith('[')
    ? JSON.parse(text)
    : lines.map((line) => JSON.parse(line))
  const banks = new Map((rows as { day?: unknown; bank?: unknown }[]).map((row) => [row?.day, row?.bank]))
  if ([...banks.keys()].some((day) => typeof day !== 'string')) throw new SyntaxError('A row names no day.')
  return async (day) => banks.get(day) ?? null
}

const DAY_MS = 86_400_000
const PARIS = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const parisDay = (at: string) => PARIS.format(Date.parse(at))

function diverged(
  check: Divergence['check'],
  problem: Divergence['problem'],
  { sequence }: LedgerRow,
  key: string,
  expected: unknown,
  found: unknown,
): Diverged {
  return new Diverged({
    check,
    problem,
    path: `entries[${sequence - 1}].entry.${key}`,
    sequence,
    expected,
    found,
  })
}
