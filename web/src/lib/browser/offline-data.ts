// Stores what a member last read, so that screens can show it, with its time, while offline. It stays in this browser, under
// the member's own key, and is deleted when their session ends.
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { isReachable } from '#lib/live/connection.ts'

const DATABASE = 'vigie-offline'
const STORE = 'data'
const SAVE_AFTER_MS = 3000
/** Older data say too little about the present. */
const KEPT_MS = 7 * 86_400_000

/** Counts deletions: a write that began before one must not finish after it. */
let forgotten = 0

type Saved = { at: number; state: DehydratedState }

/** Saves the cache shortly after each change. Returns a function that stops it. */
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
    // Offline, nothing newer can have arrived.
    if (type !== 'updated' || timer !== undefined || !isReachable()) return
    timer = setTimeout(() => void save().catch(report), SAVE_AFTER_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Restores a member's saved data into the cache, marked stale, and returns its time; null without saved data. */
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

/** Deletes the stored data of everybody in this browser. */
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
