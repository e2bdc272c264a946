import type { Factor } from '@supabase/auth-js'

export type FactorKind = 'totp' | 'phone' | 'webauthn' | 'recovery_code'
export type FactorChoice = { kind: FactorKind; id: string; name: string }

/** The order of second factors: those at hand and unreadable by others first, recovery codes last. */
const ORDER: readonly FactorKind[] = ['webauthn', 'totp', 'phone', 'recovery_code']

/** The verified factors that this page supports, in the order to ask for them. */
export function factorChoices(factors: readonly Factor[]): FactorChoice[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .flatMap(({ id, factor_type, friendly_name }) => {
      const kind = ORDER.find((known) => known === factor_type)
      return kind ? [{ kind, id, name: friendly_name ?? '' }] : []
    })
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
}

/** A recovery code normalised as the service compares it: case, blanks and hyphens do not matter. Null if it cannot be one. */
export function recoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  return /^[a-z0-9]{16}$/.test(code) ? code : null
}
