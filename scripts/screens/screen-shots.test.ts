import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOT_PICTURED, SHOTS } from './screen-shots.ts'

const source = readFileSync(
  join(import.meta.dirname, '../..', 'web', 'src', 'app', 'routing', 'screens.ts'),
  'utf8',
)
/** Read as text, because the screens themselves need a browser. */
const screens = [...source.matchAll(/^ {2}'(\/[^']*)': /gm)].map(([, path]) => path as string)
const pathOf = ({ path }: { path: string }) => path.replace(/[?#].*/, '')

describe('the screenshots in docs/screens', () => {
  it('show every screen, except those with a stated reason', () => {
    expect(screens.length).toBeGreaterThan(40)
    const shown = new Set(SHOTS.map(pathOf))
    expect(screens.filter((path) => !shown.has(path) && !(path in NOT_PICTURED))).toEqual([])
  })

  it('omit no screen that they show, and name no unknown address', () => {
    const shown = new Set(SHOTS.map(pathOf))
    expect(Object.keys(NOT_PICTURED).filter((path) => shown.has(path) || !screens.includes(path))).toEqual([])
    expect([...shown].filter((path) => !screens.includes(path))).toEqual(['/nulle-part', '/dev/ui'])
  })

  it('have unique names, and never show the same screen to the same person twice', () => {
    expect(new Set(SHOTS.map(({ name }) => name)).size).toBe(SHOTS.length)
    const seen = SHOTS.map(({ path, who, act, colourBlind, only }) =>
      [who, path, act?.name, colourBlind, only].join(' '),
    )
    expect(new Set(seen).size).toBe(SHOTS.length)
  })
})
