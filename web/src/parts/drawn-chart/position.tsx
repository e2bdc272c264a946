import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { digitsOf, type PositionDrawing } from './drawing.ts'
import { at, Plot, type PlotLabel, scale } from './plot.tsx'
import { SPREAD, spread } from './spread.ts'

/** A trade's entry, stop and targets as a box, measured in what it risks. */
export function PositionBox({ drawing, bare }: { drawing: PositionDrawing; bare: boolean }) {
  const { t } = useTranslation('drawn-chart')
  const format = useFormat()
  const { entry, stop, targets } = drawing
  const prices = [entry, stop, ...targets]
  const span = Math.max(...prices) - Math.min(...prices)
  const up = scale(Math.min(...prices) - span * 0.06, Math.max(...prices) + span * 0.06)
  const down = (price: number) => 1 - up(price)
  const count = digitsOf(prices)
  const ratio = (price: number) => (price - entry) / (entry - stop)
  // One R is the distance to the stop, so the stop is always a loss of 1 R.
  const inR = (price: number) => format.r(price === stop ? -1 : ratio(price), price === stop ? 0 : 1)
  const lines = [
    ...targets.map((price) => ({ price, name: inR(price), tone: 'gain' as const })),
    { price: entry, name: t('level.entry'), tone: 'muted' as const },
    { price: stop, name: inR(stop), tone: 'loss' as const },
  ]
  const places = spread(
    lines.map(({ price }) => down(price)),
    bare ? 0.14 : SPREAD,
  )
  const labels: PlotLabel[] = lines.map(({ price, name, tone }, place) => ({
    x: 1.02,
    y: places[place] as number,
    text: bare ? name : `${name} · ${format.price(price, count)}`,
    tone,
  }))
  const box = (from: number, to: number, className: string) => (
    <rect
      key={to}
      className={className}
      width={1000}
      y={at(Math.min(down(from), down(to)))}
      height={at(Math.abs(down(from) - down(to)))}
    />
  )
  return (
    <div className={bare ? 'mx-auto h-full max-w-60 pr-16' : 'max-w-md pr-32'}>
      <Plot
        says={t('says.position', {
          entry: format.price(entry, count),
          stop: format.price(stop, count),
          targets: targets.map((price) => `${format.price(price, count)} (${inR(price)})`).join(', '),
        })}
        labels={labels}
        className={bare ? 'h-full' : 'h-72'}
      >
        {box(entry, stop, 'fill-zone-stop')}
        {targets.map((target) => box(entry, target, 'fill-zone-target'))}
        {lines.map(({ price, tone }) => (
          <path
            key={price}
            vectorEffect="non-scaling-stroke"
            className={
              tone === 'gain' ? 'stroke-gain-mark' : tone === 'loss' ? 'stroke-loss-mark' : 'stroke-curve'
            }
            d={`M0 ${at(down(price))}H1000`}
          />
        ))}
      </Plot>
    </div>
  )
}
