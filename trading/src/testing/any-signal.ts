// Random signals and markets for property tests of the engine.
import fc from 'fast-check'
import type { Levels } from '../levels.ts'
import { CANDLE_MS, type Candle, type Terms } from '../trade.ts'

/** A Monday morning. */
export const START = Date.UTC(2026, 10, 23, 8, 0)

/** Optional break-even and trailing rules. */
export const stopRules = fc.record(
  {
    break_even_after: fc.integer({ min: 1, max: 3 }),
    trailing_distance: fc.integer({ min: 1, max: 90 }).map((tenths) => (tenths / 10).toFixed(1)),
    trailing_after: fc.nat({ max: 3 }),
  },
  { requiredKeys: [] },
)

/** A random market around the levels, with gaps between candles. */
export const market = fc
  .array(
    fc.record({
      jump: fc.integer({ min: -60, max: 60 }),
      up: fc.nat({ max: 80 }),
      down: fc.nat({ max: 80 }),
      close: fc.nat({ max: 100 }),
      spread: fc.integer({ min: 0, max: 20 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => {
    let last = 1000
    return rows.map(({ jump, up, down, close, spread }, index): Candle => {
      const open = Math.max(500, last + jump)
      const [high, low] = [open + up, open - down]
      last = Math.round(low + ((high - low) * close) / 100)
      const text = (tenths: number) => (tenths / 10).toFixed(1)
      return {
        openedAt: START + index * CANDLE_MS,
        open: text(open),
        high: text(high),
        low: text(low),
        close: text(last),
        spread: text(spread),
      }
    })
  })

/** A signal around the market's first price. */
export const terms = fc
  .record({
    direction: fc.constantFrom('buy' as const, 'sell' as const),
    order_type: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
    zone: fc.nat({ max: 20 }),
    risk: fc.integer({ min: 5, max: 120 }),
    steps: fc.array(fc.integer({ min: 5, max: 60 }), { minLength: 1, maxLength: 5 }),
    rules: stopRules,
    validity: fc.integer({ min: 1, max: 80 }),
    shift: fc.integer({ min: -50, max: 50 }),
  })
  .map(({ direction, order_type, zone, risk, steps, rules, validity, shift }): Terms => {
    const towards = direction === 'buy' ? 1 : -1
    const text = (tenths: number) => (tenths / 10).toFixed(1)
    const edge = 1000 + shift
    const other = edge - towards * zone
    let at = edge
    const levels: Levels = {
      direction,
      order_type,
      entry_low: text(Math.min(edge, other)),
      entry_high: text(Math.max(edge, other)),
      stop_loss: text(other - towards * risk),
      targets: steps.map((step, index) => {
        at += towards * step
        return { price: text(at), share: index === 0 ? String(100 - 15 * (steps.length - 1)) : '15' }
      }),
    }
    return {
      ...levels,
      ...rules,
      digits: 1,
      publishedAt: START,
      expiresAt: START + validity * CANDLE_MS,
    }
  })
