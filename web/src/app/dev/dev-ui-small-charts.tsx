import { CalendarHeatMap } from '#charts/small/calendar-heat-map.tsx'
import { EquityCurve } from '#charts/small/equity-curve.tsx'
import { Histogram } from '#charts/small/histogram.tsx'
import { yearDays } from '#charts/small/year-days.ts'
import { useFormat } from '#lib/language/format.ts'
import { Card } from '#ui/card.tsx'
import { seeded } from './dev-ui-walk.ts'

const TODAY = '2026-11-20'
const chance = seeded(3)
const RESULTS = Array.from({ length: 58 }, () =>
  chance() < 0.47 ? Math.max(-1.2, -Math.round(chance() * 18) / 10) : Math.round(chance() * 26) / 10,
)
let total = 0
const POINTS = RESULTS.map((result, index) => {
  total += result
  return { at: Date.UTC(2026, 7, 24) + index * 36 * 3_600_000, total: Math.round(total * 100) / 100 }
})
const DAYS = yearDays(2026).filter(({ day, weekday }) => day <= TODAY && weekday < 5)
const OUTCOMES = new Map(
  DAYS.map(({ day }) => [day, chance() < 0.4 ? 0 : Math.round((chance() - 0.42) * 40) / 10]),
)

/** The small charts with generated results. */
export function DevSmallCharts() {
  const format = useFormat()
  return (
    <div className="grid w-full min-w-0 gap-4 *:min-w-0 xl:grid-cols-2">
      <Card className="p-4">
        <EquityCurve title="Running result in R" points={POINTS} />
      </Card>
      <Card className="p-4">
        <Histogram title="Results in R" values={RESULTS} />
      </Card>
      <Card className="p-4 xl:col-span-2">
        <CalendarHeatMap
          title="Days with results, 2026"
          year={2026}
          values={OUTCOMES}
          say={(value) => format.r(value)}
          today={TODAY}
        />
      </Card>
    </div>
  )
}
