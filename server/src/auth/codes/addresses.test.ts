import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailAddress } from './email-address.ts'
import { phoneNumber } from './phone-number.ts'

describe('an e-mail address', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    [' ada+tag@mail.example.co.uk ', 'ada+tag@mail.example.co.uk'],
    ["o'brien@localhost", "o'brien@localhost"],
  ])('%j is stored as %j', (text, kept) => {
    expect(emailAddress(text)).toBe(kept)
  })

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@-a.com',
    'ada@a..com',
    'a b@c.d',
    'a@b@c.d',
    `${'a'.repeat(250)}@b.cd`,
    'é@b.cd',
    'a@b.cd\n.x',
  ])('%j is refused', (text) => {
    expect(() => emailAddress(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })

  it('is idempotent: a normalised address does not change again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        fc.pre(text.length <= 255)
        const kept = emailAddress(text)
        expect(emailAddress(kept)).toBe(kept)
      }),
    )
  })

  it('is validated in linear time', () => {
    const started = performance.now()
    expect(() => emailAddress(`a@${'a-'.repeat(120)}`)).toThrow()
    expect(() => emailAddress(`${'a.'.repeat(500_000)}`)).toThrow()
    expect(performance.now() - started).toBeLessThan(200)
  })
})

describe('a phone number', () => {
  it.each([
    ['+33 6 12 34 56 78', '33612345678'],
    ['33612345678', '33612345678'],
  ])('%j is stored as %j', (text, kept) => {
    expect(phoneNumber(text)).toBe(kept)
  })

  it.each(['', '+', '0612345678', '+33-6-12', '+1234567890123456', 'abc', '٣٣٦'])('%j is refused', (text) => {
    expect(() => phoneNumber(text)).toThrow('Invalid phone number format (E.164 required)')
  })
})
