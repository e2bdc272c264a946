import { STYLES, TIERS, TIMEFRAMES } from 'trading/signal'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'

/** The filters of the record, kept in the address so that a view can be shared and the back button undoes a filter (S-04). */
export const PERIODS = ['30', '90', '365', 'tout'] as const
export const SESSIONS = ['asia', 'london', 'new_york', 'between'] as const
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
export type Period = (typeof PERIODS)[number]

export type Filters = {
  period: Period
  symbol: string | null
  timeframe: (typeof TIMEFRAMES)[number] | null
  style: (typeof STYLES)[number] | null
  author: string | null
  weekday: (typeof WEEKDAYS)[number] | null
  session: (typeof SESSIONS)[number] | null
  direction: 'buy' | 'sell' | null
  tier: (typeof TIERS)[number] | null
}

export const DEFAULT_PERIOD: Period = '90'

const PARAMETERS = {
  symbol: 'instrument',
  timeframe: 'ut',
  style: 'style',
  author: 'analyste',
  weekday: 'jour',
  session: 'seance',
  direction: 'sens',
  tier: 'acces',
} as const satisfies Record<Exclude<keyof Filters, 'period'>, string>

export type FilterName = keyof typeof PARAMETERS
export const FILTER_NAMES = Object.keys(PARAMETERS) as readonly FilterName[]

const shaped = (pattern: RegExp, value: string | null) => (value && pattern.test(value) ? value : null)

export function readFilters(search: URLSearchParams): Filters {
  return {
    period: oneOf(PERIODS, search.get('jours')) ?? DEFAULT_PERIOD,
    symbol: shaped(/^[A-Z0-9]{3,12}$/, search.get('instrument')),
    timeframe: oneOf(TIMEFRAMES, search.get('ut')),
    style: oneOf(STYLES, search.get('style')),
    author: shaped(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, search.get('analyste')),
    weekday: oneOf(WEEKDAYS, search.get('jour')),
    session: oneOf(SESSIONS, search.get('seance')),
    direction: oneOf(['buy', 'sell'] as const, search.get('sens')),
    tier: oneOf(TIERS, search.get('acces')),
  }
}

/** The address with some filters changed; defaults are left out, other parameters stay. */
export function writeFilters(search: URLSearchParams, changes: Partial<Filters>): URLSearchParams {
  const { period, ...rest } = changes
  return withParameters(search, {
    ...(period ? { jours: period === DEFAULT_PERIOD ? null : period } : {}),
    ...Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [PARAMETERS[name as FilterName], value ?? null]),
    ),
  })
}

/** The argument of the database functions: only the filters that are set. */
export function toDatabase({ period, ...filters }: Filters): Record<string, string | number> {
  return {
    ...(period === 'tout' ? {} : { days: Number(period) }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)),
  } as Record<string, string | number>
}

export const isFiltered = (filters: Filters): boolean => FILTER_NAMES.some((name) => filters[name] !== null)

export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, null])) as Partial<Filters>
