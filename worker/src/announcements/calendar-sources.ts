// The sources of the calendar by the deployment's settings, behind one interface (sources/source.ts).
import type { ReadClaims } from 'trading/announcements/claim'
import { claimsOfIcal, type IcalTerms } from 'trading/announcements/ical'
import type { AddressedSource, CalendarSettings } from './calendar-settings.ts'
import { claimsOfEurostat } from './sources/eurostat.ts'
import { claimsOfFedCalendar } from './sources/fed-calendar.ts'
import { claimsOfReleaseDates } from './sources/release-dates.ts'
import { type CalendarSource, HOUR_MS, textOf } from './sources/source.ts'
import { claimsOfTradingEconomics } from './sources/trading-economics.ts'
import { claimsOfWeeklyJson } from './sources/weekly-json.ts'

const DAY_MS = 86_400_000
const AMERICAN: IcalTerms = { zone: 'America/New_York', currency: 'USD', country: 'US' }
const ical = (terms: IcalTerms) => (bytes: Uint8Array) => claimsOfIcal(textOf(bytes), terms)

const READERS: {
  readonly [name in AddressedSource]: { everyMs: number; read: (bytes: Uint8Array) => ReadClaims }
} = {
  bls: { everyMs: 6 * HOUR_MS, read: ical(AMERICAN) },
  bea: { everyMs: 6 * HOUR_MS, read: (bytes) => claimsOfReleaseDates(textOf(bytes)) },
  census: { everyMs: 6 * HOUR_MS, read: ical(AMERICAN) },
  fed: { everyMs: 6 * HOUR_MS, read: (bytes) => claimsOfFedCalendar(textOf(bytes)) },
  ecb: { everyMs: 6 * HOUR_MS, read: ical({ zone: 'Europe/Berlin', currency: 'EUR', country: 'EU' }) },
  eurostat: { everyMs: 6 * HOUR_MS, read: (bytes) => claimsOfEurostat(textOf(bytes)) },
  insee: { everyMs: 6 * HOUR_MS, read: ical({ zone: 'Europe/Paris', currency: 'EUR', country: 'FR' }) },
  // Once an hour at most: its host answers more with a refusal for minutes.
  forexfactory: { everyMs: HOUR_MS, read: claimsOfWeeklyJson },
}

/** Sources that answer with one file of claims. FRED is asked series by series (import-figures.ts). */
export function calendarSources({ addresses, tradingEconomics }: CalendarSettings): CalendarSource[] {
  const sources: CalendarSource[] = [...addresses].map(([name, address]) => ({
    name,
    everyMs: READERS[name].everyMs,
    read: async (load) => READERS[name].read(await load(address, name)),
  }))
  if (tradingEconomics)
    sources.push({
      name: 'trading_economics',
      everyMs: 5 * 60_000,
      read: async (load, now) => {
        const day = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
        const address = `${tradingEconomics.url}/calendar/country/All/${day(-7)}/${day(28)}?c=${encodeURIComponent(tradingEconomics.key)}&f=json`
        return claimsOfTradingEconomics(textOf(await load(address, 'trading_economics')))
      },
    })
  return sources
}
