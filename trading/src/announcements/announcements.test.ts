import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blackoutAt, nextBlackout } from './blackout.ts'
import { FeedError } from './claim.ts'
import { claimsOfCsv } from './csv.ts'
import { figure, period, withoutPeriod } from './figure.ts'
import { claimsOfIcal } from './ical.ts'
import { surprise } from './surprise.ts'

const tenths = fc.integer({ min: -500, max: 500 }).map((value) => (value / 10).toFixed(1))
const better = fc.constantFrom('higher', 'lower', 'neither' as const)

describe('a surprise', () => {
  it('[S-110] is good for the currency in the direction that is good for its indicator', () => {
    expect(surprise({ actual: '2.7', forecast: '2.6', better: 'higher', deviation: '0.05' })).toEqual({
      difference: '0.1',
      direction: 'above',
      good: 'better',
      deviations: 2,
    })
    expect(surprise({ actual: '4.4', forecast: '4.2', better: 'lower', deviation: '0.1' })).toEqual({
      difference: '0.2',
      direction: 'above',
      good: 'worse',
      deviations: -2,
    })
    expect(surprise({ actual: '1', forecast: '2', better: 'neither', deviation: '1' })).toMatchObject({
      direction: 'below',
      good: 'neutral',
      deviations: null,
    })
    expect(surprise({ actual: '2.60', forecast: '2.6', better: 'higher' })).toMatchObject({
      difference: '0',
      direction: 'in_line',
      good: 'neutral',
    })
    for (const actual of ['', null, undefined, 'text', '1e3'])
      expect(surprise({ actual, forecast: '1', better: 'higher' })).toBeNull()
  })
  it('changes its sign when figure and consensus change places', () => {
    fc.assert(
      fc.property(tenths, tenths, better, (actual, forecast, side) => {
        const one = surprise({ actual, forecast, better: side, deviation: '0.3' })!
        const other = surprise({ actual: forecast, forecast: actual, better: side, deviation: '0.3' })!
        expect(Number(one.difference) + Number(other.difference)).toBe(0)
        expect((one.deviations ?? 0) + (other.deviations ?? 0)).toBe(0)
        expect([one.good, other.good].sort()).not.toEqual(['better', 'better'])
      }),
    )
  })
})

describe('the guard', () => {
  const windows = [
    {
      currency: 'USD',
      symbols: ['EURUSD'],
      starts_at: '2026-11-19T13:15:00Z',
      ends_at: '2026-11-19T13:45:00Z',
    },
    {
      currency: 'EUR',
      symbols: ['EURUSD', 'EURGBP'],
      starts_at: '2026-11-19T13:40:00Z',
      ends_at: '2026-11-19T14:00:00Z',
    },
  ]
  const at = (time: string) => Date.parse(`2026-11-19T${time}:00Z`)
  it('[S-110] [wish §7.4] forbids from the first minute of a window to the one before its end, and no other instrument', () => {
    expect(
      ['13:14', '13:15', '13:44', '13:59', '14:00'].map(
        (time) => blackoutAt(windows, 'EURUSD', at(time))?.currency ?? null,
      ),
    ).toEqual([null, 'USD', 'EUR', 'EUR', null])
    expect(blackoutAt(windows, 'GBPJPY', at('13:30'))).toBeNull()
    expect(nextBlackout(windows, 'EURGBP', at('13:00'))?.starts_at).toBe('2026-11-19T13:40:00Z')
  })
  it('does not open in a window whose times it cannot read', () => {
    expect(
      blackoutAt(
        [{ currency: 'USD', symbols: ['EURUSD'], starts_at: 'soon', ends_at: '' }],
        'EURUSD',
        at('13:30'),
      ),
    ).not.toBeNull()
  })
})

describe('figures and periods', () => {
  it('are read as feeds write them', () => {
    expect(['222K', '-13.5', '2.6%', '1,024.5', '+0.3%', '−4', '007', '31.2B', '4.10M'].map(figure)).toEqual([
      '222K',
      '-13.5',
      '2.6',
      '1024.5',
      '0.3',
      '-4',
      '7',
      '31.2B',
      '4.10M',
    ])
    expect(['', null, '<0.10%', '1.4|2.1', '7-1-1', 'n/a', '1,02'].map(figure)).toEqual(
      Array(7).fill(undefined),
    )
    expect(
      [
        'for October 2026',
        'Third Quarter 2026',
        'Q3 2026',
        '3rd quarter of 2026',
        'Labor Day',
        'Situation 2026',
      ].map(period),
    ).toEqual(['2026-10', '2026-Q3', '2026-Q3', '2026-Q3', undefined, undefined])
    expect(withoutPeriod('Consumer Price Index for October 2026')).toBe('Consumer Price Index')
    expect(withoutPeriod('Productivity and Costs (R) for Second Quarter 2026')).toBe(
      'Productivity and Costs (R)',
    )
  })
  it('never throw, whatever they are given', () => {
    fc.assert(fc.property(fc.string(), (text) => void [figure(text), period(text), withoutPeriod(text)]))
  })
})

describe('a calendar in iCalendar', () => {
  const calendar = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
  const event = (...lines: string[]) => [
    'BEGIN:VEVENT',
    'UID:u1',
    'SUMMARY:Rate decision',
    ...lines,
    'END:VEVENT',
  ]
  const read = (...lines: string[]) =>
    claimsOfIcal(calendar(...event(...lines)), { zone: 'Europe/Paris', currency: 'EUR' }).claims
  it('[S-110] [wish §7.1] keeps the clock of its zone: half hours, both changes, floating times, days', () => {
    expect(read('DTSTART;TZID=Asia/Kolkata:20260319T173000')).toMatchObject([
      { at: '2026-03-19T12:00:00.000Z', zone: 'Asia/Kolkata' },
    ])
    expect(read('DTSTART;TZID=Australia/Adelaide:20260404T120000')).toMatchObject([
      { at: '2026-04-04T01:30:00.000Z' },
    ])
    expect(read('DTSTART:20260329T080000')).toMatchObject([{ at: '2026-03-29T06:00:00.000Z' }])
    expect(read('DTSTART:20261025T080000')).toMatchObject([{ at: '2026-10-25T07:00:00.000Z' }])
    expect(read('DTSTART:20261025T080000Z')).toMatchObject([{ at: '2026-10-25T08:00:00.000Z' }])
    expect(read('DTSTART;VALUE=DATE:20261025')).toMatchObject([{ day: '2026-10-25', precision: 'all_day' }])
  })
  it('expands a rule with its exceptions, each occurrence under its own key', () => {
    const claims = read(
      'DTSTART;TZID=Europe/Berlin:20261022T141500',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'EXDATE;TZID=Europe/Berlin:20261029T141500',
    )
    expect(claims.map(({ at }) => at)).toEqual(['2026-10-22T12:15:00.000Z', '2026-11-05T13:15:00.000Z'])
    expect(new Set(claims.map(({ key }) => key)).size).toBe(2)
  })
  it('keeps its key when its date moves', () => {
    const [one] = claimsOfIcal(calendar(...event('DTSTART:20261022T080000Z')), { zone: 'UTC' }).claims
    const [other] = claimsOfIcal(calendar(...event('DTSTART:20261029T080000Z', 'SEQUENCE:1')), {
      zone: 'UTC',
    }).claims
    expect(other?.key).toBe(one?.key)
  })
  it('is a FeedError or claims, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(200), (text, cut) => {
        for (const given of [
          text,
          calendar(...event(text)),
          calendar(...event('DTSTART:20261022T080000Z')).slice(0, cut),
        ])
          try {
            claimsOfIcal(given, { zone: 'UTC' })
          } catch (error) {
            expect(error).toBeInstanceOf(FeedError)
          }
      }),
    )
  })
})

describe('a table', () => {
  it('[S-110] is read with commas, semicolons or tabs, quotes and both clocks; a line that cannot be is named', () => {
    const { claims, problems } = claimsOfCsv(
      'date,time,zone,currency,title,impact,forecast,actual\n2026-10-25,08:00,Europe/Paris,EUR,"GDP, ""flash""",high,0.2,\n2026-03-29,02:30,Europe/Paris,EUR,Skipped,low,,\n2026-10-26,,,eur,Day,low,,\n2026-10-27,tentative,,EUR,Perhaps,low,,much\n',
    )
    expect(claims).toMatchObject([
      {
        title: 'GDP, "flash"',
        at: '2026-10-25T07:00:00.000Z',
        forecast: '0.2',
        currency: 'EUR',
        country: 'EU',
      },
      { title: 'Day', day: '2026-10-26', precision: 'all_day' },
    ])
    expect(problems).toEqual([
      { line: 3, problem: 'no_such_time' },
      { line: 5, problem: 'no_figure: actual' },
    ])
    expect(() => claimsOfCsv('a,b\n1,2')).toThrow(FeedError)
  })
  it('is a FeedError or claims, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        claimsOfCsv(`date;titre\n${text}`)
      }),
    )
  })
})
