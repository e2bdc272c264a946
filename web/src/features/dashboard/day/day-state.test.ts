import { describe, expect, it } from 'vitest'
import { type Blackout, type DayFacts, type DaySignal, dayState, nextBlackout } from './day-state.ts'

/** On the reader's own clock. */
const at = (hour: number, minute = 0, day = 19) => new Date(2026, 10, day, hour, minute).getTime()
const NOW = at(13, 48)

const signal = (given: Partial<DaySignal> = {}): DaySignal => ({
  id: 'one',
  symbol: 'EURUSD',
  waits: false,
  until: at(22),
  verdict: 'open',
  ...given,
})
const CPI: Blackout = {
  currency: 'USD',
  symbols: ['EURUSD', 'BTCUSD'],
  from: at(14, 15),
  to: at(14, 45),
  title: 'CPI',
  at: at(14, 30),
  crossed: 2,
}
const state = (given: Partial<DayFacts>) =>
  dayState({
    now: NOW,
    signals: [],
    locked: 0,
    blackouts: [],
    testDue: false,
    opensAt: null,
    coming: [],
    ...given,
  })

describe('the state of the day', () => {
  it('counts the entries that are possible, until the first blackout of their instruments', () => {
    const signals = [signal(), signal({ id: 'two', symbol: 'BTCUSD', until: at(20, 30) })]
    expect(state({ signals, blackouts: [CPI] })).toEqual({
      kind: 'enter',
      count: 2,
      until: at(14, 15),
      only: null,
    })
  })

  it('names the only one, until it stops being valid, and no end beyond today', () => {
    const enter = { kind: 'enter', count: 1, only: 'one' }
    expect(state({ signals: [signal()] })).toEqual({ ...enter, until: at(22) })
    expect(state({ signals: [signal({ until: at(9, 0, 20) })] })).toEqual({ ...enter, until: null })
    // Another currency's blackout does not end it.
    expect(state({ signals: [signal({ symbol: 'GBPJPY' })], blackouts: [CPI] })).toEqual({
      ...enter,
      until: at(22),
    })
  })

  it('forbids entries during a blackout, but not those of other instruments', () => {
    const now = at(14, 20)
    const blackouts = [CPI]
    expect(state({ now, blackouts, signals: [signal()] })).toEqual({
      kind: 'blackout',
      currency: 'USD',
      until: at(14, 45),
    })
    const other = signal({ id: 'two', symbol: 'GBPJPY' })
    expect(state({ now, blackouts, signals: [signal(), other] })).toMatchObject({
      kind: 'enter',
      count: 1,
      only: 'two',
    })
  })

  it('says what waits for its price when nothing can be entered', () => {
    const signals = [signal({ verdict: 'late' }), signal({ id: 'two', waits: true, until: at(18) })]
    expect(state({ signals })).toEqual({ kind: 'wait', count: 1, until: at(18) })
  })

  it('says that it is too late only if that is true of every open signal', () => {
    const late = signal({ verdict: 'late' })
    expect(state({ signals: [late] })).toEqual({ kind: 'late', count: 1 })
    // A price that does not move allows no verdict.
    expect(state({ signals: [late, signal({ id: 'two', verdict: 'frozen' })] })).toEqual({
      kind: 'open',
      count: 2,
    })
  })

  it('says when closed markets open', () => {
    const opensAt = at(23, 0, 22)
    const closed = signal({ verdict: 'closed' })
    expect(state({ signals: [closed], opensAt })).toEqual({ kind: 'closed', until: opensAt })
  })

  it('counts locked signals without judging them', () =>
    expect(state({ locked: 2, testDue: true })).toEqual({ kind: 'open', count: 2 }))

  it('names the test if that is all there is, then the next thing to come', () => {
    expect(state({ testDue: true })).toEqual({ kind: 'test' })
    expect(state({ coming: [at(9), at(18), at(16)] })).toEqual({ kind: 'nothing', until: at(16) })
    expect(state({})).toEqual({ kind: 'nothing', until: null })
  })
})

describe('what is forbidden next', () => {
  const next = (blackouts: readonly Blackout[], now = NOW) => nextBlackout({ now, blackouts })

  it('is the first blackout of today that crosses an open signal, also while it lasts', () => {
    const later = { ...CPI, currency: 'EUR', from: at(16), to: at(16, 30) }
    expect(next([later, CPI])).toBe(CPI)
    expect(next([CPI], at(14, 44))).toBe(CPI)
    expect(next([later, CPI], at(14, 45))).toBe(later)
  })

  it('is nothing without such a signal, or tomorrow', () => {
    expect(next([{ ...CPI, crossed: 0 }])).toBeNull()
    expect(next([{ ...CPI, from: at(9, 0, 20), to: at(10, 0, 20) }])).toBeNull()
  })
})
