import { describe, expect, it } from 'vitest'
import { breakEvenChance, type IdeaDraft, ideaProblems, reachedFirst } from './idea.ts'

const EURUSD = {
  symbol: 'EURUSD',
  digits: 5,
  class: 'forex',
  baseCurrency: 'EUR',
  quoteCurrency: 'USD',
  pipSize: '0.0001',
  contractSize: '100000',
} as const
const DRAFT: IdeaDraft = {
  symbol: 'EURUSD',
  timeframe: 'M15',
  direction: 'sell',
  entry_low: '1.0875',
  entry_high: '1.0880',
  stop_loss: '1.0900',
  targets: [
    { price: '1.0850', share: '50' },
    { price: '1.0825', share: '50' },
  ],
  validity_minutes: 492,
  probability: '0.55',
  facts: 'Deux refus sous 1.0880 ce matin.',
  opinion: 'Un troisième refus est plus probable.',
  counter_thesis: 'Une clôture M15 au-dessus de 1.0882.',
}
const keys = (changes: Partial<IdeaDraft>) =>
  ideaProblems({ ...DRAFT, ...changes }, EURUSD).map(({ key, field }) => `${key} ${field}`)

describe('what may be published as an idea', () => {
  it('[S-109] is what may be as a signal, with a counter-thesis, a probability and at most two targets', () => {
    expect(keys({})).toEqual([])
    expect(keys({ counter_thesis: ' ' })).toEqual(['missing_text counter_thesis'])
    for (const probability of ['0', '1', '0.12345', '.5', '55'])
      expect(keys({ probability })).toEqual(['invalid_probability probability'])
    expect(keys({ stop_loss: '1.0870' })).toEqual(['stop_on_wrong_side stop_loss'])
    const three = ['1.0850', '1.0825', '1.0800'].map((price, index) => ({
      price,
      share: index ? '30' : '40',
    }))
    expect(keys({ targets: three })).toEqual(['too_many_targets targets'])
    expect(keys({ symbol: 'GBPUSD' })).toEqual(['unknown_instrument symbol'])
    expect(ideaProblems({}, undefined).length).toBeGreaterThan(5)
  })

  it('loses nothing on average at a probability that follows from the first target', () => {
    expect(breakEvenChance(1)).toBe(0.5)
    expect(breakEvenChance(3)).toBe(0.25)
    expect(breakEvenChance(0)).toBeNull()
  })

  it('reached target 1 before the stop, or did not, or was never in the market', () => {
    expect(reachedFirst(['entered', 'target_reached'], 'active')).toBe(true)
    expect(reachedFirst(['entered', 'target_reached', 'stopped'], 'closed')).toBe(true)
    expect(reachedFirst(['entered', 'stopped'], 'closed')).toBe(false)
    expect(reachedFirst(['entered'], 'active')).toBeNull()
    for (const state of ['pending', 'expired', 'cancelled']) expect(reachedFirst([], state)).toBeNull()
  })
})
