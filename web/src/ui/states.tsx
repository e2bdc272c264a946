import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { CARD } from './error-state.tsx'

type Props = {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** An empty list: what it will hold, and the next step. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={CARD}>
      {icon && <span className="mb-3 text-muted">{icon}</span>}
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-pretty text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

/** Says that the data shown are the last ones received, and since when. */
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
