/** The filters of the list, kept in the address, so that a view can be shared and the back button undoes a filter (S-04). */
import { oneOf } from '#lib/browser/search-filter.ts'

export const VIEWS = ['populaires', 'recents', 'sans-reponse'] as const
export type View = (typeof VIEWS)[number]
export const LISTS = ['suivis', 'brouillons', 'mes-idees'] as const
export type OwnList = (typeof LISTS)[number]

export type Filters = {
  view: View
  list: OwnList | null
  /** Threads whose idea has not ended yet. */
  running: 'en-cours' | null
  category: string | null
  symbol: string | null
  /** A member's id. */
  author: string | null
  search: string
  /** Calendar days, both included. */
  from: string | null
  to: string | null
}

const shaped = (pattern: RegExp, value: string | null) => (value && pattern.test(value) ? value : null)
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function readFilters(search: URLSearchParams): Filters {
  return {
    view: oneOf(VIEWS, search.get('vue')) ?? 'recents',
    list: oneOf(LISTS, search.get('liste')),
    running: oneOf(['en-cours'] as const, search.get('idees')),
    category: shaped(/^[a-z][a-z-]{1,30}$/, search.get('categorie')),
    symbol: shaped(/^[A-Z0-9]{3,12}$/, search.get('instrument')),
    author: shaped(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, search.get('auteur')),
    search: (search.get('recherche') ?? '').trim().slice(0, 100),
    from: shaped(DAY, search.get('du')),
    to: shaped(DAY, search.get('au')),
  }
}

const NAMES = {
  view: 'vue',
  list: 'liste',
  running: 'idees',
  category: 'categorie',
  symbol: 'instrument',
  author: 'auteur',
  search: 'recherche',
  from: 'du',
  to: 'au',
} as const satisfies Record<keyof Filters, string>

/** The address with these filters; the usual ones are left out, other parameters stay. */
export function writeFilters(search: URLSearchParams, change: Partial<Filters>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(change) as [keyof Filters, string | null][]) {
    if (!value || (key === 'view' && value === 'recents')) next.delete(NAMES[key])
    else next.set(NAMES[key], value)
  }
  return next
}

export const NO_FILTERS = {
  running: null,
  symbol: null,
  author: null,
  search: '',
  from: null,
  to: null,
} as const
/** Whether anything but the view and the category narrows the list. */
export const isNarrowed = ({ running, symbol, author, search, from, to }: Filters): boolean =>
  Boolean(running || symbol || author || search || from || to)
