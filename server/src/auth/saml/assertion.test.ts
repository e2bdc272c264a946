import type { Profile } from '@node-saml/node-saml'
import { describe, expect, it } from 'vitest'
import { profileOf, requireMeantForUs, sessionEnd } from './assertion.ts'

const expected = { issuer: 'https://idp', recipient: 'https://us/acs', requestId: '_1' }
const about = { Recipient: expected.recipient, InResponseTo: '_1', NotOnOrAfter: '2026-01-01T00:05:00Z' }
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const profile = (
  more: Partial<Profile> = {},
  data: object = about,
  method = bearer,
  statement: object = {},
): Profile => ({
  issuer: 'https://idp',
  nameID: 'ada',
  nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  getAssertion: () => ({
    Assertion: {
      Subject: [{ SubjectConfirmation: [{ $: { Method: method }, SubjectConfirmationData: [{ $: data }] }] }],
      AuthnStatement: [{ $: statement }],
    },
  }),
  ...more,
})

describe('a verified assertion', () => {
  it('is accepted when every condition names this server', () => {
    expect(() => requireMeantForUs(profile(), expected)).not.toThrow()
  })

  it.each([
    ['issuer', profile({ issuer: 'https://other' })],
    ['recipient', profile({}, { ...about, Recipient: 'https://other' })],
    ['request', profile({}, { ...about, InResponseTo: '_2' })],
    ['request, which is not named,', profile({}, { ...about, InResponseTo: undefined })],
    ['end, which is not named,', profile({}, { ...about, NotOnOrAfter: undefined })],
    ['method', profile({}, about, 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key')],
    ['subject', profile({ getAssertion: () => ({ Assertion: {} }) })],
  ])('with another %s is refused', (_name, other) => {
    expect(() => requireMeantForUs(other, expected)).toThrow()
  })

  it('may limit the session’s life', () => {
    const ends = (SessionNotOnOrAfter: string) =>
      sessionEnd(profile({}, about, bearer, { SessionNotOnOrAfter }))
    expect(ends('2026-01-01T10:00:00+02:00')).toBe('2026-01-01T08:00:00.000Z')
    expect([ends('soon'), sessionEnd(profile())]).toEqual([null, null])
  })
})

describe('the signed-in subject', () => {
  const of = (attributes: object, more: Partial<Profile> = {}, keys = {}) =>
    profileOf(profile({ attributes, ...more }), 'https://idp', { keys })
  const mail = { mail: 'Ada@Example.com' }

  it('is identified by a permanent attribute before the name id', () => {
    expect(of(mail).subject).toBe('ada')
    expect(of({ ...mail, 'urn:oasis:names:tc:SAML:attribute:subject-id': 'ada@corp' }).subject).toBe(
      'ada@corp',
    )
  })

  it('is refused with a transient name id, or one too long to store', () => {
    const passing = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    expect(() => of(mail, { nameIDFormat: passing })).toThrow('persistent Subject')
    expect(() => of(mail, { nameID: 'x'.repeat(256) })).toThrow('persistent Subject')
  })

  it('takes its address from a mapped attribute, a usual one, or an address as name id', () => {
    expect(of({ ...mail, own: 'own@example.com' }, {}, { email: { name: 'own' } }).email).toBe(
      'own@example.com',
    )
    expect(of(mail).email).toBe('ada@example.com')
    const nameIDFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    expect(of({}, { nameID: 'ada@example.com', nameIDFormat }).email).toBe('ada@example.com')
    expect(() => of({})).toThrow('email')
    expect(() => of({ mail: 'not an address' })).toThrow('email')
  })

  it('has claims as mapped: the first attribute found, all values, or a default', () => {
    const keys = {
      unit: { names: ['department', 'ou'] },
      groups: { name: 'memberOf', array: true },
      plan: { name: 'none', default: 'basic' },
      none: { name: 'none' },
    }
    const attributes = { ...mail, ou: ['desk', 'floor'], memberOf: ['a', 'b', { xml: 1 }] }
    expect(of(attributes, {}, keys).claims.custom_claims).toEqual({
      unit: 'desk',
      groups: ['a', 'b'],
      plan: 'basic',
    })
  })
})
