// Names and order of time zones. The names are those of countries, as the browser knows them; a city is added where a country
// has several zones.
import type { Language } from 'mails/languages'
import { countryCodes, languagesFrom } from './countries.ts'

/** The zones of most readers of each language, most likely first. */
const LIKELY: Readonly<Record<Language, readonly string[]>> = {
  fr: [
    'Europe/Paris',
    'Europe/Brussels',
    'Europe/Zurich',
    'Europe/Luxembourg',
    'Europe/Monaco',
    'America/Toronto',
    'Indian/Reunion',
    'America/Guadeloupe',
    'America/Martinique',
    'Africa/Casablanca',
    'Africa/Tunis',
    'Africa/Algiers',
    'Africa/Dakar',
    'Africa/Abidjan',
  ],
  en: [
    'Europe/London',
    'Europe/Dublin',
    'America/New_York',
    'America/Chicago',
    'America/Los_Angeles',
    'America/Toronto',
    'Australia/Sydney',
    'Pacific/Auckland',
  ],
  es: [
    'Europe/Madrid',
    'Atlantic/Canary',
    'America/Mexico_City',
    'America/Argentina/Buenos_Aires',
    'America/Buenos_Aires',
    'America/Bogota',
    'America/Santiago',
    'America/Lima',
  ],
  it: ['Europe/Rome', 'Europe/Zurich', 'Europe/San_Marino'],
}

type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] }

/** The country of each zone and whether it has others; empty where a browser does not know them. */
let known: ReadonlyMap<string, { country: string; only: boolean }> | null = null
function placesOfZones() {
  known ??= new Map(
    countryCodes().flatMap((country) => {
      const locale: WithZones = new Intl.Locale(`und-${country}`)
      const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
      return zones.map((zone) => [zone, { country, only: zones.length === 1 }] as const)
    }),
  )
  return known
}

/** `America/New_York` → `New York` */
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** `Belgique` for `Europe/Brussels`, `États-Unis (New York)` for `America/New_York`, the city where the country is not known. */
export function timeZoneName(zone: string, language: string): string {
  const place = placesOfZones().get(zone)
  if (!place) return cityOf(zone)
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(place.country) ?? place.country
  return place.only ? country : `${country} (${cityOf(zone)})`
}

/** All zones: first the reader's own ones, then those of the languages of the site, by likelihood, then the others by name. */
export function timeZonesIn(
  language: Language,
  own: readonly string[],
): { zone: string; name: string; city: string }[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), ...own])
  const likely = [
    ...new Set(
      [...own, ...languagesFrom(language).flatMap((one) => LIKELY[one])].filter((zone) => known.has(zone)),
    ),
  ]
  const named = (zone: string) => ({ zone, name: timeZoneName(zone, language), city: cityOf(zone) })
  const order = new Intl.Collator(language)
  const others = [...known].filter((zone) => !likely.includes(zone)).map(named)
  return [...likely.map(named), ...others.sort((one, other) => order.compare(one.name, other.name))]
}
