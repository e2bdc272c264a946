import { describe, expect, it } from 'vitest'
import type { CheckoutState } from '../queries.ts'
import { type CryptoState, cryptoState, isOpen } from './crypto-state.ts'

const stateOf = (state: string, failure: string | null, ...kinds: string[]): CryptoState =>
  cryptoState({
    checkout: { state, failure } as CheckoutState['checkout'],
    steps: kinds.map((kind) => ({ kind, at: '2026-11-21T12:00:00Z' })),
  })

describe('an order that is paid in crypto', () => {
  it('[S-107] waits, is seen, or has run out', () => {
    expect(stateOf('open', null, 'agreed')).toBe('waiting')
    expect(stateOf('waiting', null, 'agreed', 'crypto_seen')).toBe('seen')
    expect(stateOf('expired', null, 'agreed', 'expired')).toBe('expired')
    expect(stateOf('failed', 'expired', 'agreed', 'checkout_expired')).toBe('expired')
  })

  it('[S-107] says what came of money that was too little, too late or not valid, whatever ran out meanwhile', () => {
    expect(stateOf('failed', 'underpaid', 'agreed', 'crypto_underpaid')).toBe('underpaid')
    expect(stateOf('expired', 'underpaid', 'agreed', 'crypto_underpaid', 'expired')).toBe('underpaid')
    expect(stateOf('expired', null, 'agreed', 'expired', 'crypto_paid_late')).toBe('late')
    expect(stateOf('waiting', 'underpaid', 'agreed', 'crypto_underpaid', 'crypto_seen')).toBe('seen')
    expect(stateOf('failed', 'invalid', 'agreed', 'crypto_seen', 'crypto_invalid')).toBe('invalid')
  })

  it('can be paid or completed until its time is over, and is followed once it was seen', () => {
    const [before, after] = [Date.parse('2026-11-21T12:14:00Z'), Date.parse('2026-11-21T12:16:00Z')]
    const order = (state: string, failure: string | null, ...kinds: string[]) => ({
      checkout: { state, failure, expires_at: '2026-11-21T12:15:00Z' } as CheckoutState['checkout'],
      steps: kinds.map((kind) => ({ kind, at: '2026-11-21T12:00:00Z' })),
    })
    const open = (...facts: Parameters<typeof order>) =>
      [before, after].map((now) => isOpen(order(...facts), now))
    expect(open('open', null, 'agreed')).toEqual([true, false])
    expect(open('failed', 'underpaid', 'agreed', 'crypto_underpaid')).toEqual([true, false])
    expect(open('waiting', null, 'agreed', 'crypto_seen')).toEqual([true, true])
    expect(open('expired', null, 'agreed', 'expired')).toEqual([false, false])
    expect(open('paid', null, 'agreed', 'crypto_seen', 'payment_succeeded')).toEqual([false, false])
    expect(open('failed', 'invalid', 'agreed', 'crypto_invalid')).toEqual([false, false])
  })
})
