import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePublicRead } from '#lib/data/public-read.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { interval } from '#lib/record/interval.ts'
import {
  type PublicPerformance,
  RECORD_DAYS,
  readLedgerHead,
  readPerformance,
} from '#lib/record/public-record.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { StepCurve } from '#ui/figure/step-curve.tsx'
import { Definition } from '#ui/overlay/tooltip.tsx'
import { LedgerProof } from './ledger-proof.tsx'

/** With fewer results, a figure says more about chance than about the signals. */
const ENOUGH = 30

/** The track record as the database computed it; the server draws it ahead (app/routing/figures.tsx). A missing figure is an em dash. */
export default function RecordCard() {
  const { t } = useTranslation('home')
  const performance = usePublicRead(readPerformance, 'performance')
  const head = usePublicRead(readLedgerHead, 'head')
  return (
    <section
      aria-labelledby="record"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-float"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-3 md:pr-3 md:pl-5">
        <div className="flex items-center gap-2 max-md:w-full">
          <ShieldCheck size={16} strokeWidth={1.75} className="text-faint" aria-hidden />
          <h2 id="record" className="font-semibold">
            <span className="max-md:hidden">{t('record.title', { days: RECORD_DAYS })}</span>
            <span className="md:hidden">{t('record.titleShort', { days: RECORD_DAYS })}</span>
          </h2>
          {performance.data?.demonstration ? (
            <Badge tone="line" className="max-md:ml-auto">
              {t('record.demonstration')}
            </Badge>
          ) : null}
        </div>
        <LedgerProof head={head.data ?? null} />
      </header>
      {performance.isError && !performance.data ? (
        <div className="flex flex-wrap items-center gap-4 px-5 py-8 text-muted">
          <p>{t('record.unavailable')}</p>
          <Button variant="secondary" size="sm" onClick={performance.refetch}>
            {t('record.retry')}
          </Button>
        </div>
      ) : (
        <Figures performance={performance.data ?? null} />
      )}
    </section>
  )
}

function Figures({ performance }: { performance: PublicPerformance | null }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const resolved = performance?.resolved ?? 0
  const some = resolved > 0
  const width = interval(resolved, performance?.expectancy_half_width_r)
  const few = some && resolved < ENOUGH ? t('record.few') : null
  const waiting = performance ? t('record.none') : ''
  const total = format.r(performance?.total_r, 1)
  const drawdown = format.fall(performance?.max_drawdown_r)
  return (
    <div className="grid grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(260px,328px)]">
      <Figure
        label={t('record.published')}
        value={performance ? format.number(performance.published) : format.dash}
      >
        {performance ? (
          <>
            {t('record.resolved', { count: resolved })}, {t('record.expired', { count: performance.expired })}
            , {t('record.cancelled', { count: performance.cancelled })}
            <br />
            {t('record.open', { count: performance.open })}
          </>
        ) : null}
      </Figure>
      <Figure
        label={<Definition term={t('record.expectancy')}>{t('record.meaning.expectancy')}</Definition>}
        value={format.r(performance?.expectancy_r)}
      >
        {some ? (
          <>
            {width && (
              <>
                {`±\u00a0${format.r(width).replace('+', '')}`}
                <br />
              </>
            )}
            {few ?? t('record.interval')}
          </>
        ) : (
          waiting
        )}
      </Figure>
      <Figure
        label={<Definition term={t('record.winRate')}>{t('record.meaning.winRate')}</Definition>}
        value={format.percent(performance?.win_rate)}
      >
        {some ? (
          <>
            {t('record.averageWin', { r: format.r(performance?.average_win_r) })}
            <br />
            {t('record.averageLoss', { r: format.r(performance?.average_loss_r) })}
          </>
        ) : (
          waiting
        )}
      </Figure>
      <Figure
        label={<Definition term={t('record.drawdown')}>{t('record.meaning.drawdown')}</Definition>}
        value={drawdown}
      >
        {some ? (
          <>
            {t('record.now', { r: format.fall(performance?.current_drawdown_r) })}
            <br />
            {t('record.tinted')}
          </>
        ) : (
          waiting
        )}
      </Figure>
      <div className="col-span-2 grid content-start gap-2 border-line border-t px-4 py-3 md:px-5 lg:col-span-1 lg:border-t-0 lg:border-l lg:pt-4">
        <div className="flex justify-between text-13">
          <span className="font-medium text-muted">{t('record.curve')}</span>
          <b>{total}</b>
        </div>
        {some && performance ? (
          <StepCurve
            values={performance.curve.map(({ r }) => Number(r))}
            label={t('record.curveLabel', { total, drawdown })}
          />
        ) : (
          <p className="min-h-[60px] text-12 text-muted">{performance ? t('record.noCurve') : ''}</p>
        )}
      </div>
    </div>
  )
}

function Figure({ label, value, children }: { label: ReactNode; value: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1 border-line px-4 pt-3 pb-4 even:border-l max-lg:[&:nth-child(n+3)]:border-t md:px-5 lg:pt-4 lg:pb-5 lg:not-first:border-l">
      <span className="font-medium text-13 text-muted">{label}</span>
      <span className="tabular font-semibold text-28 tracking-[-0.01em] wrap-anywhere">{value}</span>
      <span className="tabular min-h-8 text-12 text-muted">{children}</span>
    </div>
  )
}
