import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type CSSProperties, useEffect, useSyncExternalStore } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { dismissToast, type StoredToast, storedToasts, subscribeToToasts, takeUnshown } from './toast.tsx'

/**
 * What the provider shows (S-51): up to three toasts, each about 5 s and 356 px wide; the button or a swipe of 50 px closes
 * one (Sonner lets go from 45 px on). The store holds one at a time: earlier ones stay on the screen until their time is up.
 */
export const VISIBLE = 3
export const PROVIDER_DURATION_MS = 5000
export const WIDTH_PX = 356

/** The application's only toast region (S-01). */
export function Toaster({ label }: { label: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, storedToasts)
  const newest = toasts[0]
  useEffect(() => {
    for (const message of takeUnshown()) show(message)
    if (newest && !newest.open) sonner.dismiss(newest.id)
  }, [newest])
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={VISIBLE}
      duration={PROVIDER_DURATION_MS}
      gap={8}
      // In a stack, toasts in the back are scaled down: their text is covered and their buttons too small (WCAG 2.5.8).
      expand
      containerAriaLabel={label}
      style={{ '--width': `${WIDTH_PX}px` } as CSSProperties}
      mobileOffset={{ bottom: 'calc(env(safe-area-inset-bottom) + 76px)', left: 16, right: 16 }}
    />
  )
}

function show(message: StoredToast): void {
  const { id } = message
  const closed = () => dismissToast(id)
  sonner.custom(() => <ToastCard message={message} onClose={() => sonner.dismiss(id)} wide />, {
    id,
    duration: message.duration ?? PROVIDER_DURATION_MS,
    onDismiss: closed,
    onAutoClose: closed,
  })
}

type CardProps = {
  message: StoredToast
  onClose: () => void
  /** As wide as the toast region. */
  wide?: boolean
}

export function ToastCard({ message, onClose, wide }: CardProps) {
  const { t } = useTranslation('ui')
  const destructive = message.variant === 'destructive'
  const Icon = destructive ? CircleAlert : CircleCheck
  return (
    <div
      className={classNames(
        'flex items-start gap-3 rounded-card border border-line-strong bg-overlay p-3 font-sans text-14 text-text shadow-float',
        wide && 'w-(--width) max-sm:w-[calc(100vw-32px)]',
      )}
    >
      <Icon
        size={16}
        strokeWidth={1.75}
        className={destructive ? 'mt-0.5 shrink-0 text-loss' : 'mt-0.5 shrink-0 text-gain'}
        aria-hidden
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{message.title}</p>
        {message.description && <p className="mt-0.5 text-13 text-muted">{message.description}</p>}
      </div>
      {message.action && (
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            message.action?.onClick()
            onClose()
          }}
        >
          {message.action.label}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        className="-my-1 -mr-1"
        aria-label={t('close')}
        onClick={onClose}
        icon={<X size={16} strokeWidth={1.75} aria-hidden />}
      />
    </div>
  )
}
