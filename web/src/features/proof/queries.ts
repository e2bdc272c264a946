// Owns every read of the proof page; the verification worker has its own.
import { queryOptions } from '@tanstack/react-query'
import type { Json, LedgerRow } from 'trading/proof/ledger'
import type { LedgerExtension } from 'trading/proof/log/head-memory'
import { headText } from 'trading/proof/log/head-text'
import type { Condition } from 'trading/statements/condition'
import type { ScoreRow } from 'trading/statements/scores'
import { publicRows, publicRpc } from '#lib/data/public-rpc.ts'
import { noteHead } from '#lib/record/seen-heads.ts'
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

/** The daily heads, newest first, and the current end of the chain; null while it is empty. */
export const headsQuery = queryOptions({
  queryKey: ['public', 'proof', 'heads'],
  queryFn: async ({ signal }) => {
    const columns = 'day,sequence,hash,at,entries,recorded_at'
    const [heads, current] = await Promise.all([
      publicRows<Head>(`ledger_heads?select=${columns}&order=day.desc&limit=${SHOWN_HEADS}`, signal),
      publicRpc<CurrentHead | null>('ledger_head', {}, signal),
    ])
    // Stores the head that this visitor was shown, to compare it later.
    if (current) noteHead(headText({ ...current, day: current.at.slice(0, 10) }))
    return { heads, current }
  },
  staleTime: FRESH_MS,
})

export type Entry = LedgerRow & { number: number | null }
/** `demonstration` is true if one of the entries belongs to a demonstration signal. */
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

/** The table of scores as the background worker maintains it; null before the first statement is resolved. */
export const scoresQuery = queryOptions({
  queryKey: ['public', 'proof', 'scores'],
  queryFn: async ({ signal }) => {
    const [kept] = await publicRows<{ rows: ScoreRow[] }>('statement_scores?select=rows', signal)
    return kept?.rows ?? null
  },
  staleTime: FRESH_MS,
})

/** A statement as everybody reads it: `terms` are null while it is sealed, `outcome` is undefined until it is resolved. */
export type PublicStatement = {
  number: number
  author_kind: 'analyst' | 'member' | 'engine'
  author_name: string | null
  deadline: string
  demonstration: boolean
  terms: { instrument: string; condition: Condition; probability: string } | null
  /** Null where no minute before the deadline had a price. */
  outcome: boolean | null | undefined
}
type StatementRow = Omit<PublicStatement, 'terms' | 'outcome'> & {
  claimed: {
    terms: { symbol: string; condition: Condition; probability: string }
    instruments: { name: string } | null
  } | null
  resolved: { outcome: boolean | null } | null
}

/** The newest statements, so many at most. */
export const statementsQuery = (most: number) =>
  queryOptions({
    queryKey: ['public', 'proof', 'statements', most],
    queryFn: async ({ signal }): Promise<PublicStatement[]> => {
      const columns =
        'number,author_kind,author_name,deadline,demonstration,claimed:statement_terms(terms,instruments(name)),resolved:statement_outcomes(outcome)'
      const rows = await publicRows<StatementRow>(
        `statements?select=${columns}&order=number.desc&limit=${most}`,
        signal,
      )
      return rows.map(({ claimed, resolved, ...row }) => ({
        ...row,
        terms: claimed && { ...claimed.terms, instrument: claimed.instruments?.name ?? claimed.terms.symbol },
        outcome: resolved?.outcome,
      }))
    },
    staleTime: FRESH_MS,
  })

/** All entries of the chain about one signal, in order. */
export const signalEntriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['public', 'proof', 'signal', id],
    queryFn: ({ signal }) => readSignalEntries(id, signal),
    staleTime: FRESH_MS,
  })

/**
 * The proof of a signal's publication as a file, verified before it is offered. Null until a checkpoint covers the entry, which
 * takes seconds. Rejects if the proof is invalid.
 */
export async function proofOfSignal(rows: readonly LedgerRow[]): Promise<string | null> {
  const { verifySignalProof, writeSignalProof } = await import('trading/proof/signal-proof')
  const published = rows.find(({ entry }) => entry.kind === 'published')
  if (!published) return null
  const { sequence } = published
  const told = await publicRpc<LedgerExtension | null>(
    'ledger_extension',
    { sequences: [sequence] },
    new AbortController().signal,
  )
  const path = told?.inclusion[sequence]
  if (!told || !path) return null
  const end = rows.find(({ entry }) => entry.kind !== 'published' && entry.data.levels !== undefined)?.entry
    .data
  const opened =
    end && typeof end.nonce === 'string' ? { levels: end.levels as Json, nonce: end.nonce } : null
  const file = await writeSignalProof({ published, opened, path, note: told.note })
  const { verdict } = await verifySignalProof(file, { logKeys: told.keys })
  if (verdict !== 'proved') throw new Error(`the proof does not hold: ${verdict}`)
  return file
}

/** The newest checkpoint with the log's keys; null before the first. */
export const signedTreeQuery = queryOptions({
  queryKey: ['public', 'proof', 'signed-tree'],
  queryFn: ({ signal }) => publicRpc<LedgerExtension | null>('ledger_extension', {}, signal),
  staleTime: FRESH_MS,
})

const numberOf = (value: Json | undefined) => (typeof value === 'number' ? value : null)
