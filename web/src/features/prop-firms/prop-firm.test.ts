import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matches, matchingChallenges, NO_FILTERS, readFilters, writeFilters } from './filters.ts'
import { dayOf, type Phase, promotionOn, type RuleVersion, rulesOn } from './prop-firm.ts'
import { cheapest, ranked } from './ranking.ts'
import { ruleChanges } from './rule-diff.ts'

const phase = (changes: Partial<Phase> = {}): Phase => ({
  kind: 'evaluation',
  target: '0.08',
  daily_loss: '0.05',
  daily_loss_from: 'balance',
  total_loss: '0.1',
  total_loss_kind: 'static',
  minimum_days: 4,
  time_limit_days: null,
  consistency: null,
  news: 'allowed',
  weekend: true,
  ...changes,
})
const version = (number: number, from: string, phases = [phase()]): RuleVersion => ({
  version: number,
  applies_from: from,
  phases,
  source: 'A page',
  source_url: null,
})
const told = (before: Phase[], after: Phase[]) =>
  ruleChanges(before, after).map(({ kind, phase: place, rule }) => `${kind} ${place} ${rule}`)

describe('the rules of a challenge', () => {
  const versions = [version(3, '2026-12-01'), version(2, '2026-06-01'), version(1, '2026-01-01')]

  it('are those of the newest version that has started', () => {
    expect(rulesOn({ versions }, '2026-11-21')?.version).toBe(2)
    expect(rulesOn({ versions }, '2026-12-01')?.version).toBe(3)
    expect(rulesOn({ versions }, '2025-12-31')).toBeNull()
  })

  it('of two versions on one day are those of the later version', () => {
    expect(
      rulesOn({ versions: [version(1, '2026-01-01'), version(2, '2026-01-01')] }, '2026-01-01')?.version,
    ).toBe(2)
  })
})

describe('a change of rules', () => {
  it('names each rule that differs, and its phase', () => {
    const funded = phase({ kind: 'funded', target: null })
    expect(
      told(
        [phase(), phase(), funded],
        [phase({ daily_loss: '0.04' }), phase(), { ...funded, weekend: false }],
      ),
    ).toEqual(['evaluation 1 daily_loss', 'funded 1 weekend'])
  })

  it('distinguishes added and removed phases from changed ones', () => {
    const funded = phase({ kind: 'funded', target: null })
    expect(told([phase(), phase(), funded], [phase(), funded])).toEqual(['evaluation 2 removed'])
    expect(told([funded], [phase(), funded])).toEqual(['evaluation 1 added'])
  })

  it('is empty between equal rules, and reverses in the other direction', () => {
    const some = fc.array(
      fc.record({
        kind: fc.constantFrom('evaluation' as const, 'funded' as const),
        target: fc.option(fc.constantFrom('0.08', '0.1')),
        minimum_days: fc.nat(5),
        weekend: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(some, some, (one, other) => {
        const [before, after] = [one.map(phase), other.map(phase)]
        expect(ruleChanges(before, before)).toEqual([])
        const swap = { added: 'removed', removed: 'added' } as Record<string, string>
        const back = told(after, before).map((text) => text.replace(/\w+$/, (rule) => swap[rule] ?? rule))
        expect(told(before, after)).toEqual(back)
      }),
    )
  })
})

describe('a promotion', () => {
  const text = { fr: 'x', en: 'x', es: 'x', it: 'x' }
  const firm = { promotion_code: 'CODE', promotion_text: text, promotion_ends_on: '2026-11-30' }

  it('is shown through its last day and not after', () => {
    expect(promotionOn(firm, '2026-11-30')?.code).toBe('CODE')
    expect(promotionOn(firm, '2026-12-01')).toBeNull()
    expect(promotionOn({ ...firm, promotion_code: null }, '2026-11-01')).toBeNull()
  })

  it('uses the local date of the visitor', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })
})

describe('the filters of the prop firms', () => {
  const challenge = (size: number, phases: Phase[]) => ({
    slug: 'x',
    name: 'x',
    account_size: size,
    fee: 1,
    currency: 'EUR',
    fee_refunded: true,
    split: '0.8',
    first_payout_days: 1,
    payout_every_days: 1,
    versions: [version(1, '2026-01-01', phases)],
  })
  const firm = {
    platforms: ['MetaTrader 5'],
    challenges: [
      challenge(10_000_00, [phase()]),
      challenge(100_000_00, [phase({ total_loss_kind: 'intraday' }), phase({ news: 'restricted' })]),
    ],
  }
  const day = '2026-11-21'

  it('round-trip through the address', () => {
    const filters = { platform: 'cTrader', loss: 'static', size: '50000', allowed: 'news' } as const
    expect(readFilters(writeFilters(new URLSearchParams('firm=a'), filters))).toEqual(filters)
    expect(readFilters(new URLSearchParams('perte=x&compte=1&permis=y'))).toEqual(NO_FILTERS)
  })

  it('must all match one challenge', () => {
    expect(matches(firm, { ...NO_FILTERS, size: '100000' }, day)).toBe(true)
    expect(matches(firm, { ...NO_FILTERS, loss: 'static' }, day)).toBe(true)
    // The large challenge restricts news trading in its second phase.
    expect(matches(firm, { ...NO_FILTERS, size: '100000', allowed: 'news' }, day)).toBe(false)
    expect(matches(firm, { ...NO_FILTERS, allowed: 'news' }, day)).toBe(true)
  })

  it('leave the challenges by which a firm is listed', () => {
    const sizes = (filters: object) =>
      matchingChallenges(firm, { ...NO_FILTERS, ...filters }, day).map(({ account_size: size }) => size)
    expect(sizes({})).toEqual([10_000_00, 100_000_00])
    expect(sizes({ size: '50000' })).toEqual([100_000_00])
    expect(sizes({ allowed: 'news' })).toEqual([10_000_00])
    expect(sizes({ size: '50000', allowed: 'news' })).toEqual([])
  })
})

describe('the order of the guide', () => {
  const firm = (name: string, ...sizes: [fee: number, size: number][]) => ({
    name,
    challenges: sizes.map(([fee, account_size]) => ({ fee, account_size })),
  })

  it('is by the fee relative to the account size, then by name', () => {
    const list = [
      firm('C', [250, 1000]),
      firm('D'),
      firm('B', [99, 1000], [499, 10_000]),
      firm('A', [250, 1000]),
    ]
    expect(ranked(list, ({ challenges }) => cheapest(challenges)).map(({ name }) => name)).toEqual([
      'B',
      'A',
      'C',
      'D',
    ])
    expect(cheapest(list[2]!.challenges)).toEqual({ fee: 499, account_size: 10_000 })
  })
})
