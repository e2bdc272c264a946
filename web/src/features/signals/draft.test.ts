import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT, plainPrice, toSignal, withParsed } from './draft.ts'

describe('the composer’s draft', () => {
  it('takes a decimal comma and blanks for what they mean', () => {
    expect(plainPrice(' 1,0850 ')).toBe('1.0850')
    expect(plainPrice('20 500,5')).toBe('20500.5')
  })

  it('sends a single price as both edges of the zone', () => {
    expect(toSignal({ ...EMPTY_DRAFT, entry_low: '1.0850', entry_high: '' })).toMatchObject({
      entry_low: '1.0850',
      entry_high: '1.0850',
      validity_hours: 8,
    })
  })

  it('puts what was pasted over what stood there and leaves the rest', () => {
    const draft = withParsed(
      { ...EMPTY_DRAFT, facts: 'Kept' },
      {
        symbol: 'EURUSD',
        stop_loss: '1.0820',
        targets: [
          { price: '1.0900', share: '' },
          { price: '1.0950', share: '' },
        ],
      },
    )
    expect(draft).toMatchObject({ symbol: 'EURUSD', stop_loss: '1.0820', facts: 'Kept' })
    expect(draft.targets).toEqual([
      { price: '1.0900', share: '50' },
      { price: '1.0950', share: '50' },
    ])
  })
})
