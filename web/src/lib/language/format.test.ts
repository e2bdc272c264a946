import { describe, expect, it } from 'vitest'
import { createFormat } from './format.ts'

const fr = createFormat('fr')
const en = createFormat('en')

describe('format', () => {
  it('writes results in R with a sign, the decimal comma and the sign for minus', () => {
    expect(fr.r('0.22')).toBe('+0,22\u00a0R')
    expect(fr.r('-6.4', 1)).toBe('\u22126,4\u00a0R')
    expect(fr.r('-0.001')).toBe('0,00\u00a0R')
    expect(en.r('1.5')).toBe('+1.50\u00a0R')
  })

  it('keeps the point and the digits of a market price in every language', () => {
    expect(fr.price('1.0866', 5)).toBe('1.08660')
    expect(fr.price('20480')).toBe('20480')
    expect(fr.price('2374.165', 2)).toBe('2374.17')
  })

  it('rounds a long decimal as text, without a float in between', () => {
    expect(fr.price('9007199254740993.1', 1)).toBe('9007199254740993.1')
    expect(en.number('1.005', 2)).toBe('1.01')
  })

  it('groups thousands with a narrow space, and shares with one before the sign', () => {
    expect(fr.number(14_799)).toBe('14\u202f799')
    expect(fr.number(1843)).toBe('1\u202f843')
    expect(fr.percent('0.534')).toBe('53\u202f%')
    expect(en.percent('0.534', 1)).toBe('53.4%')
  })

  it('writes money from minor units', () => {
    expect(fr.money(3900, 'EUR')).toBe('39,00\u00a0€')
    expect(fr.money(-5, 'EUR')).toBe('\u22120,05\u00a0€')
    expect(en.money(123_456n, 'EUR')).toBe('€1,234.56')
  })

  it('says the hour of today, and of any other day the day, of another year that as well', () => {
    const now = new Date(2026, 10, 21, 9, 0).getTime()
    const [today, other, old] = [
      new Date(2026, 10, 21, 8, 5),
      new Date(2026, 10, 20, 23, 50),
      new Date(2025, 10, 21, 8, 5),
    ]
    const said = (language: string) =>
      [today, other, old].map((moment) => createFormat(language).atMoment(moment, now))
    expect([today, other, old].map((moment) => fr.moment(moment, now))).toEqual([
      '08:05',
      '20/11 23:50',
      '21/11/2025 08:05',
    ])
    expect(said('fr')).toEqual(['à 08:05', 'le 20/11 à 23:50', 'le 21/11/2025 à 08:05'])
    expect(said('en')).toEqual(['at 08:05', 'on 20/11 at 23:50', 'on 21/11/2025 at 08:05'])
    expect(said('es')).toEqual(['a las 08:05', 'el 20/11 a las 23:50', 'el 21/11/2025 a las 08:05'])
    expect(said('it')).toEqual(['alle 08:05', 'il 20/11 alle 23:50', 'il 21/11/2025 alle 08:05'])
  })

  it('shows an em dash for what is not there', () => {
    expect(fr.dateTime(null)).toBe('—')
    expect([
      fr.r(null),
      fr.number(undefined),
      fr.percent(''),
      fr.price('NaN'),
      fr.date(null),
      fr.hash(null),
    ]).toEqual(Array(6).fill('—'))
  })

  it('writes dates, times and durations', () => {
    const at = new Date(2026, 10, 19, 9, 2, 11)
    expect(fr.date(at)).toBe('19/11/2026')
    expect(fr.time(at)).toBe('09:02')
    expect(fr.duration(4 * 3_600_000 + 12 * 60_000)).toBe('4\u00a0h\u00a012')
    expect(fr.duration(59_000)).toBe('<\u00a01\u00a0min')
    expect(fr.duration(0)).toBe('0\u00a0min')
    expect(fr.duration(52 * 3_600_000)).toBe('2\u00a0j\u00a04\u00a0h')
    expect(fr.relative(new Date(at.getTime() - 180_000), at)).toBe('il y a 3 minutes')
    expect(fr.hash('9f3c71be00a21e')).toBe('9f3c71…a21e')
  })

  it('drops hundredths of money only where there are none', () => {
    expect(fr.moneyShort(3900, 'EUR')).toBe('39\u00a0€')
    expect(fr.moneyShort(3250, 'EUR')).toBe('32,50\u00a0€')
    expect(en.moneyShort(500_000, 'EUR')).toBe('€5,000')
  })

  it('writes a calendar day as it is, and a day that is not known as a dash', () => {
    expect(fr.day('2026-11-01')).toBe('01/11/2026')
    expect(fr.day(null)).toBe('—')
  })
})
