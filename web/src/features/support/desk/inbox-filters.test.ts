import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { TOPICS } from '../tickets.ts'
import { VIEWS } from './inbox.ts'
import { addressOf, filtersIn } from './inbox-filters.ts'

// The official client needs a page's address.
vi.mock('#lib/data/client.ts', () => ({ supabase: {} }))

it('keeps every set of filters over the address', () => {
  const filters = fc.record(
    {
      view: fc.constantFrom(...VIEWS),
      search: fc
        .string({ minLength: 1, maxLength: 100 })
        .filter((words) => words.trim() === words && words !== ''),
      topic: fc.constantFrom(...TOPICS),
      overdue: fc.constant(true),
      complaint: fc.constant(true),
    },
    { requiredKeys: ['view'] },
  )
  fc.assert(
    fc.property(filters, (asked) => {
      expect(filtersIn(addressOf(asked))).toEqual(asked)
    }),
  )
})

it('shows what waits where the address names nothing it knows', () => {
  expect(filtersIn(new URLSearchParams('vue=drop&sujet=none&q=+'))).toEqual({ view: 'waiting' })
})
