import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOT_PICTURED, SHOTS } from './screen-shots.ts'

const source = readFileSync(
  join(import.meta.dirname, '..', 'web', 'src', 'app', 'routing', 'screens.ts'),
  'utf8',
)
/** Read as text: the screens themselves are the browser's. */
const screens = [...source.matchAll(/^ {2}'(\/[^']*)': /gm)].map(([, path]) => path as string)
const pathOf = ({ path }: { path: string }) => path.replace(/[?#].*/, '')

describe('the pictures of docs/screens', () => {
  it('show every screen, but those that a reason is given for', () => {
    expect(screens.length).toBeGreaterThan(40)
    const shown = new Set(SHOTS.map(pathOf))
    expect(screens.filter((path) => !shown.has(path) && !(path in NOT_PICTURED))).toEqual([])
  })

  it('leave out no screen that they show, and name no address that is none', () => {
    const shown = new Set(SHOTS.map(pathOf))
    expect(Object.keys(NOT_PICTURED).filter((path) => shown.has(path) || !screens.includes(path))).toEqual([])
    expect([...shown].filter((path) => !screens.includes(path))).toEqual(['/nulle-part', '/dev/ui'])
  })

  it('have a name each, and never show the same to the same person twice', () => {
    expect(new Set(SHOTS.map(({ name }) => name)).size).toBe(SHOTS.length)
    const seen = SHOTS.map(({ path, who, act, colourBlind, only }) =>
      [who, path, act?.name, colourBlind, only].join(' '),
    )
    expect(new Set(seen).size).toBe(SHOTS.length)
  })
})
