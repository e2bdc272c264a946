import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { interval } from '#lib/record/interval.ts'
import { Card } from '#ui/card.tsx'
import { FigureCell } from './figure-cell.tsx'
import type { Figures } from './queries.ts'

/** The four main figures, each with its basis; the worst as large as the best. */
export function Headline({ figures }: { figures: Figures }) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const few = figures.sample === 'insufficient'
  const cell =
    'border-line not-last:border-r max-lg:nth-2:border-r-0 max-lg:nth-[n+3]:border-t py-4! md:px-5!'
  const width = interval(figures.resolved, figures.expectancy_half_width_r)
  return (
    <Card className="grid grid-cols-2 overflow-hidden lg:grid-cols-4">
      <FigureCell
        name="expectancy"
        figures={figures}
        large
        className={cell}
        note={
          <>
            {width && t('note.interval', { width: format.r(width).replace('+', '') })}
            {few && <span className="block text-warn">{t('note.few', { count: figures.resolved })}</span>}
          </>
        }
      />
      <FigureCell
        name="winRate"
        figures={figures}
        large
        className={cell}
        note={
          interval(figures.resolved, figures.win_rate_low) && (
            <>
              {t('note.band', {
                low: format.percent(figures.win_rate_low),
                high: format.percent(figures.win_rate_high),
              })}
              <span className="block">
                {t('note.averages', {
                  win: format.r(figures.average_win_r),
                  loss: format.r(figures.average_loss_r),
                })}
              </span>
            </>
          )
        }
      />
      <FigureCell
        name="profitFactor"
        figures={figures}
        large
        className={cell}
        note={t('note.resolved', { count: figures.resolved })}
      />
      <FigureCell
        name="maxDrawdown"
        figures={figures}
        large
        className={cell}
        note={
          figures.max_drawdown_to && (
            <>
              {t('note.span', {
                from: figures.max_drawdown_from
                  ? format.date(figures.max_drawdown_from)
                  : t('note.beginning'),
                to: format.date(figures.max_drawdown_to),
              })}
              <span className="block">
                {t('note.now', { value: format.fall(figures.current_drawdown_r, 2) })}
              </span>
            </>
          )
        }
      />
    </Card>
  )
}
