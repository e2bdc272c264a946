import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { totpSecret, totpStep, totpUri } from './totp.ts'

const rfc = new Secret({ buffer: Uint8Array.from(Buffer.from('12345678901234567890')).buffer }).base32
const at = (seconds: number) => new Date(seconds * 1000)

describe('a code of an authenticator app', () => {
  // RFC 6238, appendix B, last six digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at second %i is %s', (second, code) => {
    expect(totpStep(rfc, code, at(second))).toBe(Math.floor(second / 30))
  })

  it('is accepted one step early and one step late, with its own step, and no further', () => {
    expect(totpStep(rfc, '287082', at(29))).toBe(1)
    expect(totpStep(rfc, '287082', at(89))).toBe(1)
    expect(totpStep(rfc, '287082', at(90))).toBeNull()
    expect(totpStep(rfc, '287082', at(-1 + 0))).toBeNull()
  })

  it.each(['', '28708', '2870820', '28708a', ' 287082', '٢٨٧٠٨٢'])('is refused as %j', (code) => {
    expect(totpStep(rfc, code, at(59))).toBeNull()
  })
})

it('the secret has 160 bits, and the address contains all that the app needs', () => {
  const secret = totpSecret(randomBytes)
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  const uri = totpUri(secret, 'Vigie', 'ada@example.com')
  expect(uri).toMatch(/^otpauth:\/\/totp\/Vigie:ada(@|%40)example\.com\?/)
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(new TOTP({ secret: Secret.fromBase32(secret) }).generate()).toMatch(/^\d{6}$/)
})
