import { useState } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { type RequestState, STATES } from '../queries.ts'

/** What the address says of the queue, and the request that the reader is at. */
export type QueueView = {
  state: RequestState
  mine: boolean
  broker: string | null
  words: string
  /** The request that the address names. */
  named: string | null
  /** The request that was open or focused last in this list. */
  kept: string | null
  /** Whether a search or a filter leaves something out. */
  filtered: boolean
  filter: (changes: Partial<Record<'etat' | 'pour' | 'partenaire' | 'q', string | null>>) => void
  keep: (id: string | null) => void
  show: (id: string | null) => void
}

/** `panes`: the open request is beside the list. */
export function useQueueView(panes: boolean): QueueView {
  const [search, setSearch] = useSearchParams()
  const state = oneOf(STATES, search.get('etat')) ?? 'pending'
  const mine = search.get('pour') === 'moi'
  const broker = search.get('partenaire')
  const words = search.get('q') ?? ''
  const named = search.get('demande')
  const list = JSON.stringify([state, mine, broker, words])
  const [last, setLast] = useState<{ list: string; id: string | null }>({ list, id: null })
  const keep = (id: string | null) => setLast({ list, id })
  return {
    state,
    mine,
    broker,
    words,
    named,
    kept: last.list === list ? last.id : null,
    filtered: mine || broker !== null || words.trim() !== '',
    filter: (changes) =>
      setSearch((current) => withParameters(current, { ...changes, demande: null }), { replace: true }),
    keep,
    show: (id) => {
      keep(id)
      // Back closes what is open: it does not step through the requests that were seen.
      setSearch((current) => withParameters(current, { demande: id }), { replace: panes || named !== null })
    },
  }
}
