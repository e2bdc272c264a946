import fc from 'fast-check'
import { Decimal } from 'trading/decimal'
import { describe, expect, it } from 'vitest'
import { numberProblems, quotations, readings, states } from './numbers.ts'

describe('numbers in what ships', () => {
  it('are recomputed where they are quoted: the right one passes in each language, a wrong one is named', () => {
    expect(numberProblems('Il faut [33,3\u202f%](calc:breakeven-rate?gain=2) de gagnants.', 'fr')).toEqual([])
    expect(numberProblems('One needs [33.3%](calc:breakeven-rate?gain=2) winners.', 'en')).toEqual([])
    expect(numberProblems('Il faut [34\u202f%](calc:breakeven-rate?gain=2) de gagnants.', 'fr')).toEqual([
      '"34\u202f%" is not breakeven-rate?gain=2 = 0.33333333',
    ])
    expect(numberProblems('[1](calc:no-figure?x=1) [1](calc:breakeven-rate?gian=2)', 'fr')).toHaveLength(2)
  })
  it('are refused where they are neither computed, given nor sourced', () => {
    expect(numberProblems('La plupart perdent 74 %.', 'fr')).toHaveLength(1)
    expect(numberProblems('La plupart perdent 74 % ([ESMA](https://www.esma.europa.eu)).', 'fr')).toEqual([])
    expect(numberProblems('[5 000 €](given:) de capital.', 'fr')).toEqual([])
    expect(numberProblems('Un gain de 2 R vaut [33 %](calc:breakeven-rate?gain=2).', 'fr')).toEqual([])
    expect(numberProblems('Un gain de 3 R vaut [33 %](calc:breakeven-rate?gain=2).', 'fr')).toHaveLength(1)
  })
  it('may be years, times, time frames, periods in brackets and small counts', () => {
    expect(
      numberProblems('En 1978, à 14 h 30 puis 9:05, sur M15 et RSI(14), le 1er des trois : 10 leçons.', 'fr'),
    ).toEqual([])
  })
  it('are read as each language writes them', () => {
    expect(readings('1\u202f234,5', 'fr')).toContain('1234.5')
    expect(readings('1,234.5', 'en')).toEqual(['1234.5'])
    expect(readings('1.234,5', 'it')).toEqual(['1234.5'])
    expect(readings('−0,20', 'es')).toEqual(['-0.20'])
    expect(readings('1.0830', 'fr')).toContain('1.0830')
  })
  it('state a value exactly when rounding it to the decimals written gives them', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 4 }), (mantissa, digits) => {
        const value = new Decimal(mantissa).div(100_000)
        const text = value.toFixed(digits)
        const next = value.toDecimalPlaces(digits).plus(new Decimal(10).pow(-digits)).toFixed(digits)
        expect(states(text.replace('.', ','), value, 'fr')).toBe(true)
        expect(states(next, value, 'en')).toBe(false)
      }),
    )
  })
  it('are the same in every language, whatever their order', () => {
    expect(quotations('[a](calc:b?x=2) [c](calc:a?y=1)')).toEqual(['a?y=1', 'b?x=2'])
  })
})
