/** What the list shows; kept in the address, so that a view can be shared and the back button undoes a filter (S-04). */
export const PERIODS = [30, 90, 365] as const
export const GROUPS = ['active', 'pending', 'closed'] as const
export type Group = (typeof GROUPS)[number]

export type Filters = {
  group: Group | null
  symbol: string | null
  timeframe: string | null
  bias: 'buy' | 'sell' | null
  days: (typeof PERIODS)[number]
}

const oneOf = <T>(known: readonly T[], value: unknown): T | null =>
  known.find((one) => String(one) === value) ?? null

export function readFilters(search: URLSearchParams): Filters {
  return {
    group: oneOf(GROUPS, search.get('etat')),
    symbol: /^[A-Z0-9]{3,12}$/.test(search.get('instrument') ?? '') ? search.get('instrument') : null,
    timeframe: oneOf(['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1'], search.get('ut')),
    bias: oneOf(['buy', 'sell'] as const, search.get('biais')),
    days: oneOf(PERIODS, search.get('jours')) ?? 90,
  }
}

/** The address with these filters; what is as usual is left out, other parameters stay. */
export function writeFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(search)
  const set = (name: string, value: string | null) =>
    value === null ? next.delete(name) : next.set(name, value)
  set('etat', filters.group)
  set('instrument', filters.symbol)
  set('ut', filters.timeframe)
  set('biais', filters.bias)
  set('jours', filters.days === 90 ? null : String(filters.days))
  return next
}
