import { useQuery } from '@tanstack/react-query'
import { Decimal } from 'decimal.js'
import { ScanSearch, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { interval } from '#lib/record/interval.ts'
import { ledgerHeadQuery } from '#lib/record/ledger-head.ts'
import { performanceQuery } from '#lib/record/recent-performance.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

type Props = { days: number; symbol: string | null }

/** Figures of the public record, computed when they are read: nobody types them. */
export function RecordFigure({ days, symbol }: Props) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const { data, isLoadingError } = useQuery(performanceQuery(days, symbol))
  const { data: head } = useQuery(ledgerHeadQuery)
  const { data: instruments } = useQuery(instrumentsQuery)
  const name = symbol === null ? null : (instruments?.find((one) => one.symbol === symbol)?.name ?? symbol)
  const few = data?.sample === 'insufficient'
  const half = interval(data?.resolved, data?.expectancy_half_width_r)
  const mean = data?.expectancy_r
  const bounds =
    half && mean
      ? t('figure.interval', {
          from: format.signed(new Decimal(mean).minus(half), 2),
          to: format.signed(new Decimal(mean).plus(half), 2),
        })
      : format.dash
  return (
    <figure className="my-3 grid max-w-170 grid-cols-2 overflow-hidden rounded-control border border-line bg-well text-14 sm:grid-cols-[1fr_1fr_1fr_auto]">
      <Cell name={t('figure.total')}>{format.r(data?.total_r)}</Cell>
      <Cell name={t('figure.each')} className="border-l">
        {format.r(mean)}
      </Cell>
      <Cell name={t('figure.confidence')} className="border-line max-sm:border-t sm:border-l">
        {bounds}
      </Cell>
      <div className="grid content-center justify-items-start border-l border-line px-4 py-2.5 max-sm:border-t">
        {data && (
          <Badge
            tone={few ? 'warn' : 'neutral'}
            icon={few && <TriangleAlert size={12} strokeWidth={1.75} aria-hidden />}
          >
            {t(few ? 'figure.few' : 'figure.count', { count: data.resolved })}
          </Badge>
        )}
      </div>
      <figcaption className="col-span-full flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line py-1.5 pr-2 pl-4 text-12 text-muted">
        <ShieldCheck size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <span>
          {isLoadingError ? t('figure.unavailable') : t('figure.source', { count: days })}
          {name && ` · ${name}`}
        </span>
        {head && <code className="font-mono">{format.hash(head.hash)}</code>}
        <Button asChild size="sm" variant="ghost" className="ml-auto">
          <Link to="/preuve">
            <ScanSearch size={14} strokeWidth={1.75} aria-hidden />
            {t('figure.verify')}
          </Link>
        </Button>
      </figcaption>
    </figure>
  )
}

function Cell({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`grid border-line px-4 py-2.5 ${className}`}>
      <span className="text-12 whitespace-nowrap text-muted">{name}</span>
      <span className="tabular text-16 font-semibold whitespace-nowrap">{children}</span>
    </div>
  )
}
