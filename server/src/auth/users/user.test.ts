import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UserRow } from '../store/users.ts'
import { blankUser } from './new-user.ts'
import { isBanned, mergeMetadata, userJson } from './user.ts'

const row = (changes: Partial<UserRow> = {}): UserRow => ({
  id: '11111111-1111-4111-8111-111111111111',
  ...blankUser,
  email: 'ada@example.com',
  encrypted_password: '$argon2id$secret',
  email_confirmed_at: '2026-01-02T00:00:00.5+00:00',
  confirmation_token: 'confirmation secret',
  recovery_token: 'recovery secret',
  reauthentication_token: 'reauthentication secret',
  raw_app_meta_data: { provider: 'email' },
  raw_user_meta_data: null,
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-01-01T00:00:00+00:00',
  identities: [],
  factors: [],
  ...changes,
})

describe('the JSON of a user', () => {
  it('always has the mandatory fields, empty when unset, and times that end in Z', () => {
    expect(userJson(row())).toEqual({
      id: '11111111-1111-4111-8111-111111111111',
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ada@example.com',
      phone: '',
      email_confirmed_at: '2026-01-02T00:00:00.5Z',
      confirmed_at: '2026-01-02T00:00:00.5Z',
      app_metadata: { provider: 'email' },
      user_metadata: {},
      identities: [],
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      is_anonymous: false,
    })
  })

  it('never contains a secret', () => {
    expect(JSON.stringify(userJson(row()))).not.toContain('secret')
  })

  it('has the earlier of both confirmation times', () => {
    const both = row({ phone_confirmed_at: '2026-01-01T12:00:00+00:00' })
    expect(userJson(both).confirmed_at).toBe('2026-01-01T12:00:00Z')
  })

  it('is well formed for a seeded row with null columns', () => {
    const seeded = row({
      raw_app_meta_data: null,
      email_change: null,
      phone_change: null,
      role: null,
      aud: null,
    })
    expect(userJson(seeded)).toMatchObject({
      aud: 'authenticated',
      role: '',
      app_metadata: {},
      user_metadata: {},
    })
  })
})

describe('a ban', () => {
  it.each([
    [null, false],
    ['2026-01-01T00:00:00+00:00', false],
    ['2026-01-03T00:00:00+00:00', true],
  ])('until %s is %s on 2 January', (banned_until, banned) => {
    expect(isBanned(row({ banned_until }), new Date('2026-01-02T00:00:00Z'))).toBe(banned)
  })
})

describe('merging metadata', () => {
  it('adds, replaces and deletes keys', () => {
    expect(mergeMetadata({ a: 1, b: 2 }, { b: 3, a: null, c: { d: null } })).toEqual({ b: 3, c: { d: null } })
  })

  it('never changes an object’s prototype', () => {
    const merged = mergeMetadata({}, JSON.parse('{"__proto__": {"admin": true}}'))
    expect((merged as { admin?: boolean }).admin).toBeUndefined()
    expect(Object.prototype).not.toHaveProperty('admin')
  })

  it('with nothing changes nothing, and is idempotent', () => {
    const object = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)))
    fc.assert(
      fc.property(object, object, (old, changes) => {
        const once = mergeMetadata(old, changes)
        expect(mergeMetadata(once, {})).toEqual(once)
        expect(mergeMetadata(once, changes)).toEqual(once)
      }),
    )
  })
})
