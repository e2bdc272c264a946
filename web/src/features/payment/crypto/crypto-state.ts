import type { CheckoutState } from '../queries.ts'

export type CryptoState = 'waiting' | 'seen' | 'underpaid' | 'late' | 'expired' | 'invalid'

/** The state of an unpaid crypto order. A late or invalid payment outranks the expiry. */
export function cryptoState({ checkout, steps }: Pick<CheckoutState, 'checkout' | 'steps'>): CryptoState {
  const happened = (kind: string) => steps.some((step) => step.kind === kind)
  if (happened('crypto_paid_late')) return 'late'
  if (checkout.failure === 'underpaid' && checkout.state !== 'waiting') return 'underpaid'
  if (checkout.failure === 'invalid' && checkout.state !== 'waiting') return 'invalid'
  if (checkout.state === 'expired' || checkout.state === 'failed') return 'expired'
  return happened('crypto_seen') || checkout.state === 'waiting' ? 'seen' : 'waiting'
}

/** Whether the order can still be paid or completed at `now` (milliseconds), or its coins were seen in time. */
export function isOpen(state: Pick<CheckoutState, 'checkout' | 'steps'>, now: number): boolean {
  if (state.checkout.state === 'paid') return false
  const known = cryptoState(state)
  if (known === 'seen') return true
  return (known === 'waiting' || known === 'underpaid') && Date.parse(state.checkout.expires_at) > now
}
