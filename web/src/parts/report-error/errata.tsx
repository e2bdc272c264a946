import { useQuery } from '@tanstack/react-query'
import { FileWarning } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { errataQuery } from '#lib/support/errata.ts'
import type { AskedFigure } from '#lib/support/figure-address.ts'
import { classNames } from '#ui/class-names.ts'

/** Confirmed mistakes of ours about a figure: a line each, which opens its words. */
export function Errata({ figure, className }: { figure: AskedFigure; className?: string }) {
  const { t } = useTranslation('report-error')
  const format = useFormat()
  const { data = [] } = useQuery(errataQuery(figure))
  return data.map(({ id, text, at, sequence, hash }) => (
    <details key={id} className={classNames('text-13', className)}>
      <summary className="flex min-h-6 cursor-pointer items-center gap-1.5 text-warn hover:underline hover:underline-offset-3 pointer-coarse:min-h-target">
        <FileWarning size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
        {t('erratum', { day: format.date(at) })}
      </summary>
      <p className="mt-1 max-w-prose text-pretty wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="text-muted">
        {t('entry', { sequence: format.number(sequence) })}{' '}
        <code className="font-mono">{format.hash(hash)}</code>
      </p>
    </details>
  ))
}
