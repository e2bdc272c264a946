import fc from 'fast-check'
import { Decimal } from 'trading/decimal'
import type { PersonalTrade } from 'trading/personal-trade'
import { expect, it } from 'vitest'
import { readTrade, writeTrade } from './simulation-task.ts'

const figure = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 8 }))
  .map(([whole, places]) => new Decimal(whole).dividedBy(new Decimal(10).pow(places)))
const trade: fc.Arbitrary<PersonalTrade> = fc.oneof(
  fc.record({
    id: fc.uuid(),
    verdict: fc.constant('taken' as const),
    enteredAt: fc.nat(),
    endedAt: fc.nat(),
    r: figure,
    spreadR: figure,
  }),
  fc.record({ id: fc.uuid(), verdict: fc.constant('idle' as const) }),
  fc.record({
    id: fc.uuid(),
    verdict: fc.constant('unknown' as const),
    reason: fc.constant('no_minutes' as const),
  }),
)

it('a trade comes out of the worker as it went in, whatever its figures', () => {
  fc.assert(
    fc.property(trade, (one) => {
      expect(readTrade(structuredClone(writeTrade(one)))).toEqual(one)
    }),
  )
})
