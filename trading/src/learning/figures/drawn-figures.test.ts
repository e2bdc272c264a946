import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { figuresOf } from './all-figures.ts'
import { drawnFigure } from './drawn-figures.ts'
import { computeFigure, EXACT } from './figures.ts'

const NEEDS = figuresOf(EXACT).flatMap((figures) =>
  Object.entries(figures).map(([name, { needs }]) => ({ name, needs })),
)

/** Both lead to the same pixel: to nine digits of what the formula adds up. */
function expectAlike(quotation: string) {
  const exact = computeFigure(quotation)?.value.toNumber()
  const drawn = drawnFigure(quotation)
  if (exact === undefined) {
    expect(drawn, quotation).toBeNull()
    return
  }
  expect(drawn, quotation).not.toBeNull()
  expect(Math.abs((drawn as number) - exact), quotation).toBeLessThanOrEqual(
    1e-9 * Math.max(1, Math.abs(exact)),
  )
}

it('every figure in doubles is the exact one to nine digits', () => {
  const share = fc.integer({ min: 1, max: 99 }).map((hundredths) => (hundredths / 100).toString())
  const few = fc.integer({ min: 1, max: 40 }).map(String)
  const given = fc
    .constantFrom(...NEEDS)
    .chain(({ name, needs }) =>
      fc
        .tuple(...needs.map(() => fc.oneof(share, few)))
        .map((values) => `${name}?${needs.map((need, place) => `${need}=${values[place]}`).join('&')}`),
    )
  fc.assert(
    fc.property(given, (quotation) => expectAlike(quotation)),
    { numRuns: 5000 },
  )
})

it('the curves of the courses that ship are drawn as they are computed', () => {
  const courses = join(import.meta.dirname, '../../../../content/courses')
  const decks = readdirSync(courses, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.fr.md'),
  )
  const curves = decks.flatMap(
    (path) => readFileSync(join(courses, path), 'utf8').match(/^:::curve .*$/gm) ?? [],
  )
  expect(curves.length).toBeGreaterThan(9)
  for (const curve of curves) {
    const options = Object.fromEntries(
      [...curve.matchAll(/(\S+?)=(\S+)/g)].map(([, key, value]) => [key, value]),
    )
    const {
      figure,
      over,
      from,
      to,
      points: _points,
      active: _active,
      unit: _unit,
      x: _x,
      y: _y,
      ...given
    } = options
    const rest = Object.entries(given).filter(([, value]) => /^-?[\d.]+$/.test(value as string))
    for (let step = 0; step <= 48; step++) {
      const at = Number((Number(from) + ((Number(to) - Number(from)) * step) / 48).toFixed(9))
      expectAlike(`${figure}?${over}=${at}${rest.map(([key, value]) => `&${key}=${value}`).join('')}`)
    }
  }
})
