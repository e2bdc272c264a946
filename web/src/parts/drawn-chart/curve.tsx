import type { ReactNode } from 'react'
import type { drawnFigure } from 'trading/learning/figures/drawn-figures'
import { roundTicks } from '#charts/small/ticks.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { CurveDrawing } from './drawing.ts'
import { at, Plot, type PlotLabel, scale } from './plot.tsx'
import { useFigures } from './use-figures.ts'

const STEPS = 48

type Props = { drawing: CurveDrawing; bare: boolean }

/** A computed figure over one of its arguments. Its place is kept while the computation is fetched. */
export function FigureCurve(props: Props) {
  const compute = useFigures()
  // Fetched with the deck, as for every other drawing: without a network they could not be later.
  useTranslation('drawn-chart')
  if (compute) return <ComputedCurve {...props} compute={compute} />
  const { drawing, bare } = props
  return (
    <CurveFrame drawing={drawing} bare={bare}>
      <div aria-hidden className={heightOf(bare)} />
    </CurveFrame>
  )
}

const heightOf = (bare: boolean) => (bare ? 'h-full' : 'h-72')

function CurveFrame({ drawing, bare, children }: Props & { children: ReactNode }) {
  return (
    <div className={bare ? 'h-full' : 'pr-3 pb-8 pl-14'}>
      {children}
      {!bare && drawing.x && <p className="mt-9 -ml-2 text-13 text-muted">{drawing.x}</p>}
    </div>
  )
}

function ComputedCurve({ drawing, bare, compute }: Props & { compute: typeof drawnFigure }) {
  const { t } = useTranslation('drawn-chart')
  const format = useFormat()
  const { from, to, points, active } = drawing
  /** Null where it cannot be computed. */
  const value = (x: number): number | null => {
    const rest = Object.entries(drawing.given).map(([name, text]) => `&${name}=${text}`)
    // Twelve decimals at most, which the arguments' plain notation allows.
    return compute(`${drawing.figure}?${drawing.over}=${Number(x.toFixed(9)).toString()}${rest.join('')}`)
  }
  const line = Array.from({ length: STEPS + 1 }, (_, step) => {
    const x = from + ((to - from) * step) / STEPS
    const y = value(x)
    return y === null ? null : { x, y }
  }).filter((point) => point !== null)
  if (line.length < 2) return <p className="text-13 text-muted">{t('unknown')}</p>

  const ys = line.map(({ y }) => y)
  const [low, high] = [Math.min(...ys), Math.max(...ys)]
  const room = (high - low || Math.abs(high) || 1) * 0.08
  const [bottom, top] = [low - room, high + room]
  const share = drawing.unit === '%' || (drawing.unit === null && low >= -1 && high <= 1)
  const shareOver = from >= 0 && to <= 1
  const [across, up] = [scale(from, to), scale(bottom, top)]
  const down = (y: number) => 1 - up(y)
  const write = (y: number, short = false) => {
    const count = short ? digits(share ? 100 * (high - low) : high - low) : share ? 1 : 2
    if (share) return format.percent(y, count)
    return drawing.unit ? `${format.number(y, count)} ${drawing.unit}` : format.number(y, count)
  }
  const writeOver = (x: number) =>
    shareOver
      ? format.percent(x, Number.isInteger(Math.round(x * 1e6) / 1e4) ? 0 : 1)
      : format.number(x, Math.min(4, decimals(x)))
  const marked = points.flatMap((x) => {
    const y = value(x)
    return y === null ? [] : [{ x, y, active: x === active }]
  })
  const labels: PlotLabel[] = bare
    ? []
    : [
        ...roundTicks(bottom, top, 7).map((y) => ({
          x: -0.02,
          y: down(y),
          text: write(y, true),
          anchor: 'end' as const,
        })),
        ...(points.length > 1 ? points : roundTicks(from, to, 5)).map((x) => ({
          x: across(x),
          y: 1.07,
          text: writeOver(x),
          anchor: 'middle' as const,
          tone: x === active ? ('text' as const) : ('faint' as const),
        })),
        ...(drawing.y ? [{ x: 0.02, y: 0.04, text: drawing.y, tone: 'muted' as const }] : []),
      ]
  const path = line.map(({ x, y }, place) => `${place ? 'L' : 'M'}${at(across(x))} ${at(down(y))}`).join('')
  const says = t('says.curve', {
    name: drawing.y || t('figure'),
    over: drawing.x || t('argument'),
    list: (marked.length > 0 ? marked : [line[0], line.at(-1)].filter((point) => point !== undefined))
      .map(({ x, y }) => t('says.point', { x: writeOver(x), y: write(y) }))
      .join(' ; '),
  })
  return (
    <CurveFrame drawing={drawing} bare={bare}>
      <Plot
        says={says}
        labels={labels}
        dots={marked.map(({ x, y, active: on }) => ({ x: across(x), y: down(y), active: on }))}
        className={heightOf(bare)}
      >
        {roundTicks(bottom, top, 7).map((y) => (
          <path
            key={y}
            vectorEffect="non-scaling-stroke"
            className="stroke-grid"
            d={`M0 ${at(down(y))}H1000`}
          />
        ))}
        <path className="fill-zone-target" d={`${path}V0H0Z`} />
        {marked.map(({ x, y }) => (
          <path
            key={x}
            vectorEffect="non-scaling-stroke"
            strokeDasharray="2 3"
            className="stroke-line-strong"
            d={`M${at(across(x))} ${at(down(y))}V1000`}
          />
        ))}
        <path
          vectorEffect="non-scaling-stroke"
          strokeWidth="2"
          strokeLinejoin="round"
          className="fill-none stroke-curve"
          d={path}
        />
      </Plot>
    </CurveFrame>
  )
}

/** Enough decimals to tell the ticks of a span apart. */
const digits = (span: number) => (span >= 4 ? 0 : span >= 0.4 ? 1 : 2)
const decimals = (value: number) => (String(Number(value.toFixed(6))).split('.')[1] ?? '').length
