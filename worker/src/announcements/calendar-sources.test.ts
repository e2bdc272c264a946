import { FeedError } from 'trading/announcements/claim'
import { describe, expect, it } from 'vitest'
import { readCalendarSources } from './calendar-settings.ts'
import { calendarSources } from './calendar-sources.ts'

const NOW = Date.parse('2026-11-19T12:00:00Z')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')

/** What a source says of a file, asked as the worker asks. */
async function said(setting: string, file: string) {
  const addresses = readCalendarSources(setting)
  const [source] = calendarSources({ addresses, fred: null, tradingEconomics: null })
  if (!source) throw new Error(`no source of ${setting}`)
  const asked: string[] = []
  const read = await source.read(async (address) => {
    asked.push(address)
    return new TextEncoder().encode(file)
  }, NOW)
  return { ...read, asked }
}

describe('an official calendar in iCalendar', () => {
  it.each([
    ['census', 'Advance Monthly Sales for Retail and Food Services', '083000', 'USD', '13:30'],
    ['ecb', 'Monetary policy decisions', '141500', 'EUR', '13:15'],
    ['insee', 'Indices des prix à la consommation - résultats provisoires', '084500', 'EUR', '07:45'],
  ])(
    '[S-110] of %s has its times on the clock of its authority',
    async (name, summary, time, currency, utc) => {
      const address = `${name}=https://calendar.example/${name}.ics`
      const file = calendar(...event('UID:one@example', `DTSTART:20261217T${time}`, `SUMMARY:${summary}`))
      const { claims, problems, asked } = await said(address, file)
      expect(asked).toEqual([`https://calendar.example/${name}.ics`])
      expect(problems).toEqual([])
      expect(claims).toMatchObject([
        { code: summary, currency, at: `2026-12-17T${utc}:00.000Z`, precision: 'exact' },
      ])
      await expect(said(address, file.slice(0, -20))).rejects.toThrow(FeedError)
    },
  )
})

describe('the release calendar of Eurostat', () => {
  const flash = 'Flash estimate inflation euro area'
  const of = (uid: string, day: string) =>
    event(`UID:${uid}`, `DTSTART;VALUE=DATE:${day}`, `SUMMARY:${flash}`)

  it('[S-110] is of days, and the same whatever identifiers its file has', async () => {
    const file = (uid: string) => calendar(...of(`${uid}-1`, '20261201'), ...of(`${uid}-2`, '20270106'))
    const { claims, covers, asked } = await said('eurostat', file('a'))
    expect(asked[0]).toMatch(/^https:\/\/ec\.europa\.eu\/eurostat\//)
    expect(claims).toMatchObject([
      { key: `${flash}|2026-12-01`, code: flash, currency: 'EUR', day: '2026-12-01', precision: 'all_day' },
      { key: `${flash}|2027-01-06`, day: '2027-01-06', zone: 'Europe/Luxembourg' },
    ])
    expect(covers).toEqual({ from: '2026-12-01T00:00:00.000Z', until: '2027-01-07T00:00:00.000Z' })
    expect((await said('eurostat', file('b'))).claims).toEqual(claims)
  })

  it('names an entry once that its file has twice', async () => {
    const { claims } = await said('eurostat', calendar(...of('a', '20261201'), ...of('b', '20261201')))
    expect(claims).toHaveLength(1)
  })
})
