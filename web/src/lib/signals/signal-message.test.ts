import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromRow, isOpen, type Signal, type SignalEvent } from './signal.ts'
import { applyMessage } from './signal-message.ts'

const KINDS = ['published', 'entered', 'target_reached', 'stopped'] as const
const STATES = ['pending', 'active', 'active', 'closed'] as const

/** The signal after its first `count` events. */
function after(count: number, id = 'a', locked = false): Signal {
  const events = KINDS.slice(0, count).map(
    (kind, index): SignalEvent => ({
      sequence: index + 1,
      kind,
      at: '2026-01-05T10:00:00Z',
      price: '1.1',
      r: null,
      data: {},
      source: 'engine',
      author_name: null,
    }),
  )
  const teaser = {
    id,
    number: 1,
    symbol: 'EURUSD',
    timeframe: 'M15',
    style: 'intraday',
    tier: 'premium' as const,
    author_id: 'author',
    author_name: 'Claire',
    published_at: '2026-01-05T10:00:00Z',
    expires_at: '2026-01-05T18:00:00Z',
    commitment: '',
    demonstration: false,
    signal_states: {
      state: STATES[count - 1] ?? 'pending',
      closed_at: count === 4 ? '2026-01-05T12:00:00Z' : null,
      realised_r: null,
      close_reason: null,
    },
  }
  return locked
    ? teaser
    : { ...teaser, signal_levels: {} as never, signal_targets: [], signal_events: events }
}
const message = (signal: Signal) => ({ kind: 'x', signal_id: signal.id, signal, ledger: '' })

describe('a live list', () => {
  it('[S-90] shows a sealed signal as open until it ends, and ignores a late teaser', () => {
    const teaser = fromRow({ ...after(1, 'a', true), signal_states: null })
    const [shown] = applyMessage([], message(teaser))
    expect(shown?.signal_states).toMatchObject({ state: 'open', closed_at: null, realised_r: null })
    expect(shown && isOpen(shown)).toBe(true)
    const [ended] = applyMessage([teaser], message(after(4)))
    expect(ended && [isOpen(ended), ended.signal_states.state]).toEqual([false, 'closed'])
    for (const known of [after(2), after(4)]) expect(applyMessage([known], message(teaser))).toEqual([known])
  })

  it('[S-100] reaches the same state whatever the order and repetition of messages', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(counts, (order) => {
        const list = order.reduce<readonly Signal[]>(
          (so_far, count) => applyMessage(so_far, message(after(count))),
          [],
        )
        expect(list).toEqual([after(Math.max(...order))])
      }),
    )
  })

  it('inserts a new signal by its publication time', () => {
    const older = { ...after(1, 'old'), published_at: '2026-01-01T00:00:00Z' }
    expect(applyMessage([older], message(after(1, 'new'))).map(({ id }) => id)).toEqual(['new', 'old'])
  })

  it('keeps shown levels when a teaser arrives, and updates the state of a teaser', () => {
    expect(applyMessage([after(2)], message(after(1, 'a', true)))).toEqual([after(2)])
    expect(applyMessage([after(1, 'a', true)], message(after(2, 'a', true)))[0]?.signal_states.state).toBe(
      'active',
    )
  })

  it('[S-48] unlocks a signal when it has ended', () => {
    expect(applyMessage([after(2, 'a', true)], message(after(4)))).toEqual([after(4)])
  })
})
