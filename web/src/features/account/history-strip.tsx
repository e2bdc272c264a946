import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { StepCurve } from '#ui/figure/step-curve.tsx'
import { signed } from './history-columns.tsx'
import type { HistoryFigures } from './own-history.ts'

const CELL =
  'border-line px-4 py-3 not-last:border-r max-lg:[&:nth-child(2)]:border-r-0 max-lg:[&:nth-child(n+3)]:border-t max-lg:[&:nth-child(4)]:border-r-0'

/** The results of the member's own trades, by the definitions of the public record. */
export function HistoryStrip({ figures, trades }: { figures: HistoryFigures; trades: number }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const none = figures.resolved === 0
  const total = [
    format.r(figures.total, 1),
    ...figures.money.map(({ minor, currency }) => signed(format, minor, currency)),
  ]
  return (
    <Card className="grid grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.7fr)]">
      <Stat
        className={CELL}
        label={t('history.trades')}
        value={format.number(trades)}
        note={
          none
            ? t('history.noneEnded')
            : t('history.span', { from: format.dayMonth(figures.first), to: format.date(figures.last) })
        }
      />
      <Stat
        className={CELL}
        label={t('history.expectancy')}
        definition={t('history.meaning.expectancy')}
        value={format.r(figures.expectancy)}
        note={figures.sample === 'insufficient' && !none ? t('history.few') : null}
      />
      <Stat
        className={CELL}
        label={t('history.winRate')}
        definition={t('history.meaning.winRate')}
        value={format.percent(figures.winRate)}
        note={
          none
            ? null
            : t('history.averages', {
                win: format.r(figures.averageWin),
                loss: format.r(figures.averageLoss),
              })
        }
      />
      <Stat
        className={CELL}
        label={t('history.drawdown')}
        definition={t('history.meaning.drawdown')}
        value={none ? format.dash : format.fall(figures.maxDrawdown)}
        note={none ? null : t('history.now', { value: format.fall(figures.currentDrawdown) })}
      />
      <div className="col-span-2 min-w-0 border-line px-4 py-3 max-lg:border-t lg:col-span-1">
        <p className="mb-1 flex justify-between gap-3 text-13 font-medium text-muted">
          {t('history.curve')}
          {none ? null : (
            <span className="tabular truncate">
              <b className="font-semibold text-text">{total[0]}</b>
              {total.slice(1).map((amount) => ` · ${amount}`)}
            </span>
          )}
        </p>
        {none ? null : (
          <StepCurve
            values={figures.curve.map(({ r }) => r.toNumber())}
            label={t('history.curveLabel', { total: format.r(figures.total, 1) })}
          />
        )}
      </div>
    </Card>
  )
}
