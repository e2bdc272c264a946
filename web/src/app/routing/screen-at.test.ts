import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from './screen-at.ts'
import { NOT_FOUND, SCREENS } from './screens.ts'

const at = (address: string) => screenAt(new URL(address, 'https://vigie.example'))
const inside = SCREENS['/signaux']
const store = (values: Record<string, string>) =>
  vi.stubGlobal('localStorage', { getItem: (name: string) => values[name] ?? null })
afterEach(() => vi.unstubAllGlobals())

describe('the screen at an address', () => {
  it.each(['/signaux', '/signaux?lang=en', '/signaux?ref=abc&utm_source=mail', '/signaux#content'])(
    'for a visitor at %s is the page in front',
    (address) => {
      store({})
      expect(at(address)).toBe(inside?.front)
      expect(at(address).audience).toBe('anyone')
    },
  )

  it.each([
    '/signaux?signal=7',
    '/signaux?lang=en&etat=closed',
    '/signaux?compose=1',
    '/signaux?error=access_denied',
    '/signaux#access_token=x',
  ])('for a visitor at %s is the member’s, which leads through the log-in screen', (address) => {
    store({})
    expect(at(address)).toBe(inside)
    expect(at(address).audience).toBe('member')
  })

  it('[S-03] for whoever has a session is never the page in front, and elsewhere is what stands there', () => {
    store({ 'vigie-session': '{}' })
    expect(at('/signaux')).toBe(inside)
    expect(at('/brokers')).toBe(SCREENS['/brokers'])
    expect(at('/nulle-part')).toBe(NOT_FOUND)
  })

  it('is read from the same names as what is drawn before it runs', () => {
    const own = readFileSync(join(import.meta.dirname, 'screen-at.ts'), 'utf8')
    const before = readFileSync(join(import.meta.dirname, '../../../public/first-paint.js'), 'utf8')
    const names = /\/\^\(lang\|[^/]+\//.exec(own)?.[0]
    expect(names).toBeTruthy()
    expect(before).toContain(names)
  })
})
