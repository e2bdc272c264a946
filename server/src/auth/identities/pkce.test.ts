import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answers, readChallenge } from './pkce.ts'

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

describe('a PKCE challenge', () => {
  it.each([
    [null, null],
    ['', ''],
  ])('%j with %j selects the implicit flow', (code_challenge, code_challenge_method) => {
    expect(readChallenge({ code_challenge, code_challenge_method })).toBeNull()
  })

  it.each([
    ['a'.repeat(43), null, 'PKCE flow requires code_challenge_method and code_challenge'],
    [null, 's256', 'PKCE flow requires code_challenge_method and code_challenge'],
    ['a'.repeat(42), 's256', 'code challenge has to be between 43 and 128 characters'],
    ['a'.repeat(129), 's256', 'code challenge has to be between 43 and 128 characters'],
    [`${'a'.repeat(43)}!`, 's256', 'code challenge can only contain alphanumeric characters'],
    ['a'.repeat(43), 'plain', 'code_challenge_method has to be s256'],
  ])('%j with %j is refused', (code_challenge, code_challenge_method, message) => {
    expect(() => readChallenge({ code_challenge, code_challenge_method })).toThrow(message)
  })

  it('accepts its verifier and no other', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (verifier, other) => {
        expect(answers(challengeOf(verifier), verifier)).toBe(true)
        fc.pre(other !== verifier)
        expect(answers(challengeOf(verifier), other)).toBe(false)
      }),
    )
  })
})
