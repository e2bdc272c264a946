import type { Performance } from 'trading/performance'
import { SmallChart } from '#charts/small/small-chart.tsx'
import { useReading } from '#charts/small/use-reading.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

const WIDTH = 1000
const HEIGHT = 100

/** The distance below the curve's highest point, result by result, as wide as the curve above it. */
export function DrawdownCurve({ curve }: { curve: Performance['curve'] }) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  let peak = 0
  const falls = curve.map(({ r }) => {
    const total = r.toNumber()
    peak = Math.max(peak, total)
    return total - peak
  })
  const deepest = Math.min(-0.5, ...falls)
  const read = useReading(falls.length, (share) =>
    falls.length === 0
      ? null
      : Math.max(0, Math.min(falls.length - 1, Math.round(share * (falls.length + 1)) - 1)),
  )
  const x = (index: number) => ((index / (falls.length + 1)) * WIDTH).toFixed(1)
  const y = (fall: number) => ((fall / deepest) * (HEIGHT - 4)).toFixed(2)
  const steps = falls.map((fall, index) => `H${x(index + 1)}V${y(fall)}`).join('')
  const index = read.index ?? falls.length - 1
  return (
    <SmallChart
      title={t('curve.drawdown')}
      keys={t('curve.keys')}
      read={read}
      reading={
        curve[index]
          ? t('curve.reading', { when: format.date(curve[index].at), fall: format.fall(falls[index], 2) })
          : format.dash
      }
      columns={[
        {
          key: 'at',
          name: t('rows.ended'),
          of: (place) => `${place + 1} · ${format.date(curve[place]?.at)}`,
        },
        { key: 'fall', name: t('curve.drawdown'), of: (place) => format.fall(falls[place], 2) },
      ]}
      rows={falls.map((_, place) => place)}
      className="ml-12 h-24"
      axes={
        <div aria-hidden className="tabular absolute inset-y-0 left-0 w-10 text-right text-12 text-faint">
          <span className="absolute top-0 right-0 -translate-y-1/2">0</span>
          <span className="absolute right-0 bottom-0 translate-y-1/4">{format.signed(deepest, 1)}</span>
        </div>
      }
      below={
        <div aria-hidden className="tabular mt-1 ml-12 flex justify-between text-12 text-faint">
          <span>{format.date(curve[0]?.at)}</span>
          <span>{format.date(curve.at(-1)?.at)}</span>
        </div>
      }
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block size-full overflow-visible"
      >
        <path className="fill-loss-tint" d={`M0 0${steps}H${WIDTH}V0Z`} />
        <path
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-loss-mark"
          d={`M0 0${steps}H${WIDTH}`}
        />
        <path vectorEffect="non-scaling-stroke" className="stroke-line-strong" d={`M0 0H${WIDTH}`} />
      </svg>
      {read.index !== null && (
        <i
          className="absolute inset-y-0 w-px bg-line-strong"
          style={{ left: `${(((index + 1) / (falls.length + 1)) * 100).toFixed(2)}%` }}
        />
      )}
    </SmallChart>
  )
}
