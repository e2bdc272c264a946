/**
 * The store of toasts (S-51): one at a time; one that was dismissed is kept a very long time before it is removed. What shows them is `toaster.tsx`, fetched once the page is calm; a message that comes earlier waits here.
 */
export const STORE_LIMIT = 1
export const REMOVE_DELAY_MS = 1_000_000

export type ToastMessage = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** Milliseconds; without it the provider's own. */
  duration?: number
  action?: { label: string; onClick: () => void }
}
export type StoredToast = ToastMessage & { id: number; open: boolean }

let stored: readonly StoredToast[] = []
let last = 0
const listeners = new Set<() => void>()

/** What the store holds, newest first. */
export const storedToasts = (): readonly StoredToast[] => stored

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a message in place of the one before it. Returns how to dismiss it. */
export function toast(message: ToastMessage): () => void {
  const id = ++last
  change([{ ...message, id, open: true }, ...stored].slice(0, STORE_LIMIT))
  return () => dismissToast(id)
}

/** Closes a toast; it stays in the store, closed, until a newer one takes its place or a very long time has passed. */
export function dismissToast(id: number): void {
  if (!stored.some((one) => one.id === id && one.open)) return
  change(stored.map((one) => (one.id === id ? { ...one, open: false } : one)))
  setTimeout(() => change(stored.filter((one) => one.id !== id)), REMOVE_DELAY_MS)
}

function change(next: readonly StoredToast[]): void {
  stored = next
  for (const listener of listeners) listener()
}
