// Owns where heads of the chain are kept on this device, for pages and the service worker alike. What comes with a message is put
// aside at once and looked at later (kept-heads.ts). It is of the public ledger and of nobody: a sign-out leaves it.
import type { HeadMemory } from 'trading/proof/head-memory'

const DATABASE = 'vigie-heads'
const SEEN = 'seen'
const MEMORY = 'memory'
const ONLY = 'only'
/** A burst of messages is written once, after what they change was painted. */
const WRITE_AFTER_MS = 1000

let buffer: string[] = []

/** Keeps the line of a head that came with a message, in a moment. */
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

/** Puts lines aside. */
export const keepSeen = (lines: readonly string[]): Promise<void> =>
  transact((stores) => {
    for (const line of lines) stores(SEEN).add(line)
  })

/** Changes what is remembered, with the lines that were put aside: in one step, whatever other pages do. */
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
