import { usePublicRead } from '#lib/data/public-read.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { interval } from '#lib/record/interval.ts'
import { type PublicPerformance, RECORD_DAYS, readPerformance } from '#lib/record/public-record.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Link } from '#ui/link.tsx'

/** With fewer results, a figure says more about chance than about the signals. */
const ENOUGH = 30
const CELL =
  'border-line px-4 pt-3 pb-4 max-lg:even:border-l max-lg:nth-[n+3]:border-t md:px-5 lg:not-first:border-l'

/** The public record in four figures, each with its basis. */
export function RecordStrip({ className }: { className?: string }) {
  const { t } = useTranslation('public-signals')
  const { data, isError, refetch } = usePublicRead(readPerformance)
  return (
    <section aria-labelledby="record" className={className}>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="record" className="text-16 font-semibold">
          {t('record.title', { days: RECORD_DAYS })}
        </h2>
        {/* On a phone the title has its own line, whatever is beside it elsewhere. */}
        <span className="h-0 w-full sm:hidden" />
        {data?.demonstration ? <Badge tone="line">{t('demonstration')}</Badge> : null}
        <Link to="/performances" className="text-13 sm:ml-auto">
          {t('record.all')}
        </Link>
      </div>
      {isError ? (
        <Card className="flex flex-wrap items-center gap-4 px-5 py-8 text-muted">
          <p>{t('record.unavailable')}</p>
          <Button size="sm" onClick={refetch}>
            {t('record.retry')}
          </Button>
        </Card>
      ) : (
        <Figures record={data} />
      )}
    </section>
  )
}

function Figures({ record }: { record: PublicPerformance | undefined }) {
  const { t } = useTranslation('public-signals')
  const format = useFormat()
  const resolved = record?.resolved ?? 0
  const sample = t(resolved < ENOUGH ? 'record.few' : 'record.sample', { count: resolved })
  const width = interval(resolved, record?.expectancy_half_width_r)
  const noted = (lines: readonly string[]) => (
    // As high while loading.
    <span className="tabular block min-h-12 sm:min-h-8">
      {record &&
        (resolved > 0 ? lines : [t('record.none')]).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
    </span>
  )
  return (
    <Card className="grid grid-cols-2 overflow-hidden lg:grid-cols-4">
      <Stat
        large
        className={CELL}
        label={t('record.published')}
        value={record ? format.number(record.published) : format.dash}
        note={noted([
          t('record.resolved', { count: resolved }),
          t('record.rest', {
            expired: format.number(record?.expired),
            cancelled: format.number(record?.cancelled),
            open: format.number(record?.open),
          }),
        ])}
      />
      <Stat
        large
        className={CELL}
        label={t('record.expectancy')}
        definition={t('record.meaning.expectancy')}
        value={format.r(record?.expectancy_r)}
        note={noted([
          ...(width ? [t('record.interval', { half: format.r(width).replace('+', '') })] : []),
          sample,
        ])}
      />
      <Stat
        large
        className={CELL}
        label={t('record.winRate')}
        definition={t('record.meaning.winRate')}
        value={format.percent(record?.win_rate)}
        note={noted([
          t('record.averages', {
            win: format.r(record?.average_win_r),
            loss: format.r(record?.average_loss_r),
          }),
          sample,
        ])}
      />
      <Stat
        large
        className={CELL}
        label={t('record.drawdown')}
        definition={t('record.meaning.drawdown')}
        value={format.fall(record?.max_drawdown_r)}
        note={noted([t('record.now', { r: format.fall(record?.current_drawdown_r) }), sample])}
      />
    </Card>
  )
}
