import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const QrDrawing = lazyPart(() => import('./qr-drawing.tsx'))

type Props = {
  value: string
  /** What scanning it does. */
  label?: string
  className?: string
}

/** A QR code: dark on light in both themes, with the quiet zone that cameras need. The caller's class sets its size. */
export function QrCode({ value, label, className }: Props) {
  const { t } = useTranslation('ui')
  return (
    // Within a dark theme the inverse background is the light one, whatever the theme around it.
    <div
      data-theme="dark"
      className={classNames('aspect-square overflow-hidden rounded-card bg-inverse', className ?? 'w-40')}
    >
      <Suspense fallback={<Skeleton className="size-full" />}>
        <QrDrawing value={value} label={label ?? t('qr')} />
      </Suspense>
    </div>
  )
}
