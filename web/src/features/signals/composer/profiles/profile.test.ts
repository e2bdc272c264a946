import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT } from '../draft.ts'
import { filledPattern } from './pattern.ts'
import { profileOf, withProfile } from './profile.ts'

const NOTHING: ReadonlySet<string> = new Set()
const DECLARED = '2026-11-19T08:55:00Z'
const today = (moment: string) => moment === DECLARED
const kept = (input: unknown, declared = DECLARED) => ({ input, declared_at: declared })

const SOURCE = {
  ...EMPTY_DRAFT,
  method: 'Range',
  style: 'swing',
  risk_percent: '0.5',
  validity_minutes: '1440',
  conflicts: 'None',
  counter_condition: 'a {timeframe} candle closes beyond {stop}',
  position_held: 'none',
  affiliate_link: 'no',
  targets: ['60', '40'].map((share) => ({ price: '1', share })),
}
const PASTED = {
  ...EMPTY_DRAFT,
  symbol: 'EURUSD',
  timeframe: 'H1',
  stop_loss: '1.0820',
  facts: 'Kept',
  risk_percent: '2',
  targets: [
    { price: '1.09', share: '50' },
    { price: '1.095', share: '50' },
  ],
}

describe('a profile', () => {
  it('fills what the text does not give, and leaves what it does', () => {
    const given = new Set(['symbol', 'stop_loss', 'targets', 'even shares', 'risk_percent', 'timeframe'])
    const filled = withProfile(PASTED, kept(profileOf(SOURCE)), given, today)
    expect(filled).toMatchObject({
      method: 'Range',
      style: 'swing',
      risk_percent: '2',
      timeframe: 'H1',
      facts: 'Kept',
      counter_condition: 'a H1 candle closes beyond 1.0820',
      position_held: 'none',
      targets: [
        { price: '1.09', share: '60' },
        { price: '1.095', share: '40' },
      ],
      asks: [],
    })
    expect(filled.profiled).toContain('method')
    expect(filled.profiled).not.toContain('risk_percent')
  })

  it('leaves shares that the text gives, and a different number of targets', () => {
    const given = new Set(['targets'])
    expect(withProfile(PASTED, kept(profileOf(SOURCE)), given, today).targets).toEqual(PASTED.targets)
    const one = { ...PASTED, targets: [{ price: '1.09', share: '100' }] }
    const even = new Set(['targets', 'even shares'])
    expect(withProfile(one, kept(profileOf(SOURCE)), even, today).targets).toEqual(one.targets)
  })

  it('asks about interests that were declared on another day, once, and about nothing that it answers', () => {
    const asks = ['validity_minutes', 'stop_loss'].map((field) => ({ key: 'other_price', field })) as never
    const old = kept(profileOf(SOURCE), '2026-11-18T08:55:00Z')
    const filled = withProfile({ ...PASTED, asks }, old, NOTHING, today)
    expect(filled.asks).toEqual([
      { key: 'other_price', field: 'stop_loss' },
      { key: 'declared_before', field: 'position_held' },
    ])
    expect(withProfile(filled, old, NOTHING, today).asks).toEqual(filled.asks)
    expect(withProfile(filled, kept(profileOf(SOURCE)), NOTHING, today).asks).toHaveLength(1)
  })

  it('changes nothing when what is stored is not a profile', () => {
    expect(withProfile(PASTED, kept('nonsense'), NOTHING, today)).toEqual(PASTED)
    expect(withProfile(PASTED, kept({ style: 3, shares: 'x' }), NOTHING, today)).toMatchObject({
      style: PASTED.style,
      targets: PASTED.targets,
    })
  })
})

describe('a pattern', () => {
  it('takes values by their name in each language', () => {
    expect(
      filledPattern('{stop} {Entrée} {objetivo} {strumento} {unité}', { ...PASTED, entry_low: '1.085' }),
    ).toBe('1.0820 1.085 1.09 EURUSD H1')
  })

  it('is not filled at all while a value is missing, and keeps braces that name nothing', () => {
    expect(filledPattern('beyond {stop}', EMPTY_DRAFT)).toBe('')
    expect(filledPattern('as {usual}', EMPTY_DRAFT)).toBe('as {usual}')
  })
})
