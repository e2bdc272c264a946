import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryPath, nextPath } from './next-path.ts'

const origin = 'https://vigie.example'

describe('where a person goes once signed in', () => {
  it.each([
    ['?next=/mon-compte', '/mon-compte'],
    ['?next=%2Fsignaux%3Fid%3D7%23chart', '/signaux?id=7#chart'],
    ['', '/'],
    ['?next=', '/'],
    ['?next=mon-compte', '/'],
    ['?next=https://evil.example/', '/'],
    ['?next=//evil.example', '/'],
    ['?next=/%5Cevil.example', '/'],
    ['?next=/.//evil.example/x', '/'],
    ['?next=/a/..//evil.example/x', '/'],
    ['?next=/%09/evil.example', '/'],
    ['?next=javascript:alert(1)', '/'],
    ['?next=/login?next=/login', '/'],
  ])('%s leads to %s', (search, expected) => {
    expect(nextPath(search, origin)).toBe(expected)
  })

  it('never leaves the origin', () => {
    fc.assert(
      fc.property(fc.string(), (next) => {
        const path = nextPath(`?next=${encodeURIComponent(next)}`, origin)
        expect(new URL(path, origin).origin).toBe(origin)
      }),
    )
  })

  it('carries next and the referral code to the other entry screens, and nothing else', () => {
    expect(entryPath('/signup', '?next=%2Foutils&ref=ABC&utm=x')).toBe('/signup?next=%2Foutils&ref=ABC')
    expect(entryPath('/login', '')).toBe('/login')
  })
})
