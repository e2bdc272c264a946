import { useMemo, useState } from 'react'
import type { Performance } from 'trading/performance'
import { CalendarHeatMap } from '#charts/small/calendar-heat-map.tsx'
import { EquityCurve } from '#charts/small/equity-curve.tsx'
import { Histogram } from '#charts/small/histogram.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { resultsByDay } from './days.ts'
import { DrawdownCurve } from './drawdown-curve.tsx'
import { FigureGrid } from './figure-grid.tsx'
import { resolvedRows } from './figures.ts'
import type { Figures, ResultRow } from './queries.ts'

type Props = { figures: Figures; rows: readonly ResultRow[]; known: Performance }

/** The curve with its drawdowns below, the distribution of results, and the days on which they fell. */
export function Charts({ figures, rows, known }: Props) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const points = useMemo(() => known.curve.map(({ at, r }) => ({ at, total: r.toNumber() })), [known])
  const values = useMemo(() => resolvedRows(rows).map(({ realised_r: r }) => Number(r)), [rows])
  const days = useMemo(() => resultsByDay(rows), [rows])
  const years = [...new Set([...days.keys()].map((day) => day.slice(0, 4)))].toSorted()
  const [asked, setYear] = useState<string | null>(null)
  const year = asked !== null && years.includes(asked) ? asked : (years.at(-1) ?? '')
  return (
    <>
      <Card className="grid min-w-0 gap-6 p-4 md:p-5">
        <EquityCurve points={points} title={t('curve.title')} />
        <DrawdownCurve curve={known.curve} />
      </Card>
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-5">
          <Card className="min-w-0 p-4 md:p-5">
            <Histogram values={values} title={t('histogram.title')} />
            <p className="mt-2 text-12 text-pretty text-muted">
              {t('histogram.text', { count: values.length })}
            </p>
          </Card>
          <Card className="min-w-0 p-4 md:p-5">
            <CalendarHeatMap
              year={Number(year)}
              values={days}
              say={(value) => (value === 0 ? t('calendar.nothing') : format.r(value))}
              today={new Date().toISOString().slice(0, 10)}
              title={t('calendar.title', { year })}
            />
            {years.length > 1 && (
              <div className="mt-3">
                <Segmented
                  label={t('calendar.year')}
                  value={year}
                  onChange={setYear}
                  options={years.map((value) => ({ value, label: value }))}
                />
              </div>
            )}
          </Card>
        </div>
        <FigureGrid figures={figures} />
      </div>
    </>
  )
}
