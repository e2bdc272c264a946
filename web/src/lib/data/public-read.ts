// Owns reading one public figure for one card, without the data cache, which a first page must not wait for. Screens that read
// more use the cache (query.ts); both follow the same retry policy.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { drawnAnswer } from './drawn-ahead.ts'
import { isRefusal, RETRIES, retryDelay } from './retry.ts'

export type PublicRead<T> = { data: T | undefined; isError: boolean; refetch: () => void }

const never = () => () => {}

/**
 * Calls `read` when the component mounts. `read` must keep its identity between renders. On a page that the server drew with an
 * answer of the name `drawn`, that answer is shown until then, and stays if reading fails.
 */
export function usePublicRead<T>(read: (signal: AbortSignal) => Promise<T>, drawn?: string): PublicRead<T> {
  const first = useSyncExternalStore(
    never,
    () => undefined,
    () => (drawn === undefined ? undefined : drawnAnswer<T>(drawn)),
  )
  const [answer, setAnswer] = useState<{ data?: T; isError: boolean }>(
    first === undefined ? { isError: false } : { data: first, isError: false },
  )
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again
  useEffect(() => {
    const end = new AbortController()
    tryAgain(read, end.signal).then(
      (data) => end.signal.aborted || setAnswer({ data, isError: false }),
      () => end.signal.aborted || setAnswer((last) => ({ ...last, isError: last.data === undefined })),
    )
    return () => end.abort()
  }, [read, round])
  const refetch = useCallback(() => {
    setAnswer((last) => ({ ...last, isError: false }))
    setRound((last) => last + 1)
  }, [])
  return { data: answer.data, isError: answer.isError, refetch }
}

async function tryAgain<T>(read: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await read(signal)
    } catch (error) {
      if (signal.aborted || failures === RETRIES || isRefusal(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)))
    }
  }
}
