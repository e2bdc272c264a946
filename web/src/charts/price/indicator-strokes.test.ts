import { describe, expect, it } from 'vitest'
import french from '#charts/messages/fr.json' with { type: 'json' }
import { INDICATORS, indicatorStrokes } from './indicator-strokes.ts'

const bars = Array.from({ length: 240 }, (_, index) => {
  const close = 100 + Math.sin(index / 9) * 4 + index / 50
  return { time: index * 60, open: close - 0.2, high: close + 0.5, low: close - 0.6, close }
})

/** The text under a dotted key. */
const textOf = (key: string) =>
  key.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], french.stroke)

describe.each(INDICATORS)('%s', (name) => {
  const strokes = indicatorStrokes(name, bars)

  it('says something at the last bar, and has as many places as there are bars', () => {
    for (const { values } of strokes) {
      expect(values).toHaveLength(bars.length)
      expect(values.at(-1)).not.toBeNull()
    }
  })

  it('has a name for each line, in the menu and in the legend', () => {
    expect(french.indicator[name]).toBeTypeOf('string')
    for (const { key } of strokes) expect(textOf(key), key).toBeTypeOf('string')
  })
})

describe('the lines over the prices', () => {
  it('differ by more than their colour', () => {
    const averages = ['ema20', 'ema50', 'sma200'] as const
    const dashes = averages.flatMap((name) => indicatorStrokes(name, bars).map(({ dash }) => dash))
    expect(new Set(dashes).size).toBe(averages.length)
  })
})
