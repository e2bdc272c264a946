import { Lock, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from './class-names.ts'
import { CARD } from './error-state.tsx'

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
    <div className={classNames(CARD, className)}>
      {icon && <span className="mb-3 text-muted">{icon}</span>}
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-pretty text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
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
      <WifiOff size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span>
        {children ?? t('offline')} {since}
      </span>
    </p>
  )
}

/** What premium adds, beside the real teaser. */
export function LockedState({ title, children, action, className }: Props) {
  return (
    <div className={classNames(CARD, className)}>
      <Lock size={20} strokeWidth={1.75} className="mb-3 text-muted" aria-hidden />
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-pretty text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
