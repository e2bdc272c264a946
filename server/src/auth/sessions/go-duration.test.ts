import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goDuration } from './go-duration.ts'

describe('a Go duration', () => {
  it.each([
    ['300ms', 300],
    ['2h45m', 9_900_000],
    ['24h', 86_400_000],
    ['1.5h', 5_400_000],
    ['1h1ms', 3_600_001],
    ['0s', 0],
  ])('%s is %i ms', (text, milliseconds) => {
    expect(goDuration(text)).toBe(milliseconds)
  })

  it.each(['', '24', 'h', '-1h', '1d', '1h 2m', 'none', '1h2', '1..5h'])('is not %j', (text) => {
    expect(goDuration(text)).toBeNull()
  })

  it('is the sum of its parts', () => {
    const part = fc.tuple(fc.nat(1000), fc.constantFrom('ms', 's', 'm', 'h'))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const texts = parts.map(([amount, unit]) => `${amount}${unit}`)
        expect(goDuration(texts.join(''))).toBe(
          texts.reduce((sum, text) => sum + (goDuration(text) as number), 0),
        )
      }),
    )
  })
})
