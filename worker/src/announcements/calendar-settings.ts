// Parses CALENDAR_SOURCES: names of official calendars, each with the address that it is fetched from where it is another than the usual one.
/** Sources that need no key; null: the operator names the address of the file. */
const CALENDAR_ADDRESSES = {
  bls: 'https://www.bls.gov/schedule/news_release/bls.ics',
  bea: 'https://apps.bea.gov/API/signup/release_dates.json',
  census: null,
  fed: 'https://www.federalreserve.gov/json/calendar.json',
  ecb: null,
  // The releases of its Euro indicators.
  eurostat: 'https://ec.europa.eu/eurostat/o/calendars/eventsIcal?theme=0&category=2',
  insee: null,
  forexfactory: 'https://nfs.faireconomy.media/ff_calendar_thisweek.json',
} as const satisfies Record<string, string | null>
export type AddressedSource = keyof typeof CALENDAR_ADDRESSES

export type CalendarSettings = {
  addresses: ReadonlyMap<AddressedSource, string>
  /** Null without a key: the source is off. */
  fred: { key: string; url: string } | null
  tradingEconomics: { key: string; url: string } | null
}

/** `bls, bea, ecb=https://…`. Throws a RangeError for an unknown name, a missing address and what is no address. */
export function readCalendarSources(setting: string): ReadonlyMap<AddressedSource, string> {
  const addresses = new Map<AddressedSource, string>()
  for (const part of setting.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [, name = '', own] = /^([a-z]+)(?:=(\S+))?$/.exec(part) ?? []
    if (!Object.hasOwn(CALENDAR_ADDRESSES, name))
      throw new RangeError(`"${part}" is none of ${Object.keys(CALENDAR_ADDRESSES).join(', ')}`)
    const source = name as AddressedSource
    const address = own ?? CALENDAR_ADDRESSES[source]
    if (!address) throw new RangeError(`${name} needs the address of its file: ${name}=https://…`)
    if (!URL.canParse(address) || !/^https?:/.test(address))
      throw new RangeError(`"${address}" is no address`)
    addresses.set(source, address)
  }
  return addresses
}
