import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePublicRead } from '#lib/data/public-read.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { RECORD_DAYS, readLedgerHead, readPerformance } from '#lib/record/public-record.ts'
import { Badge } from '#ui/badge.tsx'
import { StepCurve } from '#ui/figure/step-curve.tsx'

/** With fewer results, a figure says more about chance than about the signals. */
const ENOUGH = 30

/** The public record in three figures: expectancy first, the worst as large as the best. */
export default function RecordSummary() {
  const { t } = useTranslation('auth')
  const format = useFormat()
  const { data, isError } = usePublicRead(readPerformance)
  const head = usePublicRead(readLedgerHead).data
  const resolved = data?.resolved ?? 0
  const drawdown = format.fall(data?.max_drawdown_r)
  const half = format.r(data?.expectancy_half_width_r).replace('+', '')
  return (
    <section
      aria-labelledby="record"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-float"
    >
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-3 pr-4 pl-5">
        <span className="flex items-center gap-2">
          <ShieldCheck size={16} strokeWidth={1.75} className="text-faint" aria-hidden />
          <h2 id="record" className="font-semibold">
            {t('record.title', { days: RECORD_DAYS })}
          </h2>
          {data?.demonstration ? <Badge tone="line">{t('record.demonstration')}</Badge> : null}
        </span>
        {head ? (
          <code className="font-mono text-13 text-muted" title={`${t('record.head')} ${head.hash}`}>
            {format.hash(head.hash)}
          </code>
        ) : null}
      </header>
      {isError ? (
        <p className="px-5 py-6 text-muted">{t('record.unavailable')}</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,148px)_minmax(0,212px)_minmax(0,1fr)]">
          <Figure label={t('record.expectancy')} value={format.r(data?.expectancy_r)}>
            {resolved > 0 ? (resolved < ENOUGH ? t('record.few') : t('record.interval', { half })) : ''}
          </Figure>
          <Figure label={t('record.winRate')} value={format.percent(data?.win_rate)}>
            {resolved > 0
              ? t('record.averages', {
                  win: format.r(data?.average_win_r),
                  loss: format.r(data?.average_loss_r),
                  n: format.number(resolved),
                })
              : ''}
          </Figure>
          <div className="border-l border-line px-5 pt-3 pb-4">
            <div className="mb-1 flex justify-between text-13">
              <span className="font-medium text-muted">{t('record.drawdown')}</span>
              <b className="text-14">{drawdown}</b>
            </div>
            {data && resolved > 0 ? (
              <StepCurve
                values={data.curve.map(({ r }) => Number(r))}
                label={t('record.curve', { total: format.r(data.total_r, 1), drawdown })}
              />
            ) : (
              <p className="min-h-[60px] text-12 text-muted">{data ? t('record.none') : ''}</p>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 border-l border-line py-3 pr-3 pl-5 first:border-l-0">
      <span className="text-13 font-medium text-muted">{label}</span>
      <span className="tabular text-20 font-semibold">{value}</span>
      <span className="tabular text-12 text-muted">{children}</span>
    </div>
  )
}
