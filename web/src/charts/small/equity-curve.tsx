import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { SmallChart } from './small-chart.tsx'
import { axisSpan, roundTicks } from './ticks.ts'
import { useReading } from './use-reading.ts'

/** The running total in R after a result. */
export type EquityPoint = { at: string | number; total: number }

const WIDTH = 1000
const HEIGHT = 100
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** A running total in steps; the fall below its highest point so far is shaded. */
export function EquityCurve({ points, title }: { points: readonly EquityPoint[]; title: string }) {
  const { t } = useTranslation('charts')
  const format = useFormat()
  const totals = points.map(({ total }) => total)
  let peak = 0
  const peaks = totals.map((total) => {
    peak = Math.max(peak, total)
    return peak
  })
  const { low, high } = axisSpan(totals)
  const down = (value: number) => (high - value) / (high - low)
  // The curve starts at zero before the first result. Each result is a step at the end of its share of the width, and the
  // last one holds for one more share: a step at the very edge would be outside the plot.
  const across = (index: number) => (index + 1) / (points.length + 1)
  const read = useReading(points.length, (share) =>
    points.length === 0
      ? null
      : Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length + 1)) - 1)),
  )
  const x = (index: number) => (across(index) * WIDTH).toFixed(1)
  const y = (value: number) => (down(value) * HEIGHT).toFixed(2)
  const steps = (values: readonly number[]) =>
    values.map((value, index) => `H${x(index)}V${y(value)}`).join('')
  // Between two results the curve stays at the earlier one.
  const back = totals.map((_, index) => {
    const place = totals.length - 1 - index
    return `V${y(totals[place - 1] ?? 0)}H${x(place - 1)}`
  })
  const end = totals.at(-1) ?? 0
  const index = read.index ?? points.length - 1
  const point = points[index]
  const fall = (place: number) => (totals[place] ?? 0) - Math.max(0, peaks[place] ?? 0)
  return (
    <SmallChart
      title={title}
      keys={t('equity.keys')}
      read={read}
      reading={
        point
          ? t('equity.reading', {
              when: format.date(point.at),
              total: format.r(point.total),
              drawdown: format.r(fall(index)),
            })
          : format.dash
      }
      columns={[
        {
          key: 'index',
          name: t('equity.index'),
          of: (place) => `${place + 1} · ${format.date(points[place]?.at)}`,
        },
        { key: 'total', name: t('equity.total'), of: (place) => format.r(totals[place]) },
        { key: 'fall', name: t('equity.drawdown'), of: (place) => format.r(fall(place)) },
      ]}
      rows={points.map((_, place) => place)}
      className="ml-12 h-45"
      axes={
        <div aria-hidden className="tabular absolute inset-y-0 left-0 w-10 text-right text-12 text-faint">
          {roundTicks(low, high, 5).map((tick) => (
            <span
              key={tick}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: percent(down(tick)) }}
            >
              {format.signed(tick, Number.isInteger(tick) ? 0 : 1)}
            </span>
          ))}
        </div>
      }
      below={
        <div aria-hidden className="tabular mt-1 ml-12 flex justify-between text-12 text-faint">
          <span>{format.date(points[0]?.at)}</span>
          <span>{format.date(points.at(-1)?.at)}</span>
        </div>
      }
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block size-full overflow-visible"
      >
        {roundTicks(low, high, 5).map((tick) => (
          <path
            key={tick}
            vectorEffect="non-scaling-stroke"
            className={tick === 0 ? 'stroke-line-strong' : 'stroke-grid'}
            strokeDasharray={tick === 0 ? '2 3' : undefined}
            d={`M0 ${y(tick)}H${WIDTH}`}
          />
        ))}
        <path
          className="fill-loss-tint"
          d={`M0 ${y(0)}${steps(peaks)}H${WIDTH}V${y(end)}H${x(totals.length - 1)}${back.join('')}Z`}
        />
        <path
          vectorEffect="non-scaling-stroke"
          strokeWidth="1.5"
          strokeLinejoin="round"
          className="fill-none stroke-curve"
          d={`M0 ${y(0)}${steps(totals)}H${WIDTH}`}
        />
      </svg>
      {point && (
        <>
          {read.index !== null && (
            <i className="absolute inset-y-0 w-px bg-line-strong" style={{ left: percent(across(index)) }} />
          )}
          <i
            className="absolute -mt-1 -ml-1 size-2 rounded-pill bg-curve ring-2 ring-surface"
            style={{ left: percent(across(index)), top: percent(down(point.total)) }}
          />
        </>
      )}
    </SmallChart>
  )
}
