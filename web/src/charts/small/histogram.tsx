import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { type Bin, binned } from './histogram-bins.ts'
import { SmallChart } from './small-chart.tsx'
import { useReading } from './use-reading.ts'

const HEIGHT = 100
/** The width of a range, in R. */
const WIDTH = 0.5
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** How many results fell into each range of R. Losses are left of zero, gains right of it. */
export function Histogram({ values, title }: { values: readonly number[]; title: string }) {
  const { t } = useTranslation('charts')
  const format = useFormat()
  const bins = binned(values, WIDTH)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const read = useReading(bins.length, (share) =>
    bins.length === 0 ? null : Math.max(0, Math.min(bins.length - 1, Math.floor(share * bins.length))),
  )
  const range = ({ from, to }: Bin) =>
    t('histogram.between', { from: format.signed(from, 1), to: format.r(to, 1) })
  const bin = read.index === null ? undefined : bins[read.index]
  return (
    <SmallChart
      title={title}
      keys={t('histogram.keys')}
      read={read}
      reading={bin ? t('histogram.reading', { range: range(bin), count: bin.count }) : ''}
      columns={[
        { key: 'range', name: t('histogram.range'), of: range },
        { key: 'count', name: t('histogram.count'), of: ({ count }) => format.number(count) },
      ]}
      rows={bins}
      className="h-45"
      below={
        <div aria-hidden className="tabular relative mt-1 h-4 text-12 text-faint">
          {bins.map(({ from }, index) =>
            Number.isInteger(from) ? (
              <span
                key={from}
                className={classNames('absolute', index > 0 && '-translate-x-1/2')}
                style={{ left: percent(index / bins.length) }}
              >
                {format.signed(from, 0)}
              </span>
            ) : null,
          )}
        </div>
      }
    >
      <svg
        viewBox={`0 0 ${Math.max(1, bins.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block size-full overflow-visible"
      >
        {bins.map(({ from, count }, index) => {
          const height = (count / most) * (HEIGHT - 4)
          return (
            <rect
              key={from}
              x={index + 0.08}
              width={0.84}
              y={HEIGHT - height}
              height={height}
              vectorEffect="non-scaling-stroke"
              className={classNames(
                'transition-opacity',
                from >= 0 ? 'fill-gain-tint stroke-gain-mark' : 'fill-loss-tint stroke-loss-mark',
                read.index !== null && read.index !== index && 'opacity-50',
              )}
            />
          )
        })}
        <path
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
          d={`M0 ${HEIGHT}H${bins.length}`}
        />
      </svg>
    </SmallChart>
  )
}
