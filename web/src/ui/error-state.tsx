import { CloudAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

/** The style that all states share. This state has its own file: any page may need it, few need the others. */
export const CARD = 'grid content-start justify-items-start rounded-card border border-line bg-surface p-5'

/** What happened, a retry button, and a code for support. */
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
    <div role="alert" className={classNames(CARD, className)}>
      <CloudAlert size={20} strokeWidth={1.75} className="mb-3 text-muted" aria-hidden />
      <p className="font-semibold">{title ?? t('error.title')}</p>
      <div className="mt-1 max-w-md text-pretty text-muted">{children ?? t('error.text')}</div>
      {code && (
        <p className="mt-1 text-13 text-muted">
          {t('error.code')} <code className="font-mono select-all">{code}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-4" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}
