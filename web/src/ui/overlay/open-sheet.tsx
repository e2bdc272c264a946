import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, Suspense, useRef } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  side?: 'bottom' | 'right'
  /** From the bottom it takes the whole height: what is in it is a screen of its own. */
  full?: boolean
  /** From the right it takes most of the screen: two columns fit in it. */
  wide?: boolean
  children: ReactNode
  footer?: ReactNode
}

export default function OpenSheet({
  open,
  onOpenChange,
  title,
  side = 'bottom',
  full = false,
  wide = false,
  children,
  footer,
}: SheetProps) {
  const { t } = useTranslation('ui')
  const opener = useRef<Element>(null)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          // The primitive gives the focus back to a trigger of its own; what opens a sheet is a link or a row.
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
          }}
          className={classNames(
            'fixed z-50 flex flex-col border-line-strong bg-surface shadow-float',
            side === 'bottom'
              ? classNames(
                  'inset-x-0 bottom-0 animate-rise',
                  full ? 'h-dvh pt-[env(safe-area-inset-top)]' : 'max-h-[92dvh] rounded-t-sheet border-t',
                )
              : classNames(
                  'inset-y-0 right-0 w-full animate-slide border-l',
                  wide ? 'max-w-7xl' : 'max-w-3xl',
                ),
          )}
        >
          {side === 'bottom' && !full && (
            <span aria-hidden className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-pill bg-line-strong" />
          )}
          <div className="flex h-14 shrink-0 items-center justify-between gap-4 border-b border-line pr-2 pl-4">
            <Primitive.Title className="min-w-0 truncate text-16 font-semibold">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <Button
                variant="ghost"
                size="lg"
                iconOnly
                aria-label={t('close')}
                icon={<X size={20} strokeWidth={1.75} aria-hidden />}
              />
            </Primitive.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            {/* A suspended child must not hide the panel itself, which would lose the focus. */}
            <Suspense fallback={null}>{children}</Suspense>
          </div>
          {footer && (
            <div className="shrink-0 border-t border-line p-4 pb-[max(16px,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
