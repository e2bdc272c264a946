import {
  type MutateOptions,
  QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isRefusal, RETRIES, retryDelay } from './retry.ts'

/** The data cache (S-52): entries are kept 5 minutes after their last use, and retries follow `retry.ts`. */
export const GARBAGE_COLLECTION_MS = 5 * 60_000

/** The only cache of the page. */
export const queryClient = createQueryClient()

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: GARBAGE_COLLECTION_MS,
        retry: (failures, error) => failures < RETRIES && !isRefusal(error),
        retryDelay,
        staleTime: 30_000,
      },
    },
  })
}

type Answer<T> = { data: T; error: null } | { data: null; error: unknown }

/** Returns the data of the official client's answer, or throws its error. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.error) throw answer.error
  return answer.data as T
}

/** What is not plain data, such as a file, equals nothing else. */
const keyOf = (input: unknown): string =>
  JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'object' && value && !Array.isArray(value) && value.constructor !== Object
      ? crypto.randomUUID()
      : value,
  ) ?? ''

/** Sends a write that is under way already, with the same input, no second time: both callers get its answer. */
export const sharing =
  <Input, Output>(running: Map<string, Promise<Output>>, write: (input: Input) => Promise<Output>) =>
  (input: Input): Promise<Output> => {
    const key = keyOf(input)
    const before = running.get(key)
    if (before) return before
    const sent = write(input).finally(() => running.delete(key))
    running.set(key, sent)
    return sent
  }

/** `onSuccess` and `onSettled` are called while the component that asked is mounted; `onError` always. */
type Told<Input, Output> = Pick<MutateOptions<Output, Error, Input>, 'onSuccess' | 'onSettled'> & {
  onError?: (error: Error) => void
}

/** Sends a write and reports its failure once, even after the reader has left the screen, who would otherwise think that it was stored. */
export const telling =
  <Input, Output>(
    running: ReadonlyMap<string, Promise<Output>>,
    send: (input: Input, told: Omit<Told<Input, Output>, 'onError'>) => Promise<Output>,
  ) =>
  (input: Input, { onError, ...shown }: Told<Input, Output> = {}): void => {
    const isShared = running.has(keyOf(input))
    send(input, shown).catch((error: Error) => !isShared && onError?.(error))
  }

/**
 * A mutation and the query keys it invalidates; a double click sends it once, and a failure is told always. Writes with the same `line` run in sequence, so the
 * last one wins.
 */
export function useWrite<Input, Output>(
  write: (input: Input) => Promise<Output>,
  stale: readonly QueryKey[] = [],
  line?: string,
) {
  const client = useQueryClient()
  const [running] = useState(() => new Map<string, Promise<Output>>())
  const mutation = useMutation({
    mutationFn: sharing(running, write),
    ...(line === undefined ? {} : { scope: { id: line } }),
    onSuccess: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const { mutateAsync } = mutation
  const mutate = useMemo(() => telling(running, mutateAsync), [running, mutateAsync])
  return { ...mutation, mutate }
}
