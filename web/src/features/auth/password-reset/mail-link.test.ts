import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMailLink } from './mail-link.ts'

const origin = 'https://vigie.example'

describe('the link of a mail', () => {
  it('says what is confirmed with what, and where it leads on', () => {
    const hash = '#token_hash=pkce_0af9&type=magiclink&next=%2Flogin%3Fnext%3D%2Fsignaux'
    expect(readMailLink(hash, origin)).toEqual({
      tokenHash: 'pkce_0af9',
      type: 'magiclink',
      next: '/login?next=/signaux',
    })
  })

  it.each([
    ['', null],
    ['#type=recovery', null],
    ['#token_hash=0af9', null],
    ['#token_hash=0af9&type=sms', null],
    ['#token_hash=0af9&type=toString', null],
    ['#token_hash=0af9&type=recovery', '/'],
    ['#token_hash=0af9&type=recovery&next=https://evil.example', '/'],
    ['#token_hash=0af9&type=recovery&next=//evil.example', '/'],
    ['#token_hash=0af9&type=recovery&next=/%255Cevil.example', '/%5Cevil.example'],
  ])('%s leads to %s', (hash, next) => {
    expect(readMailLink(hash, origin)?.next ?? null).toBe(next)
  })

  it('never leaves the origin', () => {
    fc.assert(
      fc.property(fc.string(), (next) => {
        const link = readMailLink(`#token_hash=0af9&type=recovery&next=${encodeURIComponent(next)}`, origin)
        expect(new URL(link?.next ?? '', origin).origin).toBe(origin)
      }),
    )
  })
})
