// Owns every read of the proof that the page shows; the verification reads for itself, in its worker.
import { queryOptions } from '@tanstack/react-query'
import type { Json, LedgerRow } from 'trading/ledger'
import { publicRows, publicRpc } from '#lib/public-rpc.ts'
import { ENTRY, readSignalEntries } from './signal-entries.ts'

export type Head = {
  day: string
  sequence: number
  hash: string
  at: string
  entries: number
  recorded_at: string
}
export type CurrentHead = { sequence: number; hash: string; at: string }

const SHOWN_HEADS = 14
const SHOWN_ENTRIES = 16
const FRESH_MS = 30_000

/** The daily heads, newest first, and what the chain ends with now; null while it is empty. */
export const headsQuery = queryOptions({
  queryKey: ['public', 'proof', 'heads'],
  queryFn: async ({ signal }) => {
    const columns = 'day,sequence,hash,at,entries,recorded_at'
    const [heads, current] = await Promise.all([
      publicRows<Head>(`ledger_heads?select=${columns}&order=day.desc&limit=${SHOWN_HEADS}`, signal),
      publicRpc<CurrentHead | null>('ledger_head', {}, signal),
    ])
    return { heads, current }
  },
  staleTime: FRESH_MS,
})

export type Entry = LedgerRow & { number: number | null }
/** `demonstration` is true where one of the entries is of a demonstration signal. */
export type LatestEntries = { entries: Entry[]; demonstration: boolean }

/** The newest entries, each with the number of its signal. */
export const entriesQuery = queryOptions({
  queryKey: ['public', 'proof', 'entries'],
  queryFn: async ({ signal }): Promise<LatestEntries> => {
    const rows = await publicRows<LedgerRow>(
      `ledger?select=${ENTRY}&order=sequence.desc&limit=${SHOWN_ENTRIES}`,
      signal,
    )
    const ids = [...new Set(rows.flatMap(({ entry }) => entry.signal ?? []))]
    const published =
      ids.length === 0
        ? []
        : await publicRows<LedgerRow>(
            `ledger?select=${ENTRY}&kind=eq.published&signal_id=in.(${ids.join(',')})`,
            signal,
          )
    const numbers = new Map(published.map(({ entry }) => [entry.signal, numberOf(entry.data.number)]))
    return {
      entries: rows.map((row) => ({ ...row, number: numbers.get(row.entry.signal) ?? null })),
      demonstration: published.some(({ entry }) => entry.data.demonstration === true),
    }
  },
  staleTime: FRESH_MS,
})

/** Everything that the chain holds about one signal, in order. */
export const signalEntriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['public', 'proof', 'signal', id],
    queryFn: ({ signal }) => readSignalEntries(id, signal),
    staleTime: FRESH_MS,
  })

const numberOf = (value: Json | undefined) => (typeof value === 'number' ? value : null)
