import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

export type PlotCandle = { open: number; high: number; low: number; close: number }
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
  candles: readonly PlotCandle[]
  /** Candles from this one on are drawn paler. */
  paleFrom?: number
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
  const { label, candles, bars, low, high, ticks, times = [], lines = [], zones = [], cut, children } = props
  const span = high - low || 1
  const y = (price: number) => ((high - price) / span) * 100
  const top = (price: number) => percent((high - price) / span)
  const tags = lines.filter(({ tag }) => tag !== undefined)
  const free = ticks.filter(({ at }) => tags.every((line) => Math.abs(line.at - at) / span > TOUCHING))
  const pale = props.paleFrom ?? candles.length
  return (
    <div className="bg-well">
      <div className={classNames('relative mr-18 border-r border-line', props.className)}>
        <svg
          viewBox={`0 0 ${bars} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="absolute inset-0 block size-full overflow-hidden"
        >
          <path
            className="stroke-grid"
            vectorEffect="non-scaling-stroke"
            d={[
              ...ticks.map(({ at }) => `M0 ${y(at)}H${bars}`),
              ...times.map(({ at }) => `M${at} 0V100`),
            ].join('')}
          />
          {zones.map(({ from, to, low: bottom, high: ceiling, tone }) => (
            <rect
              key={`${tone} ${ceiling}`}
              x={from}
              width={to - from}
              y={y(ceiling)}
              height={y(bottom) - y(ceiling)}
              className={tone === 'gain' ? 'fill-zone-target' : 'fill-zone-stop'}
            />
          ))}
          {cut !== undefined && (
            <path
              className="stroke-line-strong"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
              d={`M${cut} 0V100`}
            />
          )}
          <Candles candles={candles.slice(0, pale)} first={0} y={y} />
          <g className="opacity-60">
            <Candles candles={candles.slice(pale)} first={pale} y={y} />
          </g>
          {lines.map(({ at, from = 0, tone, dashed }) => (
            <path
              key={`${tone} ${at}`}
              className={STROKES[tone]}
              strokeWidth={tone === 'chosen' ? 2 : 1}
              strokeDasharray={dashed ? '3 3' : undefined}
              vectorEffect="non-scaling-stroke"
              d={`M${from} ${y(at)}H${bars}`}
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
          {tags.map(({ at, tag, tone }) => (
            <span
              key={`${tone} ${at}`}
              className={classNames(
                'absolute left-full ml-1 flex h-5 -translate-y-1/2 items-center rounded-inner px-1.5 whitespace-nowrap',
                TAGS[tone],
              )}
              style={{ top: top(at) }}
            >
              {tag}
            </span>
          ))}
          {lines.map(({ at, name, tone }) =>
            name === undefined ? null : (
              <span
                key={`${tone} ${at}`}
                className={classNames(
                  'absolute left-2 grid h-5 min-w-5 -translate-y-1/2 place-items-center rounded-inner px-1 font-semibold',
                  tone === 'plain' ? 'bg-overlay text-text ring-1 ring-line' : TAGS[tone],
                )}
                style={{ top: top(at) }}
              >
                {name}
              </span>
            ),
          )}
        </div>
        {children}
      </div>
      {times.length > 0 && (
        <div aria-hidden className="tabular relative mr-18 h-6 border-t border-line text-12 text-faint">
          {times.map(({ at, text }) => (
            <span
              key={at}
              className={classNames(
                'absolute top-1 whitespace-nowrap',
                at / bars < 0.06 ? 'ml-1' : at / bars > 0.94 ? '-translate-x-full' : '-translate-x-1/2',
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

type CandlesProps = { candles: readonly PlotCandle[]; first: number; y: (price: number) => number }

/** Four paths for all candles: a body each would be hundreds of elements. Rising bodies are open, falling ones full. */
function Candles({ candles, first, y }: CandlesProps) {
  const drawn = candles.map((candle, index) => ({ ...candle, x: first + index, up: candle.close >= candle.open }))
  return [true, false].map((up) => {
    const own = drawn.filter((candle) => candle.up === up)
    if (own.length === 0) return null
    const wicks = own.map(({ x, open, high, low, close }) => {
      const [top, bottom] = [Math.max(open, close), Math.min(open, close)]
      return `M${x + 0.5} ${y(high)}V${y(top)}M${x + 0.5} ${y(bottom)}V${y(low)}`
    })
    const bodies = own.map(({ x, open, close }) => {
      const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))]
      return `M${x + 0.18} ${top}H${x + 0.82}V${bottom}H${x + 0.18}Z`
    })
    return (
      <g key={String(up)} className={up ? 'stroke-gain-mark' : 'stroke-loss-mark'}>
        <path vectorEffect="non-scaling-stroke" d={wicks.join('')} />
        <path
          vectorEffect="non-scaling-stroke"
          className={up ? 'fill-gain-mark/25' : 'fill-loss-mark'}
          d={bodies.join('')}
        />
      </g>
    )
  })
}
