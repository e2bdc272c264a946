import { Crosshair } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Progress } from '#ui/figure/progress.tsx'
import { CalibrationChart } from '../calibration-chart.tsx'
import type { Figures } from './figures-strip.tsx'

/** With fewer answers, chance weighs more than the member. */
const ENOUGH = 30

type Props = {
  figures: Figures
  median: { members: number; brier: string } | null
  /** The probability that is being chosen or was just sealed. */
  now: number | null
}

/** What a member says against what comes, and their score beside chance's and the others'. */
export function CalibrationCard({ figures, median, now }: Props) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const { n, bins, brier, chanceBrier } = figures
  if (n < ENOUGH) {
    return (
      <Card className="p-5">
        <Crosshair size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
        <h3 className="mt-2 text-16 font-semibold">{t('calibration.few', { count: n, enough: ENOUGH })}</h3>
        <p className="mt-1 mb-4 text-pretty text-muted">{t('calibration.fewText')}</p>
        <Progress label={t('calibration.few', { count: n, enough: ENOUGH })} share={n / ENOUGH} />
      </Card>
    )
  }
  const rows = [
    { key: 'you', name: t('calibration.you'), brier },
    { key: 'chance', name: t('calibration.chance'), brier: chanceBrier },
    ...(median
      ? [{ key: 'median', name: t('calibration.median', { count: median.members }), brier: median.brier }]
      : []),
  ].sort((one, other) => Number(one.brier) - Number(other.brier))
  return (
    <Card className="p-5">
      <h3 className="font-semibold">{t('calibration.title')}</h3>
      <p className="mt-1 text-13 text-pretty text-muted">{t('calibration.about')}</p>
      <CalibrationChart
        points={bins.map(({ stated, rate, low, high, n: count }) => ({
          said: Number(stated),
          came: Number(rate),
          low: Number(low),
          high: Number(high),
          n: count,
        }))}
        now={now === null ? null : Math.min(9, Math.floor(now / 10))}
        axis={t('calibration.axis')}
        above={t('calibration.above')}
        below={t('calibration.below')}
      />
      <p className="mt-4 text-13 text-muted">{t('calibration.same', { count: n })}</p>
      <ul className="mt-1 divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.key}
            className={classNames('flex justify-between py-2', row.key === 'you' && 'font-semibold')}
          >
            <span className={row.key === 'you' ? '' : 'text-muted'}>{row.name}</span>
            <span className="tabular font-semibold">{format.number(row.brier, 3)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
