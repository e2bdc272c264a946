import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factorSecrets } from './factor-secrets.ts'

const secrets = factorSecrets('the key of this server, long enough', randomBytes)

describe('the secret of a factor', () => {
  it('is decrypted unchanged, and is never readable while stored', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ minLength: 8 }), (row, text) => {
        const sealed = secrets.seal(row, text)
        expect(secrets.open(row, sealed)).toBe(text)
        expect(sealed).not.toContain(text)
        expect(secrets.seal(row, text)).not.toBe(sealed)
      }),
    )
  })

  it('cannot be decrypted in another row or with another key', () => {
    const sealed = secrets.seal('a', 'JBSWY3DPEHPK3PXP')
    expect(() => secrets.open('b', sealed)).toThrow()
    expect(() => factorSecrets('another key of another server', randomBytes).open('a', sealed)).toThrow()
  })

  it('that was altered, or never encrypted, is refused', () => {
    const sealed = secrets.seal('a', 'JBSWY3DPEHPK3PXP')
    const last = sealed.at(-2) === 'A' ? 'B' : 'A'
    expect(() => secrets.open('a', sealed.slice(0, -2) + last + sealed.at(-1))).toThrow()
    expect(() => secrets.open('a', 'JBSWY3DPEHPK3PXP')).toThrow('not encrypted')
  })

  it('is hashed differently for each row', () => {
    expect(secrets.hash('a', '123456')).toBe(secrets.hash('a', '123456'))
    expect(secrets.hash('a', '123456')).not.toBe(secrets.hash('b', '123456'))
    expect(secrets.hash('a', '123456')).not.toBe(secrets.hash('a', '123457'))
  })
})
