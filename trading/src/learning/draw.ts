// Owns the draw of the daily test: the ten questions that a seed, a beacon and a bank give, which anybody can compute again
// (docs/proof.md, "The daily test"). The seed is committed to the day before; the beacon is the ledger's last hash when the day
// opens, which nobody knows at the time of the commitment.
import { canonicalJson, sha256Hex } from '../proof/ledger.ts'

export const QUESTIONS_A_DAY = 10
/** A question returns after so many days at the earliest, if the bank is large enough. */
export const DAYS_APART = 30
/** A smaller choice makes tomorrow's test easy to guess: questions then return earlier, the longest unseen first. */
const FEWEST_TO_CHOOSE_FROM = 2 * QUESTIONS_A_DAY
/** Questions of each level: easy, medium, hard. */
const LEVELS: readonly number[] = [3, 4, 3]

/** A question of the bank as committed to. Levels are 1 (easy) to 3 (hard). */
export type BankQuestion = { question: string; version: number; topic: string; level: number }

/** The hash that fixes a bank. Its order does not matter. */
export const bankHash = (bank: readonly BankQuestion[]): string =>
  sha256Hex(
    canonicalJson(
      ordered(bank).map(({ question, version, topic, level }) => ({ question, version, topic, level })),
    ),
  )

/** The commitment to a seed of 64 hexadecimal digits: SHA-256 of this text. */
export const seedCommitment = (seed: string): string => sha256Hex(seed)

/** What the draw takes its luck from. */
export const luckOf = (seed: string, beacon: string): string => sha256Hex(`${seed}\n${beacon}`)

/**
 * The questions that may be drawn for a day: those not asked within the last 30 days, and if these are fewer than twenty, the
 * longest unseen of the others. `daysSince` is the number of days since a question was last asked; null if never.
 */
export function bankFor<Question extends BankQuestion>(
  questions: readonly Question[],
  daysSince: (question: string) => number | null,
): Question[] {
  const since = ({ question }: Question) => daysSince(question) ?? Number.POSITIVE_INFINITY
  const longestUnseen = ordered(questions).sort((one, other) =>
    since(one) < since(other) ? 1 : since(one) > since(other) ? -1 : 0,
  )
  return ordered(
    longestUnseen.filter((question, place) => since(question) > DAYS_APART || place < FEWEST_TO_CHOOSE_FROM),
  )
}

/**
 * The questions of a day, easy ones first: every topic at least once and as evenly as possible, and three easy, four medium and
 * three hard ones, as far as the bank allows. Each question has a number, SHA-256 of luck and question; the lowest is always drawn.
 */
export function drawDay(bank: readonly BankQuestion[], luck: string): BankQuestion[] {
  const numbered = new Map(bank.map((one) => [one.question, sha256Hex(`${luck}\n${one.question}`)]))
  const number = ({ question }: BankQuestion) => numbered.get(question)!
  const waiting = [...bank].sort((one, other) => (number(one) < number(other) ? -1 : 1))
  const drawn: BankQuestion[] = []
  const most = Math.ceil(QUESTIONS_A_DAY / new Set(bank.map(({ topic }) => topic)).size)
  const ofTopic = ({ topic }: BankQuestion) => drawn.filter((one) => one.topic === topic).length
  const levelIsFree = ({ level }: BankQuestion) =>
    drawn.filter((one) => one.level === level).length < (LEVELS[level - 1] ?? 0)
  const rounds: ((one: BankQuestion) => boolean)[] = [
    (one) => ofTopic(one) === 0 && levelIsFree(one),
    (one) => ofTopic(one) === 0,
    (one) => ofTopic(one) < most && levelIsFree(one),
    (one) => ofTopic(one) < most,
    () => true,
  ]
  for (const fits of rounds)
    for (const one of waiting)
      if (drawn.length < QUESTIONS_A_DAY && !drawn.includes(one) && fits(one)) drawn.push(one)
  return drawn.sort((one, other) => one.level - other.level || (number(one) < number(other) ? -1 : 1))
}

/** A day's draw as published after its end. */
export type PublishedDraw = {
  commitment: string
  bank_hash: string
  seed: string
  beacon: string
  bank: readonly BankQuestion[]
  /** Identifiers in order. */
  questions: readonly string[]
}

/** What does not hold in a published draw; null if the questions are those that seed, beacon and bank give. */
export function verifyDraw(draw: PublishedDraw): 'seed' | 'bank' | 'questions' | null {
  if (seedCommitment(draw.seed) !== draw.commitment) return 'seed'
  if (bankHash(draw.bank) !== draw.bank_hash) return 'bank'
  const drawn = drawDay(draw.bank, luckOf(draw.seed, draw.beacon)).map(({ question }) => question)
  return drawn.join() === draw.questions.join() ? null : 'questions'
}

const ordered = <Question extends BankQuestion>(bank: readonly Question[]): Question[] =>
  [...bank].sort((one, other) => (one.question < other.question ? -1 : 1))
