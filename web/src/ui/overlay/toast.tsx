/**
 * The store of toasts (S-51): one at a time; a dismissed one is kept for a very long time before it is removed. `toaster.tsx`
 * shows them and is fetched with the first one: each message waits here until it was shown, however many follow.
 */
export const STORE_LIMIT = 1
export const REMOVE_DELAY_MS = 1_000_000

export type ToastMessage = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** In milliseconds; by default the provider's. */
  duration?: number
  action?: { label: string; onClick: () => void }
}
export type StoredToast = ToastMessage & { id: number; open: boolean }

let stored: readonly StoredToast[] = []
let unshown: readonly StoredToast[] = []
let last = 0
const listeners = new Set<() => void>()

/** The toasts in the store, newest first. */
export const storedToasts = (): readonly StoredToast[] => stored

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a message in place of the one before it. Returns a function that dismisses it. */
export function toast(message: ToastMessage): () => void {
  const id = ++last
  const made = { ...message, id, open: true }
  unshown = [...unshown, made]
  change([made, ...stored].slice(0, STORE_LIMIT))
  return () => dismissToast(id)
}

/** The toasts not shown yet, oldest first; the caller must show them. */
export function takeUnshown(): readonly StoredToast[] {
  const taken = unshown
  unshown = []
  return taken
}

/** Closes a toast; it stays in the store, closed, until a newer one replaces it or a very long time has passed. */
export function dismissToast(id: number): void {
  unshown = unshown.filter((one) => one.id !== id)
  if (!stored.some((one) => one.id === id && one.open)) return
  change(stored.map((one) => (one.id === id ? { ...one, open: false } : one)))
  setTimeout(() => change(stored.filter((one) => one.id !== id)), REMOVE_DELAY_MS)
}

function change(next: readonly StoredToast[]): void {
  stored = next
  for (const listener of listeners) listener()
}
