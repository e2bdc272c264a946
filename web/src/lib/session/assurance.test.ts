import type { Session } from '@supabase/auth-js'
import { describe, expect, it } from 'vitest'
import { assuranceOf, secondFactorDue } from './assurance.ts'

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const session = (aal: string, ...statuses: string[]) =>
  ({
    access_token: token({ aal, name: 'Éloïse' }),
    user: { factors: statuses.map((status) => ({ status })) },
  }) as unknown as Session

describe('[S-43] the second factor', () => {
  it.each([
    ['aal1', ['verified'], true],
    ['aal2', ['verified'], false],
    ['aal1', ['unverified'], false],
    ['aal1', [], false],
  ] as const)('of a session at %s with factors %j is due: %s', (aal, statuses, due) => {
    expect(secondFactorDue(session(aal, ...statuses))).toBe(due)
  })

  it('is due where the token cannot be read', () => {
    expect(secondFactorDue({ ...session('aal2', 'verified'), access_token: 'x' })).toBe(true)
  })
})

it.each(['', 'x', 'a.b.c', 'a.e30.c'])('a token without the claim has no level (%j)', (text) => {
  expect(assuranceOf(text)).toBeNull()
})
