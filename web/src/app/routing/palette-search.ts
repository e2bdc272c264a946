import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useSession } from '#lib/session/session.tsx'

/** A row of the database's `search`: one function for all that can be found; a later feature adds a kind there and here. */
export type Found = {
  kind: 'instrument' | 'signal' | 'content'
  key: string
  title: string
  detail: string
  href: string
}

const KINDS = ['instrument', 'signal', 'content'] as const
const SHORTEST = 2
const MOST = 6

/** What the typed words find, by kind. Nothing for a visitor, whose search knows the screens only. */
export function useFound(typed: string, language: string): { kind: Found['kind']; rows: Found[] }[] {
  const words = useDeferredValue(typed.trim())
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
  // What was found for fewer letters is no answer to these.
  if (words.length < SHORTEST || words !== typed.trim()) return []
  return KINDS.map((kind) => ({ kind, rows: (data ?? []).filter((row) => row.kind === kind) })).filter(
    ({ rows }) => rows.length > 0,
  )
}
