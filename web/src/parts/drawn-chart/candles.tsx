import { type DrawnCandle, drawnCandles } from 'trading/learning/drawn-candles'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type CandleDrawing, digitsOf } from './drawing.ts'
import { at, Plot, type PlotLabel, scale } from './plot.tsx'
import { SPREAD, spread } from './spread.ts'

type Names = Readonly<Record<string, string>>

/** A drawn market, with its levels and a trade. */
export function PathCandles({ drawing, bare }: { drawing: CandleDrawing; bare: boolean }) {
  const { t } = useTranslation('drawn-chart')
  const format = useFormat()
  const candles = drawnCandles(drawing)
  const { low, high, down } = priceScale(
    candles,
    lines(drawing).map(({ price }) => price),
  )
  const names: Names = {
    support: t('level.support'),
    resistance: t('level.resistance'),
    entry: t('level.entry'),
    stop: t('level.stop'),
    target: t('level.target'),
  }
  const named = lines(drawing).map((line) => ({ ...line, name: names[line.as] ?? line.as }))
  const count = digitsOf([...drawing.path, ...named.map(({ price }) => price)])
  const places = spread(
    named.map(({ price }) => down(price)),
    bare ? 0.14 : SPREAD,
  )
  const labels: PlotLabel[] = named.map(({ price, name, tone }, place) => ({
    x: 1.015,
    y: places[place] as number,
    text: bare ? name : `${name} ${format.price(price, count)}`.trim(),
    tone: tone === 'faint' ? 'muted' : tone,
  }))
  const says = [
    t('says.candles', {
      count: candles.length,
      first: format.price(candles[0]?.open, count),
      last: format.price(candles.at(-1)?.close, count),
      low: format.price(low, count),
      high: format.price(high, count),
    }),
    ...named.map(({ name, price }) => `${name} : ${format.price(price, count)}`),
  ].join(' ')
  return (
    <div className={bare ? 'h-full pr-18' : named.length > 0 ? 'pr-26' : ''}>
      <Plot says={says} labels={labels} className={bare ? 'h-full' : 'h-72'}>
        {zones(drawing, down)}
        {named.map(({ price, as, tone }) => (
          <path
            key={`${as} ${price}`}
            vectorEffect="non-scaling-stroke"
            strokeDasharray={tone === 'faint' ? '3 3' : undefined}
            className={STROKES[tone]}
            d={`M0 ${at(down(price))}H1000`}
          />
        ))}
        <CandleMarks candles={candles} down={down} />
      </Plot>
    </div>
  )
}

const STROKES = {
  faint: 'stroke-control',
  text: 'stroke-curve',
  gain: 'stroke-gain-mark',
  loss: 'stroke-loss-mark',
} as const

/** All horizontal lines of the drawing, by what they mean. */
function lines({ levels, entry, stop, targets }: CandleDrawing) {
  return [
    ...levels.map(({ at: price, as }) => ({ price, as, tone: 'faint' as const })),
    ...(entry === null ? [] : [{ price: entry, as: 'entry', tone: 'text' as const }]),
    ...(stop === null ? [] : [{ price: stop, as: 'stop', tone: 'loss' as const }]),
    ...targets.map((price) => ({ price, as: 'target', tone: 'gain' as const })),
  ]
}

function zones({ entry, stop, targets }: CandleDrawing, down: (price: number) => number) {
  if (entry === null) return null
  const box = (price: number, className: string) => (
    <rect
      className={className}
      width={1000}
      y={at(Math.min(down(entry), down(price)))}
      height={at(Math.abs(down(entry) - down(price)))}
    />
  )
  const furthest = targets.toSorted((one, other) => Math.abs(other - entry) - Math.abs(one - entry))[0]
  return (
    <>
      {stop !== null && box(stop, 'fill-zone-stop')}
      {furthest !== undefined && box(furthest, 'fill-zone-target')}
    </>
  )
}

/** The prices of a chart as shares of its height; `also` are prices that must be in view too. */
export function priceScale(candles: readonly DrawnCandle[], also: readonly number[]) {
  const low = Math.min(...candles.map((candle) => candle.low))
  const high = Math.max(...candles.map((candle) => candle.high))
  const [bottom, top] = [Math.min(low, ...also), Math.max(high, ...also)]
  const room = (top - bottom || 1) * 0.05
  const up = scale(bottom - room, top + room)
  return { low, high, bottom: bottom - room, top: top + room, down: (price: number) => 1 - up(price) }
}

/** Rising candles are hollow, so that direction is never told by colour alone. */
export function CandleMarks({
  candles,
  down,
  width = 1,
}: {
  candles: readonly DrawnCandle[]
  down: (price: number) => number
  /** The share of the plot that they fill. */
  width?: number
}) {
  const step = (1000 * width) / candles.length
  return candles.map(({ open, high, low, close }, place) => {
    const rises = close >= open
    const [upper, lower] = [down(Math.max(open, close)), down(Math.min(open, close))]
    const x = place * step
    return (
      <g key={`${x}`} className={rises ? 'fill-well stroke-gain-mark' : 'fill-loss-mark stroke-loss-mark'}>
        <path
          vectorEffect="non-scaling-stroke"
          d={`M${(x + step / 2).toFixed(1)} ${at(down(high))}V${at(upper)}M${(x + step / 2).toFixed(1)} ${at(lower)}V${at(down(low))}`}
        />
        <rect
          vectorEffect="non-scaling-stroke"
          x={(x + step * 0.2).toFixed(1)}
          width={(step * 0.6).toFixed(1)}
          y={at(upper)}
          height={Math.max(2, 1000 * (lower - upper)).toFixed(1)}
        />
      </g>
    )
  })
}
