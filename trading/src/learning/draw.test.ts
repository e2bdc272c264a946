import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../proof/ledger.ts'
import { type BankQuestion, bankFor, bankHash, drawDay, luckOf, seedCommitment, verifyDraw } from './draw.ts'

const TOPICS = ['risk', 'technical', 'fundamental', 'psychology', 'mechanics', 'regulation']
const anyBank = (least: number): fc.Arbitrary<BankQuestion[]> =>
  fc.uniqueArray(
    fc.record({
      question: fc.uuid(),
      version: fc.integer({ min: 1, max: 9 }),
      topic: fc.constantFrom(...TOPICS),
      level: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: least, maxLength: 60, selector: ({ question }) => question },
  )
const anyLuck = fc.string().map(sha256Hex)
/** A bank like the one that ships: every topic and level many times. */
const FULL: BankQuestion[] = Array.from({ length: 180 }, (_, index) => ({
  question: `question-${index}`,
  version: 1,
  topic: TOPICS[index % 6]!,
  level: 1 + (Math.floor(index / 6) % 3),
}))

describe('[S-111] the draw of a day', () => {
  it('gives ten different questions of the bank, whatever the seed and the order of the bank', () => {
    fc.assert(
      fc.property(anyBank(10), anyLuck, (bank, luck) => {
        const drawn = drawDay(bank, luck)
        expect(new Set(drawn).size).toBe(10)
        expect(bank).toEqual(expect.arrayContaining(drawn))
        expect(drawDay([...bank].reverse(), luck)).toEqual(drawn)
      }),
    )
  })

  it('has every topic of the bank, no topic more than twice, and three easy, four medium, three hard questions', () => {
    fc.assert(
      fc.property(anyLuck, (luck) => {
        const drawn = drawDay(FULL, luck)
        expect(drawn.map(({ level }) => level)).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 3, 3])
        const topics = Map.groupBy(drawn, ({ topic }) => topic)
        expect(topics.size).toBe(6)
        expect(Math.max(...[...topics.values()].map(({ length }) => length))).toBe(2)
      }),
    )
  })

  it('reaches every question of the bank', () => {
    const seen = new Set<string>()
    for (let day = 0; day < 400; day++)
      for (const { question } of drawDay(FULL, sha256Hex(`${day}`))) seen.add(question)
    expect(seen.size).toBe(FULL.length)
  })

  it('takes fewer than ten questions from a bank that has fewer', () => {
    expect(drawDay(FULL.slice(0, 4), 'a')).toHaveLength(4)
  })
})

describe('[S-111] the bank of a day', () => {
  it('leaves out what was asked within thirty days, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 1, max: 90 })), { minLength: 180, maxLength: 180 }),
        (ages) => {
          fc.pre(ages.filter((age) => age === null || age > 30).length >= 20)
          const bank = bankFor(FULL, (question) => ages[Number(question.slice(9))] ?? null)
          expect(new Set(bank.map(({ question }) => question))).toEqual(
            new Set(FULL.filter((_, index) => (ages[index] ?? 31) > 30).map(({ question }) => question)),
          )
        },
      ),
    )
  })

  it('never repeats a question within thirty days over a year with a bank of 330, and with a small one as late as it can', () => {
    const longest = (size: number) => {
      const bank = Array.from({ length: size }, (_, index) => ({
        ...FULL[index % 180]!,
        question: `q${index}`,
      }))
      const asked = new Map<string, number>()
      let soonest = Number.POSITIVE_INFINITY
      for (let day = 0; day < 365; day++) {
        const choice = bankFor(bank, (question) => (asked.has(question) ? day - asked.get(question)! : null))
        for (const { question } of drawDay(choice, sha256Hex(`${size} ${day}`))) {
          if (asked.has(question)) soonest = Math.min(soonest, day - asked.get(question)!)
          asked.set(question, day)
        }
      }
      return soonest
    }
    expect(longest(330)).toBeGreaterThan(30)
    expect(longest(160)).toBeGreaterThanOrEqual(14)
  })
})

describe('[S-111] a published draw', () => {
  const seed = sha256Hex('seed')
  const beacon = sha256Hex('beacon')
  const draw = {
    commitment: seedCommitment(seed),
    bank_hash: bankHash(FULL),
    seed,
    beacon,
    bank: FULL,
    questions: drawDay(FULL, luckOf(seed, beacon)).map(({ question }) => question),
  }

  it('is confirmed by whoever computes it again, in whatever order the bank is given', () => {
    expect(verifyDraw(draw)).toBeNull()
    expect(verifyDraw({ ...draw, bank: [...FULL].reverse() })).toBeNull()
  })

  it('is refused with another seed, another bank, another beacon or other questions', () => {
    expect(verifyDraw({ ...draw, seed: sha256Hex('other') })).toBe('seed')
    expect(verifyDraw({ ...draw, bank: FULL.slice(1) })).toBe('bank')
    expect(verifyDraw({ ...draw, bank: [{ ...FULL[0]!, version: 2 }, ...FULL.slice(1)] })).toBe('bank')
    expect(verifyDraw({ ...draw, beacon: sha256Hex('other') })).toBe('questions')
    expect(verifyDraw({ ...draw, questions: [...draw.questions].reverse() })).toBe('questions')
  })
})
