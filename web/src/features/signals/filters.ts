import { STYLES, TIMEFRAMES } from 'trading/signal'
import type { Signal } from '#lib/signals/signal.ts'

/** The filters of the list, kept in the address so that a view can be shared and the back button undoes a filter (S-04). */
export const PERIODS = [30, 90, 365] as const
export const GROUPS = ['active', 'pending', 'closed'] as const
export const CLASSES = ['forex', 'metal', 'index', 'crypto'] as const
export type Group = (typeof GROUPS)[number]

/** The group of a signal. A sealed one counts as active: its reader may not know more. */
export function groupOf({ signal_states: { state } }: Pick<Signal, 'signal_states'>): Group {
  if (state === 'open' || state === 'active') return 'active'
  return state === 'pending' ? 'pending' : 'closed'
}

export type Filters = {
  group: Group | null
  /** The class of the instrument. */
  kind: (typeof CLASSES)[number] | null
  symbol: string | null
  timeframe: string | null
  style: (typeof STYLES)[number] | null
  bias: 'buy' | 'sell' | null
  /** An analyst's identifier. */
  author: string | null
  days: (typeof PERIODS)[number]
}

const oneOf = <T>(known: readonly T[], value: unknown): T | null =>
  known.find((one) => String(one) === value) ?? null

const shaped = (pattern: RegExp, value: string | null) => (value && pattern.test(value) ? value : null)

export function readFilters(search: URLSearchParams): Filters {
  return {
    group: oneOf(GROUPS, search.get('etat')),
    kind: oneOf(CLASSES, search.get('classe')),
    symbol: shaped(/^[A-Z0-9]{3,12}$/, search.get('instrument')),
    timeframe: oneOf(TIMEFRAMES, search.get('ut')),
    style: oneOf(STYLES, search.get('style')),
    bias: oneOf(['buy', 'sell'] as const, search.get('biais')),
    author: shaped(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, search.get('analyste')),
    days: oneOf(PERIODS, search.get('jours')) ?? 90,
  }
}

/** The address with these filters; defaults are left out, other parameters stay. */
export function writeFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(search)
  const set = (name: string, value: string | null) =>
    value === null ? next.delete(name) : next.set(name, value)
  set('etat', filters.group)
  set('classe', filters.kind)
  set('instrument', filters.symbol)
  set('ut', filters.timeframe)
  set('style', filters.style)
  set('biais', filters.bias)
  set('analyste', filters.author)
  set('jours', filters.days === 90 ? null : String(filters.days))
  return next
}

/** Whether a loaded signal passes; the database filters the others by the same columns. */
export function passes(
  signal: Signal,
  filters: Filters,
  kindOf: (symbol: string) => string | undefined,
): boolean {
  const { group, kind, symbol, timeframe, style, bias, author } = filters
  return (
    (group === null || group === groupOf(signal)) &&
    (kind === null || kind === kindOf(signal.symbol)) &&
    (symbol === null || symbol === signal.symbol) &&
    (timeframe === null || timeframe === signal.timeframe) &&
    (style === null || style === signal.style) &&
    (bias === null || bias === signal.signal_levels?.direction) &&
    (author === null || author === signal.author_id)
  )
}

/** Whether any filter but the period is set. */
export const isFiltered = ({ days: _days, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => value !== null)
