import type { ReactNode } from 'react'
import type { DrawnCandle } from 'trading/learning/drawn-candles'
import { CandleMarks } from '#parts/drawn-chart/candles.tsx'
import { at as coordinate, SIDE } from '#parts/drawn-chart/plot.tsx'
import { SPREAD, spread } from '#parts/drawn-chart/spread.ts'
import { classNames } from '#ui/class-names.ts'

export type PlotTone = 'plain' | 'gain' | 'loss' | 'now' | 'chosen'
export type PlotLine = {
  at: number
  tone: PlotTone
  /** The bar where it begins, if not the first. */
  from?: number
  /** Written on the axis, in place of a nearby tick. */
  tag?: string
  /** A letter in front of the candles, which answers can name. */
  name?: string
  dashed?: boolean
}
export type PlotZone = { from: number; to: number; low: number; high: number; tone: 'gain' | 'loss' }
export type PlotLabel = { at: number; text: string }

type Props = {
  /** What the picture shows, for those who do not see it. */
  label: string
  candles: readonly DrawnCandle[]
  /** Candles from this one on are drawn paler. */
  paleFrom?: number
  /** Bars left free before the candles, for the names of lines. */
  lead?: number
  /** The width in bars; more than there are candles leaves room at the right. */
  bars: number
  low: number
  high: number
  ticks: readonly PlotLabel[]
  times?: readonly PlotLabel[]
  lines?: readonly PlotLine[]
  zones?: readonly PlotZone[]
  /** The bar before which a vertical line stands. */
  cut?: number
  className?: string
  /** Placed over the plot. */
  children?: ReactNode
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
/** Two texts closer than this share of the height would touch. */
const TOUCHING = 0.06

/** Candles with levels and zones, for pictures that are read once: no scrolling, no live price. */
export function CandlePlot(props: Props) {
  const {
    label,
    candles,
    bars,
    low,
    high,
    ticks,
    times = [],
    lines = [],
    zones = [],
    cut,
    lead = 0,
    children,
  } = props
  const span = high - low || 1
  const down = (price: number) => (high - price) / span
  const y = (price: number) => coordinate(down(price))
  const x = (bar: number) => coordinate(bar / bars)
  const top = (price: number) => percent(down(price))
  // The tags of lines near each other stand apart.
  const places = spread(
    lines.map(({ at }) => down(at)),
    SPREAD,
  )
  const placed = lines.map((line, index) => ({ ...line, place: percent(places[index] ?? 0) }))
  const tags = placed.filter(({ tag }) => tag !== undefined)
  const free = ticks.filter(({ at }) => tags.every((line) => Math.abs(line.at - at) / span > TOUCHING))
  // Names of levels need more room beside the plot than prices do.
  const edge = tags.some(({ tag = '' }) => tag.length > 8) ? 'mr-24' : 'mr-18'
  const pale = props.paleFrom ?? candles.length
  return (
    <div className="bg-well">
      <div className={classNames('relative border-r border-line', edge, props.className)}>
        <svg
          viewBox={`0 0 ${SIDE} ${SIDE}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="absolute inset-0 block size-full overflow-hidden"
        >
          <path
            className="stroke-grid"
            vectorEffect="non-scaling-stroke"
            d={[
              ...ticks.map(({ at }) => `M0 ${y(at)}H${SIDE}`),
              ...times.map(({ at }) => `M${x(at)} 0V${SIDE}`),
            ].join('')}
          />
          {zones.map(({ from, to, low: bottom, high: ceiling, tone }) => (
            <rect
              key={`${tone} ${ceiling}`}
              x={x(from)}
              width={x(to - from)}
              y={y(ceiling)}
              height={coordinate(down(bottom) - down(ceiling))}
              className={tone === 'gain' ? 'fill-zone-target' : 'fill-zone-stop'}
            />
          ))}
          {cut !== undefined && (
            <path
              className="stroke-line-strong"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
              d={`M${x(cut)} 0V${SIDE}`}
            />
          )}
          <g transform={`translate(${x(lead)} 0)`}>
            <CandleMarks candles={candles.slice(0, pale)} down={down} width={pale / bars} />
          </g>
          {pale < candles.length && (
            <g className="opacity-60" transform={`translate(${x(pale)} 0)`}>
              <CandleMarks candles={candles.slice(pale)} down={down} width={(candles.length - pale) / bars} />
            </g>
          )}
          {lines.map(({ at, from = 0, tone, dashed }) => (
            <path
              key={`${tone} ${at}`}
              className={STROKES[tone]}
              strokeWidth={tone === 'chosen' ? 2 : 1}
              strokeDasharray={dashed ? '3 3' : undefined}
              vectorEffect="non-scaling-stroke"
              d={`M${x(from)} ${y(at)}H${SIDE}`}
            />
          ))}
        </svg>
        <div aria-hidden className="tabular absolute inset-0 text-12">
          {free.map(({ at, text }) => (
            <span
              key={at}
              className="absolute left-full ml-2 -translate-y-1/2 whitespace-nowrap text-faint"
              style={{ top: top(at) }}
            >
              {text}
            </span>
          ))}
          {tags.map(({ at, tag, tone, place }) => (
            <span
              key={`${tone} ${at}`}
              className={classNames(
                'absolute left-full ml-1 flex h-5 -translate-y-1/2 items-center rounded-inner px-1.5 whitespace-nowrap',
                TAGS[tone],
              )}
              style={{ top: place }}
            >
              {tag}
            </span>
          ))}
          {placed.map(({ at, name, tone, place }) =>
            name === undefined ? null : (
              <span
                key={`${tone} ${at}`}
                className={classNames(
                  'absolute left-2 grid h-5 min-w-5 -translate-y-1/2 place-items-center rounded-inner px-1 font-semibold',
                  tone === 'plain' ? 'bg-overlay text-text ring-1 ring-line' : TAGS[tone],
                )}
                style={{ top: place }}
              >
                {name}
              </span>
            ),
          )}
        </div>
        {children}
      </div>
      {times.length > 0 && (
        <div
          aria-hidden
          className={classNames('tabular relative h-6 border-t border-line text-12 text-faint', edge)}
        >
          {times.map(({ at, text }) => (
            <span
              key={at}
              className={classNames(
                'absolute top-1 whitespace-nowrap',
                at / bars < 0.06
                  ? 'ml-1 max-sm:hidden'
                  : at / bars > 0.94
                    ? '-translate-x-full'
                    : '-translate-x-1/2',
              )}
              style={{ left: percent(at / bars) }}
            >
              {text}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

const STROKES: Readonly<Record<PlotTone, string>> = {
  plain: 'stroke-control',
  gain: 'stroke-gain-mark',
  loss: 'stroke-loss-mark',
  now: 'stroke-lamp-edge',
  chosen: 'stroke-text',
}
const TAGS: Readonly<Record<PlotTone, string>> = {
  plain: 'bg-raised text-text',
  gain: 'bg-gain-tint text-gain',
  loss: 'bg-loss-tint text-loss',
  now: 'bg-lamp font-semibold text-on-lamp',
  chosen: 'bg-inverse font-semibold text-on-inverse',
}
