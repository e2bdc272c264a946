import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FeedError } from 'trading/announcements/claim'
import { claimsOfIcal } from 'trading/announcements/ical'
import { describe, expect, it } from 'vitest'
import { claimsOfFedCalendar } from './fed-calendar.ts'
import { claimsOfObservations, licenceOf, mayShow } from './fred.ts'
import { claimsOfReleaseDates } from './release-dates.ts'
import { claimsOfTradingEconomics } from './trading-economics.ts'
import { claimsOfWeeklyJson } from './weekly-json.ts'

// Shapes written by hand after the sources' documentation; docs/areas/announcements.md says so.
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures', name))
const text = (name: string) => fixture(name).toString('utf8')
const AMERICAN = { zone: 'America/New_York', currency: 'USD', country: 'US' }

describe('the iCalendar of the Bureau of Labor Statistics', () => {
  it('[S-110] names each release with its period, on the clock of the agency', () => {
    const { claims, problems } = claimsOfIcal(text('bls.ics'), AMERICAN)
    expect(problems).toEqual([{ line: 4, problem: 'no_title' }])
    expect(claims).toMatchObject([
      {
        key: 'Consumer Price Index|2026-10',
        code: 'Consumer Price Index',
        period: '2026-10',
        at: '2026-11-19T13:30:00.000Z',
        precision: 'exact',
      },
      { key: 'Employment Situation|2026-10', at: '2026-10-30T12:30:00.000Z' },
      { key: 'Producer Price Index|2026-10', day: '2026-11-13', precision: 'all_day', cancelled: true },
    ])
  })
  it('is refused when it was cut off', () => {
    expect(() => claimsOfIcal(text('bls.ics').slice(0, 600), AMERICAN)).toThrow(FeedError)
    expect(() => claimsOfIcal('<html>Maintenance</html>', AMERICAN)).toThrow(FeedError)
  })
})

describe('the release dates of the Bureau of Economic Analysis', () => {
  it('[S-110] are a claim each, and a date that is none is a problem', () => {
    const { claims, problems } = claimsOfReleaseDates(text('bea.json'))
    expect(claims).toMatchObject([
      {
        key: 'Gross Domestic Product|2026-10',
        code: 'Gross Domestic Product',
        at: '2026-10-29T12:30:00.000Z',
      },
      { key: 'Gross Domestic Product|2026-11', at: '2026-11-25T13:30:00.000Z' },
      { key: 'Personal Income and Outlays|2026-11' },
    ])
    expect(problems).toEqual([{ line: 4, problem: 'no_time' }])
    expect(() => claimsOfReleaseDates('{"a": 1}')).toThrow(FeedError)
  })
})

describe('the calendar of the Federal Reserve', () => {
  it('[S-110] announces a meeting on its last day and speeches as speeches', () => {
    const { claims, problems } = claimsOfFedCalendar(text('fed.json'))
    expect(claims).toMatchObject([
      { key: 'FOMC Meeting|2026-10', code: 'FOMC Meeting', at: '2026-10-28T18:00:00.000Z' },
      { code: 'Speech', kind: 'speech', at: '2026-11-19T15:00:00.000Z' },
      { code: 'FOMC Minutes', day: '2026-11-18', precision: 'tentative' },
    ])
    expect(problems).toEqual([{ line: 4, problem: 'malformed' }])
  })
})

describe('the weekly calendar of traders', () => {
  it('[S-110] is read in Windows-1252, covers its week and never says what was published', () => {
    const { claims, covers, problems } = claimsOfWeeklyJson(fixture('weekly.cp1252'))
    expect(problems).toEqual([{ line: 6, problem: 'no_time' }])
    expect(claims).toMatchObject([
      {
        key: '2026-11-15|USD|CPI y/y',
        code: 'USD|CPI y/y',
        forecast: '2.6',
        previous: '2.4',
        impact: 'high',
        at: '2026-11-19T13:30:00.000Z',
      },
      { key: '2026-11-15|USD|CPI y/y|2', at: '2026-11-20T13:30:00.000Z' },
      { code: 'EUR|Débat au Parlement', kind: 'release' },
      { code: 'JPY|Bank Holiday', kind: 'holiday', day: '2026-11-20', precision: 'all_day' },
    ])
    expect(claims[2]).not.toHaveProperty('forecast')
    expect(claims.some((claim) => 'actual' in claim)).toBe(false)
    expect(covers).toEqual({ from: '2026-11-18T00:00:00.000Z', until: '2026-11-21T00:00:00.000Z' })
    expect(() => claimsOfWeeklyJson(fixture('weekly.cp1252').subarray(0, 300))).toThrow(FeedError)
  })
})

describe('the calendar of Trading Economics', () => {
  it('[S-110] [wish §7.2] brings actual and revised values of the countries that the calendar has', () => {
    const { claims, problems } = claimsOfTradingEconomics(text('trading-economics.json'))
    expect(claims).toEqual([
      expect.objectContaining({
        key: '331001',
        code: 'US|Inflation Rate YoY',
        period: '2026-10',
        at: '2026-11-19T13:30:00.000Z',
        actual: '2.5',
        previous: '2.4',
        revised: '2.3',
        forecast: '2.6',
        impact: 'high',
      }),
      expect.objectContaining({
        key: '331002',
        code: 'GB|Retail Sales MoM',
        precision: 'all_day',
        day: '2026-11-20',
        forecast: '0.1',
      }),
    ])
    expect(problems).toEqual([{ line: 4, problem: 'malformed' }])
    expect(() => claimsOfTradingEconomics('"Invalid key"')).toThrow(FeedError)
  })
})

describe('FRED and ALFRED', () => {
  const series = { indicator: 'us-nfp', code: 'PAYEMS:chg', cadence: 'monthly', decimals: 0 } as const
  it('[S-110] [wish §7.2] give the first vintage as what was published, and the revision as the next release told it', () => {
    expect(claimsOfObservations(text('alfred.json'), series)).toEqual([
      {
        key: 'PAYEMS:chg|2026-08-01',
        indicator: 'us-nfp',
        period: '2026-08',
        day: '2026-09-04',
        precision: 'all_day',
        actual: '120',
      },
      {
        key: 'PAYEMS:chg|2026-09-01',
        indicator: 'us-nfp',
        period: '2026-09',
        day: '2026-10-02',
        precision: 'all_day',
        actual: '147',
        previous: '120',
        revised: '98',
      },
      {
        key: 'PAYEMS:chg|2026-10-01',
        indicator: 'us-nfp',
        period: '2026-10',
        day: '2026-11-06',
        precision: 'all_day',
        actual: '-12',
        previous: '147',
      },
    ])
  })
  it('are shown on the terms of the strictest tag, and never without one', () => {
    const tags = (...names: string[]) =>
      JSON.stringify({ tags: names.map((name) => ({ name, group_id: 'cc' })) })
    expect(mayShow(licenceOf(tags('public domain: citation requested')))).toBe(true)
    expect(mayShow(licenceOf(tags('copyrighted: citation required')))).toBe(true)
    expect(
      mayShow(licenceOf(tags('copyrighted: citation required', 'copyrighted: pre-approval required'))),
    ).toBe(false)
    expect(mayShow(licenceOf(tags()))).toBe(false)
    expect(() => licenceOf('{"error_code": 400}')).toThrow(FeedError)
  })
})
