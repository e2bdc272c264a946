import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { FigureCell } from './figure-cell.tsx'
import type { Figures } from './queries.ts'

/** All other figures, and the number of signals behind those measured after the end. */
export function FigureGrid({ figures }: { figures: Figures }) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const span = (from: string | null, to: string | null) =>
    from && to ? t('note.span', { from: format.date(from), to: format.date(to) }) : null
  return (
    <Card className="grid content-start overflow-hidden">
      <h2 className="border-b border-line px-4 py-3 text-16 font-semibold">{t('all.title')}</h2>
      <div className="grid grid-cols-2 gap-px bg-line *:bg-surface sm:grid-cols-4 lg:grid-cols-2">
        <FigureCell name="total" figures={figures} note={t('note.resolved', { count: figures.resolved })} />
        <FigureCell
          name="perMonth"
          figures={figures}
          note={figures.r_per_month === null ? t('note.tooShort') : null}
        />
        <FigureCell name="averageWin" figures={figures} note={t('note.wins', { count: figures.wins })} />
        <FigureCell name="averageLoss" figures={figures} note={t('note.losses', { count: figures.losses })} />
        <FigureCell
          name="longestWins"
          figures={figures}
          note={span(figures.longest_wins_from, figures.longest_wins_to)}
        />
        <FigureCell
          name="longestLosses"
          figures={figures}
          note={span(figures.longest_losses_from, figures.longest_losses_to)}
        />
        <FigureCell name="medianHeld" figures={figures} note={t('note.median')} />
        <FigureCell name="currentDrawdown" figures={figures} note={t('note.fromPeak')} />
        <FigureCell name="averageBest" figures={figures} />
        <FigureCell name="averageWorst" figures={figures} />
        <FigureCell
          name="maxOpenDrawdown"
          figures={figures}
          className="col-span-2 sm:col-span-4 lg:col-span-2"
        />
      </div>
      <p className="border-t border-line px-4 py-3 text-12 text-pretty text-muted">
        {t('all.excursions', {
          measured: format.number(figures.measured),
          resolved: format.number(figures.resolved),
        })}
      </p>
    </Card>
  )
}
