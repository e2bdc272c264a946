import { useTranslation } from '#lib/language/i18n.ts'
import { countSignals, FEW_SIGNALS } from './course.ts'

type Props = {
  strip: readonly string[]
  /** How many the longest strip beside it has: in one row of cards, length also says how many. */
  scale?: number
  className?: string
}

const HEIGHT = 28
const ZERO = 16.5
/** Above this, a tick's length says no more. */
const MOST_R = 3

/** All closed signals of a course, oldest left: up for a gain, down for a loss, as long as the result. */
export function SignalStrip({ strip, scale = strip.length, className = 'h-7' }: Props) {
  const { t } = useTranslation('courses')
  const { won, lost } = countSignals(strip)
  const width = Math.max(1, scale, strip.length)
  const tick = (r: number) => {
    const length = 2 + (Math.min(MOST_R, Math.abs(r)) / MOST_R) * (r > 0 ? ZERO - 3 : HEIGHT - ZERO - 3)
    return r > 0 ? `V${(ZERO - 1 - length).toFixed(1)}` : `V${(ZERO + 1 + length).toFixed(1)}`
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('signals.strip', { won, lost })}
      className={`block w-full overflow-visible ${className}`}
    >
      <path d={`M0 ${ZERO}H${width}`} vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
      {strip.map((result, place) => {
        const r = Number(result)
        if (r === 0) return null
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: results have no identity but their order
            key={place}
            d={`M${place + 0.5} ${r > 0 ? ZERO - 1 : ZERO + 1}${tick(r)}`}
            vectorEffect="non-scaling-stroke"
            strokeWidth="3"
            className={r > 0 ? 'stroke-gain-mark' : 'stroke-loss-mark'}
          />
        )
      })}
    </svg>
  )
}

/** How many, won and lost, and whether that is enough to conclude. */
export function SignalSummary({ strip }: { strip: readonly string[] }) {
  const { t } = useTranslation('courses')
  const { n, won, lost } = countSignals(strip)
  if (n === 0) return <p className="text-13 text-muted">{t('signals.none')}</p>
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-13 text-muted">
      <span>{t('signals.count', { count: n })}</span>
      <span>{n < FEW_SIGNALS ? t('signals.few') : t('signals.result', { won, lost })}</span>
    </p>
  )
}
