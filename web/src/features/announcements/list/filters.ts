// The filters of the calendar, kept in the address (S-04). Pure.
import {
  type Announcement,
  CATEGORIES,
  type Category,
  IMPACTS,
  type Impact,
  startOfDay,
} from '#lib/announcements/announcement.ts'
import { oneOf } from '#lib/browser/search-filter.ts'

export const VIEWS = ['today', 'tomorrow', 'week', 'month'] as const
export type View = (typeof VIEWS)[number]
const VIEW_NAMES: Readonly<Record<View, string>> = {
  today: 'jour',
  tomorrow: 'demain',
  week: 'semaine',
  month: 'mois',
}

export type Filters = {
  view: View
  /** The day that a week or a month shows, `2026-11-19`; null: today. */
  day: string | null
  impacts: readonly Impact[]
  currencies: readonly string[]
  category: Category | null
  /** Only what touches a currency of the reader's open signals. */
  mine: boolean
  /** Words of the title. */
  text: string
  /** A past moment at which the calendar is shown as it was known; null: now. */
  known: string | null
}

const listed = (value: string | null) => (value ? value.split(',') : [])

export function readFilters(search: URLSearchParams): Filters {
  const day = search.get('date')
  const known = search.get('connu')
  return {
    view: VIEWS.find((view) => VIEW_NAMES[view] === search.get('vue')) ?? 'week',
    day: day && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null,
    impacts: IMPACTS.filter((impact) => listed(search.get('impact')).includes(impact)),
    currencies: [...new Set(listed(search.get('devises')).filter((one) => /^[A-Z]{3}$/.test(one)))].sort(),
    category: oneOf(CATEGORIES, search.get('categorie')),
    mine: search.get('signaux') === '1',
    text: (search.get('texte') ?? '').slice(0, 80),
    known: known && !Number.isNaN(Date.parse(known)) ? new Date(known).toISOString() : null,
  }
}

/** The address with these filters; defaults are left out, other parameters stay. */
export function writeFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(search)
  const set = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name))
  set('vue', filters.view === 'week' ? null : VIEW_NAMES[filters.view])
  set('date', filters.day)
  set('impact', filters.impacts.join(','))
  set('devises', filters.currencies.join(','))
  set('categorie', filters.category)
  set('signaux', filters.mine ? '1' : null)
  set('texte', filters.text)
  set('connu', filters.known)
  return next
}

export const isFiltered = ({ impacts, currencies, category, mine, text }: Filters): boolean =>
  impacts.length > 0 || currencies.length > 0 || category !== null || mine || text !== ''

/** Whether an announcement passes; `touched`: the currencies of the reader's open signals. */
export function passes(
  announcement: Announcement,
  { impacts, currencies, category, mine, text }: Filters,
  touched: ReadonlySet<string>,
): boolean {
  const { impact, currency, indicator, title } = announcement
  return (
    (impacts.length === 0 || impacts.includes(impact)) &&
    (currencies.length === 0 || currencies.includes(currency)) &&
    (category === null || indicator?.category === category) &&
    (!mine || touched.has(currency)) &&
    (text === '' ||
      folded([...Object.values(indicator?.title ?? {}), title ?? ''].join(' ')).includes(folded(text)))
  )
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The days that a view shows, from the first midnight to the one after the last, on the reader's clock. */
export function rangeOf(
  { view, day }: Pick<Filters, 'view' | 'day'>,
  now: number,
): { from: Date; until: Date } {
  const base = day ? startOfDay(`${day}T12:00`) : startOfDay(now)
  if (view === 'today') return { from: base, until: startOfDay(base, 1) }
  if (view === 'tomorrow') return { from: startOfDay(now, 1), until: startOfDay(now, 2) }
  if (view === 'month')
    return {
      from: new Date(base.getFullYear(), base.getMonth(), 1),
      until: new Date(base.getFullYear(), base.getMonth() + 1, 1),
    }
  return { from: base, until: startOfDay(base, 7) }
}

/** `2026-11-19`, on the reader's clock. */
export const dayName = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`

/** The day before or after by one step of the view. */
export function stepped({ view, day }: Pick<Filters, 'view' | 'day'>, by: -1 | 1, now: number): string {
  const base = day ? startOfDay(`${day}T12:00`) : startOfDay(now)
  if (view === 'month') return dayName(new Date(base.getFullYear(), base.getMonth() + by, 1))
  return dayName(startOfDay(base, view === 'week' ? 7 * by : by))
}
