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
  // Doubles end at some 300 digits, and no curve shows so many.
  fc.pre(exact === undefined || Math.abs(exact) < 1e15)
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
  const count = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 500 })).map(String)
  const given = fc
    .constantFrom(...NEEDS)
    .chain(({ name, needs }) =>
      fc
        .tuple(...needs.map(() => fc.oneof(share, count)))
        .map((values) => `${name}?${needs.map((need, place) => `${need}=${values[place]}`).join('&')}`),
    )
  fc.assert(
    fc.property(given, (quotation) => expectAlike(quotation)),
    { numRuns: 3000 },
  )
})
