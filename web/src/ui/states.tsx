import { Lock, RefreshCw, TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

type Props = {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
}

/** Nothing is here yet: what will be, and the next step. */
export function EmptyState({ icon, title, children, action, className }: Props) {
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-2 rounded-card border border-dashed border-line-strong px-6 py-12 text-center',
        className,
      )}
    >
      {icon && <span className="mb-2 text-faint">{icon}</span>}
      <p className="text-16 font-semibold">{title}</p>
      {children && <div className="max-w-md text-balance text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

/** What happened, a way to try again, and a code that support can find. */
export function ErrorState({
  title,
  code,
  onRetry,
  className,
  children,
}: {
  title?: ReactNode
  code?: string
  onRetry?: () => void
  className?: string
  children?: ReactNode
}) {
  const { t } = useTranslation('ui')
  return (
    <div
      role="alert"
      className={classNames(
        'grid justify-items-center gap-2 rounded-card border border-line-strong px-6 py-12 text-center',
        className,
      )}
    >
      <TriangleAlert size={20} strokeWidth={1.75} className="mb-2 text-warn" aria-hidden />
      <p className="text-16 font-semibold">{title ?? t('error.title')}</p>
      <div className="max-w-md text-muted">{children ?? t('error.text')}</div>
      {code && (
        <p className="text-12 text-faint">
          {t('error.code')} <code className="font-mono">{code}</code>
        </p>
      )}
      {onRetry && (
        <Button
          className="mt-4"
          onClick={onRetry}
          icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}

/** The last data, and from when they are. */
export function OfflineState({ since, children }: { since?: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <p
      role="status"
      className="flex items-center gap-2 rounded-control bg-warn-tint px-3 py-2 text-13 text-warn"
    >
      <WifiOff size={16} strokeWidth={1.75} aria-hidden />
      <span>
        {children ?? t('offline')} {since}
      </span>
    </p>
  )
}

/** What premium adds, beside the real teaser. */
export function LockedState({ title, children, action }: Props) {
  return (
    <div className="grid gap-2 rounded-card border border-line p-5">
      <p className="flex items-center gap-2 font-semibold">
        <Lock size={16} strokeWidth={1.75} className="text-muted" aria-hidden />
        {title}
      </p>
      <div className="text-muted">{children}</div>
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
