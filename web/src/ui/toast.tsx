import { Toaster as Sonner, toast as sonner } from 'sonner'

/**
 * Toasts as S-51 says: the store holds one at a time (4 s by default, a dismissed one is kept a very long time before it is
 * removed); the provider shows up to three, closes after 5 s, and lets a swipe of 50 px or the close button dismiss.
 */
export const STORE_LIMIT = 1
export const STORE_DURATION_MS = 4000
export const REMOVE_DELAY_MS = 1_000_000
export const PROVIDER_DURATION_MS = 5000
export const VISIBLE = 3
export const SWIPE_PX = 50
export const WIDTH_PX = 356

export type ToastMessage = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  duration?: number
}
type Stored = ToastMessage & { id: number; open: boolean }

let stored: Stored[] = []
let next = 0

/** What the store holds, newest first. */
export const storedToasts = (): readonly Stored[] => stored

/** Shows a message; the one before it leaves. Returns how to dismiss it. */
export function toast(message: ToastMessage): () => void {
  const id = ++next
  for (const { id: other, open } of stored) if (open) sonner.dismiss(other)
  stored = [{ ...message, id, open: true }, ...stored].slice(0, STORE_LIMIT)
  const show = message.variant === 'destructive' ? sonner.error : sonner
  show(message.title, {
    id,
    description: message.description,
    duration: message.duration ?? PROVIDER_DURATION_MS,
    onDismiss: () => close(id),
    onAutoClose: () => close(id),
  })
  return () => {
    sonner.dismiss(id)
    close(id)
  }
}

function close(id: number): void {
  stored = stored.map((one) => (one.id === id ? { ...one, open: false } : one))
  setTimeout(() => {
    stored = stored.filter((one) => one.id !== id)
  }, REMOVE_DELAY_MS)
}

export function Toaster({ theme }: { theme: 'dark' | 'light' | 'system' }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      visibleToasts={VISIBLE}
      duration={PROVIDER_DURATION_MS}
      closeButton
      gap={8}
      style={{ '--width': `${WIDTH_PX}px` } as React.CSSProperties}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-line bg-overlay p-4 pr-10 text-text shadow-float',
          title: 'text-14 font-semibold',
          description: 'mt-0.5 text-13 text-muted',
          error: 'border-loss-mark',
          icon: 'mt-0.5 shrink-0',
          closeButton:
            'absolute top-3 right-3 grid size-6 place-items-center rounded-inner text-muted hover:bg-raised hover:text-text',
        },
      }}
    />
  )
}
