import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefreshToken, oneTimeCode, refreshToken, tokenHash, uuid } from './secrets.ts'

describe('secrets', () => {
  it('a refresh token has at least 128 bits, and GoTrue’s twelve characters are recognised too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const token = refreshToken((length) => Buffer.from(bytes.subarray(0, length)))
        expect(token).toMatch(/^[a-z2-7]+$/)
        expect(token.length * 5).toBeGreaterThanOrEqual(128)
        expect(isRefreshToken(token)).toBe(true)
      }),
    )
    expect(isRefreshToken('abcdefghijkl')).toBe(true)
  })

  it.each(['', 'abc', 'abcdefghijk1', 'ABCDEFGHIJKL', 'abcdefghijklm', "abcdefghij'-"])(
    '%j is not a refresh token',
    (text) => {
      expect(isRefreshToken(text)).toBe(false)
    },
  )

  it('a code always has its full length, leading zeros included', () => {
    const zero = () => Buffer.alloc(6)
    expect(oneTimeCode(zero, 6)).toBe('000000')
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 10 }), (length) => {
        expect(oneTimeCode(randomBytes, length)).toMatch(new RegExp(`^\\d{${length}}$`))
      }),
    )
  })

  it('redraws a code when the number lies past the last full range', () => {
    const draws = [Buffer.alloc(6, 0xff), Buffer.from('000000012345', 'hex')]
    expect(oneTimeCode(() => draws.shift() as Buffer, 6)).toBe(String(0x12345).padStart(6, '0'))
    expect(draws).toHaveLength(0)
  })

  it('stores a code as 56 hex characters that depend on the recipient', () => {
    expect(tokenHash('ada@example.com', '123456')).toMatch(/^[0-9a-f]{56}$/)
    expect(tokenHash('ada@example.com', '123456')).not.toBe(tokenHash('bob@example.com', '123456'))
  })

  it('a uuid has the version and variant of a random one', () => {
    expect(uuid(() => Buffer.alloc(16, 0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })
})
