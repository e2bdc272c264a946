import { oneOf } from '#lib/browser/search-filter.ts'
import { TOPICS } from '../tickets.ts'
import { type Filters, VIEWS } from './inbox.ts'

/** The filters that an address asks for. */
export function filtersIn(search: URLSearchParams): Filters {
  const words = search.get('q')?.trim()
  const topic = oneOf(TOPICS, search.get('sujet'))
  return {
    view: oneOf(VIEWS, search.get('vue')) ?? 'waiting',
    ...(words ? { search: words.slice(0, 100) } : {}),
    ...(topic ? { topic } : {}),
    ...(search.has('retard') ? { overdue: true } : {}),
    ...(search.has('reclamations') ? { complaint: true } : {}),
  }
}

/** The address of a set of filters. */
export function addressOf({ view, search, topic, overdue, complaint }: Filters): URLSearchParams {
  return new URLSearchParams([
    ...(view === 'waiting' ? [] : [['vue', view]]),
    ...(search ? [['q', search]] : []),
    ...(topic ? [['sujet', topic]] : []),
    ...(overdue ? [['retard', '1']] : []),
    ...(complaint ? [['reclamations', '1']] : []),
  ])
}
