import { describe, expect, it } from 'vitest'
import { type CryptoState, cryptoState } from './crypto-state.ts'
import type { CheckoutState } from './queries.ts'

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
})
