import { Flag } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AskedFigure, figureAddress } from '#lib/support/figure-address.ts'

/** Beside a figure of the record: opens a ticket that holds the figure's formula, inputs and rows. */
export function ReportError({ figure, className = '' }: { figure: AskedFigure; className?: string }) {
  const { t } = useTranslation('report-error')
  return (
    <Link
      to={figureAddress(figure)}
      className={`inline-flex min-h-6 items-center gap-1.5 text-13 text-muted hover:text-text hover:underline hover:underline-offset-3 pointer-coarse:min-h-target ${className}`}
    >
      <Flag size={14} strokeWidth={1.75} aria-hidden />
      {t('report')}
    </Link>
  )
}
