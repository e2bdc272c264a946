import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { INSTRUMENT_CLASSES, type InstrumentClass } from '#lib/market/instrument-classes.ts'
import { type Broker, openable } from './broker.ts'

/** The minimum deposits offered as filters, in whole units of the account's currency. */
export const DEPOSITS = ['0', '100', '500'] as const

export type Filters = {
  regulator: string | null
  platform: string | null
  deposit: (typeof DEPOSITS)[number] | null
  instrument: InstrumentClass | null
}

export const NO_FILTERS: Filters = { regulator: null, platform: null, deposit: null, instrument: null }

export function readFilters(search: URLSearchParams): Filters {
  return {
    regulator: search.get('regulateur'),
    platform: search.get('plateforme'),
    deposit: oneOf(DEPOSITS, search.get('depot')),
    instrument: oneOf(INSTRUMENT_CLASSES, search.get('instrument')),
  }
}

export const writeFilters = (search: URLSearchParams, filters: Filters): URLSearchParams =>
  withParameters(search, {
    regulateur: filters.regulator,
    plateforme: filters.platform,
    depot: filters.deposit,
    instrument: filters.instrument,
  })

type Filtered = Pick<Broker, 'regulator' | 'platforms' | 'instruments' | 'accounts'>

/** The largest deposit that a reader wants to make, in minor units; null if they did not say. */
export const depositLimit = ({ deposit }: Filters): number | null =>
  deposit === null ? null : Number(deposit) * 100

/** Whether a broker passes the filters; for the deposit, one of its accounts must require no more. */
export function matches(broker: Filtered, filters: Filters): boolean {
  const { regulator, platform, instrument } = filters
  const limit = depositLimit(filters)
  return (
    (regulator === null || broker.regulator === regulator) &&
    (platform === null || broker.platforms.includes(platform)) &&
    (instrument === null || broker.instruments.includes(instrument)) &&
    (limit === null || openable(broker, limit) !== null)
  )
}
