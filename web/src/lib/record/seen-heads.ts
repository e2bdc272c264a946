// Owns where this device stores heads of the chain, for pages and the service worker alike. A head from a message is stored
// at once and checked later (kept-heads.ts). Heads belong to the public ledger, not to a person: a sign-out keeps them.
import type { HeadMemory } from 'trading/proof/log/head-memory'

const DATABASE = 'vigie-heads'
const SEEN = 'seen'
const MEMORY = 'memory'
const ONLY = 'only'
/** A burst of messages is written once, after its effects were painted. */
const WRITE_AFTER_MS = 1000

let buffer: string[] = []

/** Stores the line of a head that came with a message, after a short delay. */
export function noteHead(line: string | undefined): void {
  if (line === undefined) return
  if (buffer.length === 0) setTimeout(() => void write(), WRITE_AFTER_MS)
  buffer.push(line)
}

async function write(): Promise<void> {
  const lines = buffer
  buffer = []
  await keepSeen(lines).catch((error: unknown) => console.error('a head of the chain cannot be kept', error))
}

/** Stores lines to check later. */
export const keepSeen = (lines: readonly string[]): Promise<void> =>
  transact((stores) => {
    for (const line of lines) stores(SEEN).add(line)
  })

/** Changes the stored state together with the pending lines, in one step, whatever other pages do. */
export async function changeMemory(
  change: (memory: HeadMemory | null, lines: string[]) => HeadMemory,
): Promise<HeadMemory> {
  let changed: HeadMemory | undefined
  await transact((stores) => {
    const lines = stores(SEEN).getAll() as IDBRequest<string[]>
    lines.onsuccess = () => {
      const known = stores(MEMORY).get(ONLY) as IDBRequest<HeadMemory | undefined>
      known.onsuccess = () => {
        changed = change(known.result ?? null, lines.result)
        stores(MEMORY).put(changed, ONLY)
        stores(SEEN).clear()
      }
    }
  })
  return changed!
}

async function transact(work: (stores: (name: string) => IDBObjectStore) => void): Promise<void> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(SEEN, { autoIncrement: true })
    request.result.createObjectStore(MEMORY)
  }
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  try {
    const transaction = database.transaction([SEEN, MEMORY], 'readwrite')
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    work((name) => transaction.objectStore(name))
    await done
  } finally {
    database.close()
  }
}
