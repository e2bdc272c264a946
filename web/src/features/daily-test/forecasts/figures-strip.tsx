import type { forecastFigures } from 'trading/learning/forecast'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import type { OwnForecast } from '../queries.ts'

export type Figures = ReturnType<typeof forecastFigures>

const CELL = 'px-4 py-3 max-lg:border-b border-line lg:border-r last:border-0'

/** What a member's probabilities are worth so far. */
export function FiguresStrip({ figures, answers }: { figures: Figures; answers: readonly OwnForecast[] }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const { brier, gap, skill, n, rolling } = figures
  const last = rolling.at(-1)
  return (
    <Card className="grid grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.6fr)]">
      <Stat
        className={CELL}
        label={t('figures.brier')}
        definition={t('figures.brierIs')}
        value={format.number(brier, 3)}
        note={t('figures.brierScale')}
      />
      <Stat
        className={CELL}
        label={t('figures.gap')}
        definition={t('figures.gapIs')}
        value={
          gap === null ? format.dash : t('figures.points', { points: format.number(Number(gap) * 100, 1) })
        }
      />
      <Stat
        className={CELL}
        label={t('figures.skill')}
        definition={t('figures.skillIs')}
        value={skill === null ? format.dash : format.inPercent(Number(skill) * 100, 1, true)}
        note={t('figures.skillScale')}
      />
      <Stat
        className={CELL}
        label={t('figures.answers')}
        value={format.number(n)}
        note={t('figures.since', { day: format.day(answers.at(-1)?.day ?? null) })}
      />
      {last !== undefined && (
        <div className="col-span-2 px-4 py-3 lg:col-span-1">
          <div className="flex items-baseline justify-between text-13 font-medium text-muted">
            <span>{t('figures.rolling')}</span>
            <b className="tabular text-text">{format.number(last, 3)}</b>
          </div>
          <Rolling
            values={rolling.map(Number)}
            label={t('figures.rollingLabel', {
              first: format.number(rolling[0], 3),
              last: format.number(last, 3),
            })}
          />
        </div>
      )}
    </Card>
  )
}

/** The score over time around 0.25, which answering *50 %* always gives. Better is lower, so it is drawn upwards. */
function Rolling({ values, label }: { values: readonly number[]; label: string }) {
  const reach = Math.max(0.05, ...values.map((value) => Math.abs(value - 0.25)))
  const y = (value: number) => (20 + ((value - 0.25) / reach) * 18).toFixed(1)
  const x = (at: number) => ((at / Math.max(1, values.length - 1)) * 100).toFixed(1)
  return (
    <svg
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="mt-2 block h-9 w-full overflow-visible"
    >
      <path
        className="stroke-line-strong"
        strokeDasharray="2 3"
        vectorEffect="non-scaling-stroke"
        d="M0 20H100"
      />
      <path
        className="fill-none stroke-curve"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        d={values.map((value, at) => `${at ? 'L' : 'M'}${x(at)} ${y(value)}`).join('')}
      />
    </svg>
  )
}
