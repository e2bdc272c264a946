import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

type DialogProps = {
  open: boolean
  /** False for what must be answered: no cross, and neither Escape nor a click beside it closes it. */
  closable?: boolean
  /** For lists and tables. */
  wide?: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}

export default function OpenDialog({
  open,
  closable = true,
  wide = false,
  onOpenChange,
  title,
  description,
  children,
  footer,
}: DialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next || closable) && onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Primitive.Content
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 grid max-h-[85dvh] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-card border border-line bg-overlay p-6 shadow-float',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Primitive.Title className="text-20 font-semibold">{title}</Primitive.Title>
            {closable && (
              <Primitive.Close asChild>
                <Button
                  variant="ghost"
                  iconOnly
                  aria-label={t('close')}
                  icon={<X size={16} strokeWidth={1.75} aria-hidden />}
                />
              </Primitive.Close>
            )}
          </div>
          {description && <Primitive.Description className="text-muted">{description}</Primitive.Description>}
          {/* A suspended child must not hide the dialog itself, which would lose the focus. */}
          <Suspense fallback={null}>{children}</Suspense>
          {footer && <div className="flex flex-wrap justify-end gap-2">{footer}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
