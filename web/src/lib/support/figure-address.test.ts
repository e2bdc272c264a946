import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AskedFigure, askedFigure, figureAddress } from './figure-address.ts'

const read = (address: string) => askedFigure(new URL(address, 'http://x').searchParams)

describe('the address of a ticket about a figure', () => {
  it('leads back to the figure, whatever its filters are', () => {
    const figure = fc.oneof(
      fc.record({
        kind: fc.constant('performance' as const),
        name: fc.constantFrom('expectancy_r', 'win_rate'),
        filters: fc.dictionary(
          fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
          fc.string(),
        ),
      }),
      fc.record({
        kind: fc.constant('score' as const),
        name: fc.constantFrom('analyst all', 'member 2026-11'),
      }),
      fc.record({
        kind: fc.constantFrom(
          'signal' as const,
          'statement' as const,
          'expectation' as const,
          'idea' as const,
          'forecast' as const,
        ),
        number: fc.integer({ min: 1, max: 1_000_000 }),
      }),
    )
    fc.assert(
      fc.property(figure, (asked: AskedFigure) => {
        expect(read(figureAddress(asked))).toEqual({ ...asked })
      }),
    )
  })

  it.each([
    'null',
    '{',
    '[]',
    '{"kind":"signal","number":"1 or 1=1"}',
    '{"kind":"signal","number":-3}',
    '{"kind":"statement","number":0.5}',
    '{"kind":"idea"}',
    '{"kind":"expectation","number":"2"}',
    '{"kind":"performance","name":"<b>"}',
    '{"kind":"score","name":"analyst 2026-11-02"}',
    '{"kind":"score"}',
    '{"kind":"forecast","name":"1"}',
    '{"kind":"other","name":"win_rate"}',
  ])('asks about nothing where it says %s', (text) => {
    expect(askedFigure(new URLSearchParams({ chiffre: text }))).toBeNull()
  })
})
