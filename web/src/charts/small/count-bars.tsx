import { classNames } from '#ui/class-names.ts'
import { SmallChart } from './small-chart.tsx'
import { useReading } from './use-reading.ts'

const HEIGHT = 100
const LABELS = 6

export type CountBar = { key: string; label: string; count: number }

type Props = {
  title: string
  /** The help for its keys, and the text shown while nothing is selected. */
  keys: string
  whole: string
  reading: (bar: CountBar) => string
  names: { label: string; count: string }
  write: (count: number) => string
  bars: readonly CountBar[]
}

/** Counts per period, from zero. */
export function CountBars({ title, keys, whole, reading, names, write, bars }: Props) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const read = useReading(bars.length, (share) =>
    bars.length === 0 ? null : Math.max(0, Math.min(bars.length - 1, Math.floor(share * bars.length))),
  )
  const bar = read.index === null ? undefined : bars[read.index]
  const step = Math.max(1, Math.ceil(bars.length / LABELS))
  return (
    <SmallChart
      title={title}
      keys={keys}
      read={read}
      reading={bar ? reading(bar) : whole}
      columns={[
        { key: 'label', name: names.label, of: (row: CountBar) => row.label },
        { key: 'count', name: names.count, of: (row: CountBar) => write(row.count) },
      ]}
      rows={bars}
      className="h-60"
      below={
        <div aria-hidden className="tabular relative mt-1 h-4 text-12 text-faint">
          {bars.map(({ key, label }, index) =>
            index % step === 0 && index + step / 2 < bars.length ? (
              <span key={key} className="absolute" style={{ left: percent(index / bars.length) }}>
                {label}
              </span>
            ) : null,
          )}
        </div>
      }
    >
      <svg
        viewBox={`0 0 ${Math.max(1, bars.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block size-full overflow-visible"
      >
        {bars.map(({ key, count }, index) => {
          const height = (count / most) * (HEIGHT - 4)
          return (
            <rect
              key={key}
              x={index + 0.1}
              width={0.8}
              y={HEIGHT - height}
              height={height}
              className={classNames(
                'fill-series-2',
                read.index !== null && read.index !== index && 'opacity-50',
              )}
            />
          )
        })}
        <path
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
          d={`M0 ${HEIGHT}H${bars.length}`}
        />
      </svg>
    </SmallChart>
  )
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
