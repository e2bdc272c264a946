import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { INSTRUMENT_CLASSES, type InstrumentClass } from '#lib/market/instrument-classes.ts'
import type { Broker } from './broker.ts'

/** The minimum deposits offered as filters, in whole units of the account's currency. */
export const DEPOSITS = ['0', '100', '500'] as const
export const MOST_COMPARED = 4

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

/** Whether a broker passes the filters; for the deposit, one of its accounts must require no more. */
export function matches(broker: Filtered, { regulator, platform, deposit, instrument }: Filters): boolean {
  return (
    (regulator === null || broker.regulator === regulator) &&
    (platform === null || broker.platforms.includes(platform)) &&
    (instrument === null || broker.instruments.includes(instrument)) &&
    (deposit === null ||
      broker.accounts.some(({ minimum_deposit: minimum }) => minimum <= Number(deposit) * 100))
  )
}

/** The compared brokers, in the order of selection: known ones, each once, up to the maximum. */
export function readCompared(search: URLSearchParams, known: readonly string[]): string[] {
  const named = new Set((search.get('comparer') ?? '').split(','))
  return [...named].filter((slug) => known.includes(slug)).slice(0, MOST_COMPARED)
}

export const writeCompared = (search: URLSearchParams, slugs: readonly string[]): URLSearchParams =>
  withParameters(search, { comparer: slugs.length > 0 ? slugs.join(',') : null })
