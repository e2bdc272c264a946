import { Flag } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AskedFigure, figureAddress } from '#lib/support/figure-address.ts'

type Props = {
  figure: AskedFigure
  /** In a table: the flag alone, with the row's name for those who hear it. */
  of?: string
  className?: string
}

/** Beside a figure of the record: opens a ticket that holds the figure's formula, inputs and rows. */
export function ReportError({ figure, of, className = '' }: Props) {
  const { t } = useTranslation('report-error')
  return (
    <Link
      to={figureAddress(figure)}
      title={of === undefined ? undefined : t('report')}
      aria-label={of === undefined ? undefined : t('reportOf', { what: of })}
      className={`inline-flex min-h-6 min-w-6 items-center justify-center gap-1.5 text-13 text-muted hover:text-text hover:underline hover:underline-offset-3 pointer-coarse:min-h-target ${className}`}
    >
      <Flag size={14} strokeWidth={1.75} aria-hidden />
      {of === undefined && t('report')}
    </Link>
  )
}
