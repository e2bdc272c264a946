import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '../decimal.ts'
import { chartExercise, type ExerciseSignal, FEWEST_BARS, marksOf, type Task } from './chart-exercise.ts'
import { drawnCandles } from './drawn-candles.ts'

const PATH = [1.268, 1.2665, 1.2672, 1.2645, 1.267, 1.2663]
const bars = drawnCandles({ path: PATH, bars: 80, noise: 0.0004, seed: 3 })
const buy: ExerciseSignal = {
  direction: 'buy',
  entry: new Decimal('1.2663'),
  stop: new Decimal('1.2628'),
  target: new Decimal('1.2698'),
  digits: 4,
}

describe('an exercise on a chart [S-101]', () => {
  it('gives a stop beyond the low that the idea stands on, outside the noise and worth its target, every point', () => {
    const exercise = chartExercise('stop', buy, bars)!
    expect(Number(exercise.zone.high)).toBeLessThan(Number(exercise.level))
    expect(marksOf(exercise.criteria, new Decimal(exercise.zone.high)).points).toBe(100)
    expect(marksOf(exercise.criteria, new Decimal(exercise.zone.low)).points).toBe(100)
    // Above the low: touched by a market that has not proved the idea wrong.
    expect(marksOf(exercise.criteria, new Decimal(exercise.level).plus('0.0002')).met[0]).toBe(false)
    // At the price: in the noise.
    expect(marksOf(exercise.criteria, buy.entry.minus('0.0002')).met).toEqual([false, false, true])
    // Far away: it risks more than it can earn.
    expect(marksOf(exercise.criteria, new Decimal('1.2600')).met).toEqual([true, true, false])
  })
  it('judges a sale as the mirror image of a purchase', () => {
    const around = (price: number) => Number((2 * 1.2663 - price).toFixed(4))
    const mirrored = bars.map(({ open, high, low, close }) => ({
      open: around(open),
      high: around(low),
      low: around(high),
      close: around(close),
    }))
    const sell: ExerciseSignal = {
      ...buy,
      direction: 'sell',
      stop: new Decimal('1.2698'),
      target: new Decimal('1.2628'),
    }
    for (const task of ['stop', 'entry', 'level'] as Task[]) {
      const one = chartExercise(task, buy, bars)
      const other = chartExercise(
        task,
        task === 'stop' ? sell : { ...sell, stop: new Decimal('1.2698') },
        mirrored,
      )
      expect(other && [around(Number(other.zone.high)), around(Number(other.zone.low))]).toEqual(
        one && [Number(one.zone.low), Number(one.zone.high)],
      )
    }
  })
  it('is none with too few bars, with a swing inside the noise, or with a target nearer than the noise', () => {
    expect(chartExercise('stop', buy, bars.slice(-FEWEST_BARS + 1))).toBeNull()
    const lowest = Math.min(...bars.slice(-40).map(({ low }) => low))
    expect(chartExercise('stop', { ...buy, entry: new Decimal(lowest) }, bars)).toBeNull()
    expect(chartExercise('stop', { ...buy, target: buy.entry.plus('0.0001') }, bars)).toBeNull()
  })
  it('grants full marks within its zone, and for a level more than half, whatever the chart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 950, max: 1050 }), { minLength: 3, maxLength: 8 }),
        fc.integer(),
        fc.constantFrom<Task>('stop', 'entry', 'level'),
        fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (path, seed, task, direction, part) => {
          const drawn = drawnCandles({ path, bars: 80, noise: 6, seed })
          const entry = new Decimal(drawn.at(-1)!.close)
          const far = direction === 'buy' ? 60 : -60
          const exercise = chartExercise(
            task,
            { direction, entry, stop: entry.minus(far), target: entry.plus(far), digits: 1 },
            drawn,
          )
          if (!exercise) return
          const { low, high } = exercise.zone
          const price = new Decimal(low).plus(new Decimal(high).minus(low).times(part)).toDecimalPlaces(1)
          expect(
            marksOf(exercise.criteria, Decimal.max(low, Decimal.min(high, price))).points,
          ).toBeGreaterThanOrEqual(task === 'level' ? 60 : 100)
        },
      ),
    )
  })
})
