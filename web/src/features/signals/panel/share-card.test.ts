import { describe, expect, it } from 'vitest'
import { env } from '#lib/data/env.ts'
import type { Signal, SignalState } from '#lib/signals/signal.ts'
import { addressOf, cardOf } from './share-card.ts'

const signal = (tier: Signal['tier'], state: SignalState, locked = false): Signal => ({
  id: 'a',
  number: 7,
  symbol: 'EURUSD',
  timeframe: 'M15',
  style: 'intraday',
  tier,
  author_id: 'a',
  author_name: 'Claire Morvan',
  published_at: '2026-11-20T09:00:00Z',
  expires_at: '2026-11-20T17:00:00Z',
  commitment: 'ab'.repeat(32),
  demonstration: false,
  signal_states: {
    state,
    closed_at: state === 'closed' ? '2026-11-20T12:00:00Z' : null,
    realised_r: state === 'closed' ? '1.5' : null,
    close_reason: null,
  },
  signal_levels: locked
    ? null
    : ({
        direction: 'buy',
        order_type: 'limit',
        entry_low: '1.0850',
        entry_high: '1.0860',
        stop_loss: '1.0820',
      } as never),
  signal_targets: locked ? [] : [{ position: 1, price: '1.0900', share: '100' }],
})

describe('the picture of a signal', () => {
  it.each(['pending', 'active'] as const)(
    '[S-90] is never made of a premium signal that is %s, whoever asks',
    (state) => {
      expect(cardOf(signal('premium', state), 'EUR/USD')).toBeNull()
      expect(cardOf(signal('premium', state, true), 'EUR/USD')).toBeNull()
    },
  )

  it('says the result of one that has closed, and no level', () => {
    const card = cardOf(signal('premium', 'closed'), 'EUR/USD')
    expect(card).toMatchObject({ number: 7, r: '1.5', direction: 'buy', levels: null })
    expect(JSON.stringify(card)).not.toMatch(/1\.08|1\.09/)
  })

  it('shows the levels of a free one while it is open', () => {
    expect(cardOf(signal('freemium', 'active'), 'EUR/USD')?.levels).toEqual({
      entry: '1.0850–1.0860',
      stop: '1.0820',
      targets: ['1.0900'],
    })
  })
})

describe('the address that is shared', () => {
  it('is the site’s own, of the proof where there is a card and of the signal where there is none', () => {
    const before = env.publicUrl
    env.publicUrl = 'https://vigie.example'
    try {
      const ended = signal('premium', 'closed')
      expect(addressOf(ended, cardOf(ended, 'EUR/USD'))).toBe('https://vigie.example/preuve?signal=7')
      expect(addressOf(ended, null)).toBe('https://vigie.example/signaux?signal=7')
    } finally {
      env.publicUrl = before
    }
  })
})
