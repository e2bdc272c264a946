import type { Factor } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import { factorChoices, recoveryCode } from './factor-choice.ts'

const factor = (factor_type: string, status = 'verified') =>
  ({ id: factor_type, factor_type, status, friendly_name: `my ${factor_type}` }) as unknown as Factor

it('[S-43] asks for what is verified and known, the codes of last resort last', () => {
  const factors = [
    factor('recovery_code'),
    factor('phone'),
    factor('totp'),
    factor('webauthn', 'unverified'),
    factor('smoke'),
  ]
  expect(factorChoices(factors).map(({ kind }) => kind)).toEqual(['totp', 'phone', 'recovery_code'])
})

it.each([
  ['ABCD-EFGH ijkl-2345', 'abcdefghijkl2345'],
  ['abcdefghijkl234', null],
  ['abcdefghijkl23456', null],
  ['', null],
])('reads %j as %j', (typed, code) => {
  expect(recoveryCode(typed)).toBe(code)
})
