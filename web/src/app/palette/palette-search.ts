import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useSession } from '#lib/session/session.tsx'
import { instrumentNamed } from './instrument-named.ts'

/**
 * A row of the database's `search`, the one function for everything that can be found. A new feature adds its kind there and
 * here.
 */
export type Found = {
  kind: 'instrument' | 'signal' | 'content' | 'thread'
  key: string
  title: string
  detail: string
  href: string
}

const KINDS = ['instrument', 'signal', 'content', 'thread'] as const
const SHORTEST = 2
const MOST = 6

/** Search results by kind. Visitors get none: their search covers screens only. */
export function useFound(typed: string, language: string): { kind: Found['kind']; rows: Found[] }[] {
  // The database knows instruments by symbol and description, not by what traders call them.
  const words = useDeferredValue(instrumentNamed(typed) ?? typed.trim())
  const { status } = useSession()
  const { data } = useQuery({
    queryKey: ['search', language, words],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('search', { query: words, language, most: MOST }).abortSignal(signal),
      ) as Found[],
    enabled: status === 'signed-in' && words.length >= SHORTEST,
    staleTime: 60_000,
  })
  // Results for a shorter text do not answer this one.
  if (words.length < SHORTEST || words !== (instrumentNamed(typed) ?? typed.trim())) return []
  return KINDS.map((kind) => ({ kind, rows: (data ?? []).filter((row) => row.kind === kind) })).filter(
    ({ rows }) => rows.length > 0,
  )
}
