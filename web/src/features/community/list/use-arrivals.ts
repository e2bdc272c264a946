import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { UNREAD } from '#lib/community/unread.ts'
import { gatherArrivals } from '#lib/live/arrivals.ts'
import { changeCached } from '#lib/live/change-cached.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { THREADS, type ThreadRow } from '../forum.ts'
import type { Filters } from './filters.ts'
import { readThreads } from './threads-query.ts'

type Pages = InfiniteData<{ threads: readonly ThreadRow[] }>

const passes = (row: ThreadRow, { category, symbol, author }: Filters): boolean =>
  (category === null || row.category === category) &&
  (symbol === null || row.symbol === symbol) &&
  (author === null || row.author?.id === author)

/**
 * Follows what is written while the list is open: a row that is shown changes in its place, a thread that is not is announced. No row
 * is inserted or moved under the reader's eyes.
 */
export function useThreadArrivals(filters: Filters): { arrived: number; show: () => void } {
  const cache = useQueryClient()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const key = JSON.stringify(filters)
  const gathered = useRef<ReturnType<typeof gatherArrivals<string>>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list announces anew
  useEffect(() => setArrived(new Set()), [key])
  useEffect(() => {
    let left = false
    const take = async (ids: readonly string[]) => {
      const rows = await readThreads([...new Set(ids)])
      if (left) return
      const known = new Set<string>()
      const byId = new Map(rows.map((row) => [row.id, row]))
      changeCached<Pages>(cache, { queryKey: THREADS }, (data) => {
        if (!data.pages) return data
        const pages = data.pages.map((page) => ({
          ...page,
          threads: page.threads.map((row) => {
            known.add(row.id)
            return byId.get(row.id) ?? row
          }),
        }))
        return { ...data, pages }
      })
      const news = rows.filter(
        (row) => !known.has(row.id) && row.unread_posts > 0 && passes(row, JSON.parse(key)),
      )
      if (news.length > 0) setArrived((before) => new Set([...before, ...news.map(({ id }) => id)]))
      void cache.invalidateQueries({ queryKey: UNREAD })
    }
    gathered.current = gatherArrivals<string>((ids) => void take(ids).catch(() => undefined))
    return () => {
      left = true
      gathered.current?.stop()
    }
  }, [cache, key])
  useTopic(
    'community',
    { thread: ({ id }: { id: string }) => gathered.current?.add(id) },
    () => void cache.invalidateQueries({ queryKey: THREADS }),
  )
  const show = () => {
    setArrived(new Set())
    void cache.resetQueries({ queryKey: THREADS })
    void cache.invalidateQueries({ queryKey: UNREAD })
  }
  return { arrived: filters.search || filters.list || filters.running ? 0 : arrived.size, show }
}
