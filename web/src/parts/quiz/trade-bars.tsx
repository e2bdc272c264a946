import { useTranslation } from '#lib/language/i18n.ts'

const HEIGHT = 40

/** A bar a trade, up for a gain and down for a loss, on one scale. */
export function TradeBars({
  trades,
  gain,
  loss,
}: {
  trades: readonly boolean[]
  gain: number
  loss: number
}) {
  const { t } = useTranslation('quiz')
  const scale = HEIGHT / (gain + loss)
  const zero = gain * scale
  const won = trades.filter(Boolean).length
  return (
    <svg
      viewBox={`0 0 ${trades.length * 6 - 3} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('worked.bars', { won, lost: trades.length - won })}
      className="block h-18 w-full"
    >
      {trades.map((wins, place) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a trade is its place
          key={place}
          x={place * 6}
          y={wins ? 0 : zero}
          width="3"
          height={(wins ? gain : loss) * scale}
          className={wins ? 'fill-gain-mark' : 'fill-loss-mark'}
        />
      ))}
      <path
        d={`M0 ${zero}H${trades.length * 6}`}
        vectorEffect="non-scaling-stroke"
        className="stroke-line-strong"
      />
    </svg>
  )
}
