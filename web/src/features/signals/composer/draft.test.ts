import { describe, expect, it } from 'vitest'
import {
  draftOf,
  draftOfParsed,
  EMPTY_DRAFT,
  isBlank,
  keptInput,
  plainPrice,
  toSignal,
  withConfirmed,
  withTyped,
} from './draft.ts'

describe('the composer’s draft', () => {
  it('takes a decimal comma and blanks for what they mean', () => {
    expect(plainPrice(' 1,0850 ')).toBe('1.0850')
    expect(plainPrice('20 500,5')).toBe('20500.5')
  })

  it('sends a single price as both edges of the zone', () => {
    expect(toSignal({ ...EMPTY_DRAFT, entry_low: '1.0850', entry_high: '' })).toMatchObject({
      entry_low: '1.0850',
      entry_high: '1.0850',
      validity_minutes: 480,
    })
  })

  it('sends a stop rule only where one is set, and what trailing waits for only with a distance', () => {
    const rules = (changes: object) => {
      const { break_even_after, trailing_distance, trailing_after } = toSignal({ ...EMPTY_DRAFT, ...changes })
      return JSON.parse(JSON.stringify({ break_even_after, trailing_distance, trailing_after }))
    }
    expect(rules({})).toEqual({})
    expect('break_even_after' in toSignal(EMPTY_DRAFT)).toBe(false)
    expect(rules({ break_even_after: '2' })).toEqual({ break_even_after: 2 })
    expect(rules({ trailing_after: '1' })).toEqual({})
    expect(rules({ trailing_distance: '0,0015', trailing_after: '1' })).toEqual({
      trailing_distance: '0.0015',
      trailing_after: 1,
    })
  })

  it('comes back as it was typed, and empty where what is kept is not a draft', () => {
    const typed = { ...EMPTY_DRAFT, stop_loss: '1,08 x', targets: [{ price: '1,', share: '' }] }
    expect(draftOf(JSON.parse(JSON.stringify(keptInput(typed))))).toEqual(typed)
    for (const odd of [
      null,
      'x',
      [],
      {},
      { typed: [] },
      { typed: { stop_loss: 3, targets: [{ price: 1 }] } },
    ]) {
      expect(isBlank(draftOf(odd))).toBe(true)
    }
  })

  it('is made of a pasted text alone: what the text does not say is as in an empty one', () => {
    const draft = draftOfParsed({
      draft: {
        symbol: 'EURUSD',
        stop_loss: '1.0820',
        targets: [
          { price: '1.0900', share: '' },
          { price: '1.0950', share: '' },
        ],
      },
      doubts: [{ key: 'other_price', field: 'stop_loss' }],
    })
    expect(draft).toEqual({
      ...EMPTY_DRAFT,
      symbol: 'EURUSD',
      stop_loss: '1.0820',
      targets: [
        { price: '1.0900', share: '50' },
        { price: '1.0950', share: '50' },
      ],
      asks: [{ key: 'other_price', field: 'stop_loss' }],
    })
  })

  it('asks about a field until it is confirmed or changed, and about a zone until one of its edges is', () => {
    const asks = [
      { key: 'other_price', field: 'entry_low' },
      { key: 'computed', field: 'stop_loss' },
      { key: 'words_between', field: 'stop_loss' },
    ] as const
    const draft = { ...EMPTY_DRAFT, asks }
    expect(withTyped(draft, { facts: 'x' }).asks).toEqual(asks)
    expect(withTyped(draft, { entry_high: '1.09' }).asks.map(({ field }) => field)).toEqual([
      'stop_loss',
      'stop_loss',
    ])
    expect(withTyped(draft, { stop_loss: '1.08' }).asks).toEqual([asks[0]])
    expect(withConfirmed(draft, 'stop_loss').asks).toEqual([asks[0]])
    expect(toSignal(draft)).not.toHaveProperty('asks')
  })

  it('is kept with what it still asks, and takes no question that it does not know', () => {
    const draft = {
      ...EMPTY_DRAFT,
      stop_loss: '1.08',
      asks: [{ key: 'computed', field: 'stop_loss' }] as const,
    }
    const stored = JSON.parse(JSON.stringify(keptInput(draft)))
    expect(stored.asks).toEqual([{ key: 'computed', field: 'stop_loss' }])
    expect(draftOf(stored)).toEqual(draft)
    const odd = [{ key: 'other', field: 'stop_loss' }, { key: 'computed', field: 'x' }, null, 3]
    expect(draftOf({ ...stored, asks: odd }).asks).toEqual([])
  })
})
