// Keeps what a member last read, so that without a network the screens show it with its time. Only this browser holds it, under
// the member's own key, and it goes when their session ends.
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { isReachable } from '#lib/live/connection.ts'

const DATABASE = 'vigie-offline'
const STORE = 'data'
const SAVE_AFTER_MS = 3000
/** What is older says too little about now. */
const KEPT_MS = 7 * 86_400_000

/** How often everything was forgotten: what was being kept before must not be written after it. */
let forgotten = 0

type Saved = { at: number; state: DehydratedState }

/** Saves the cache a moment after each change. Returns how to stop. */
export function keepOfflineData(client: QueryClient, userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const begun = forgotten
  const save = async () => {
    timer = undefined
    const state = dehydrate(client, { shouldDehydrateQuery: ({ state: { status } }) => status === 'success' })
    const saved: Saved = { at: Date.now(), state }
    await run('readwrite', (store) => (begun === forgotten ? store.put(saved, userId) : store.count()))
  }
  const stop = client.getQueryCache().subscribe(({ type }) => {
    // Without a network nothing newer can have come.
    if (type !== 'updated' || timer !== undefined || !isReachable()) return
    timer = setTimeout(() => void save().catch(report), SAVE_AFTER_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Puts what was saved for this member into the cache, stale, and says from when it is; null when there is nothing. */
export async function restoreOfflineData(client: QueryClient, userId: string): Promise<number | null> {
  try {
    const saved = await read(userId)
    if (!saved || Date.now() - saved.at > KEPT_MS) return null
    hydrate(client, saved.state)
    await client.invalidateQueries({ refetchType: 'none' })
    return saved.at
  } catch (error) {
    report(error)
    return null
  }
}

/** Forgets everybody's data in this browser. */
export async function forgetOfflineData(): Promise<void> {
  forgotten++
  try {
    await run('readwrite', (store) => store.clear())
  } catch (error) {
    report(error)
  }
}

const report = (error: unknown) => console.error('the data for times without a network cannot be kept', error)
const read = (key: string) => run('readonly', (store) => store.get(key)) as Promise<Saved | undefined>

async function run(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await opened()
  try {
    const request = work(database.transaction(STORE, mode).objectStore(STORE))
    return await settled(request)
  } finally {
    database.close()
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return settled(request)
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
