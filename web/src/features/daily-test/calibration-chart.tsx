import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

export type CalibrationPoint = {
  /** Shares from 0 to 1: what was said on average, how often it came, and its 95 % interval. */
  said: number
  came: number
  low: number
  high: number
  n: number
}

type Props = {
  points: readonly CalibrationPoint[]
  /** The tenth that is being answered now, 0 to 9. */
  now?: number | null
  /** Under the horizontal axis. */
  axis: string
  /** Written where reality is above and below what was said. */
  above: string
  below: string
}

const TICKS = [0, 25, 50, 75, 100] as const
/** Fewer answers make a point, but no interval and no part of the line. */
const ENOUGH = 5
const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** What was said against what came, each tenth with its interval and its number of answers; the diagonal is perfect. */
export function CalibrationChart({ points, now = null, axis, above, below }: Props) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const firm = points.filter(({ n }) => n >= ENOUGH)
  const y = (share: number) => (1 - share) * 100
  const isNow = ({ said }: CalibrationPoint) => now !== null && Math.min(9, Math.floor(said * 10)) === now
  return (
    <figure className="grid gap-1">
      <div
        role="img"
        aria-label={points
          .map(({ said, came, n }) =>
            t('calibration.point', { said: format.percent(said), came: format.percent(came), count: n }),
          )
          .join(' ')}
        className="relative mt-5 mr-2 mb-6 ml-9 h-52"
      >
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path
            className="stroke-grid"
            vectorEffect="non-scaling-stroke"
            d={TICKS.map((at) => `M0 ${at}H100`).join('')}
          />
          <path
            className="stroke-control"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
            d="M0 100L100 0"
          />
          {firm.map((point) => (
            <path
              key={point.said}
              vectorEffect="non-scaling-stroke"
              strokeWidth="2"
              className={isNow(point) ? 'stroke-lamp-edge' : 'stroke-line-strong'}
              d={`M${point.said * 100} ${y(point.low)}V${y(point.high)}`}
            />
          ))}
          <path
            vectorEffect="non-scaling-stroke"
            strokeWidth="1.5"
            strokeLinejoin="round"
            className="fill-none stroke-curve"
            d={firm.map(({ said, came }, at) => `${at ? 'L' : 'M'}${said * 100} ${y(came)}`).join('')}
          />
        </svg>
        {points.map((point) => (
          <i
            key={point.said}
            title={t('calibration.n', { count: point.n })}
            className={classNames(
              'absolute -translate-1/2 rounded-pill',
              point.n < ENOUGH
                ? 'size-1.5 border border-control'
                : 'size-2.5 border-[1.5px] border-curve bg-surface',
              isNow(point) && 'border-lamp-edge! bg-lamp!',
            )}
            style={{ left: percent(point.said), top: percent(1 - point.came) }}
          />
        ))}
        <div aria-hidden className="tabular absolute inset-0 text-12 text-faint">
          {TICKS.map((at) => (
            <span
              key={at}
              className="absolute right-full mr-2 -translate-y-1/2"
              style={{ top: percent(1 - at / 100) }}
            >
              {at}
            </span>
          ))}
          {TICKS.map((at) => (
            <span
              key={`x${at}`}
              className="absolute top-full mt-1 -translate-x-1/2"
              style={{ left: percent(at / 100) }}
            >
              {at}
            </span>
          ))}
          <span className="absolute top-1 left-4 text-muted">{above}</span>
          <span className="absolute right-1 bottom-2 text-muted">{below}</span>
        </div>
      </div>
      <figcaption className="text-center text-12 text-muted">{axis}</figcaption>
    </figure>
  )
}
