import { randomBytes } from 'node:crypto'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { describe, expect, it } from 'vitest'
import { createPasswords } from './password-hash.ts'

describe('password hashes', () => {
  it('match their own password and no other', async () => {
    const passwords = await createPasswords(randomBytes)
    const stored = await passwords.hash('correct horse')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(stored.length).toBeLessThan(255)
    expect(await passwords.verify(stored, 'correct horse')).toBe(true)
    expect(await passwords.verify(stored, 'correct Horse')).toBe(false)
    expect(passwords.isOutdated(stored)).toBe(false)
  })

  it('cover every byte of a long password', async () => {
    const passwords = await createPasswords(randomBytes)
    const stored = await passwords.hash(`${'é'.repeat(60)}1`)
    expect(await passwords.verify(stored, `${'é'.repeat(60)}2`)).toBe(false)
  })

  it.each(['2a', '2b', '2y'])(
    'accept an imported bcrypt $%s$ hash and report it as outdated',
    async (version) => {
      const passwords = await createPasswords(randomBytes)
      const stored = (await bcrypt('imported', { cost: 4 })).replace(/^\$2[aby]\$/, `$${version}$`)
      expect(await passwords.verify(stored, 'imported')).toBe(true)
      expect(await passwords.verify(stored, 'Imported')).toBe(false)
      expect(passwords.isOutdated(stored)).toBe(true)
    },
  )

  it.each([null, '', 'plain text', '$1$md5crypt'])('never match %j, which is not a hash', async (stored) => {
    const passwords = await createPasswords(randomBytes)
    expect(await passwords.verify(stored, 'plain text')).toBe(false)
  })

  it('queue a limited number of requests and refuse the rest at once', async () => {
    const passwords = await createPasswords(randomBytes, { concurrent: 1, waiting: 2 })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('password')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(results.length - refused.length).toBe(3)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
    expect(await passwords.hash('later')).toBeTypeOf('string')
  })
})
