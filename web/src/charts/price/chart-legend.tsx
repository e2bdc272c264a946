import { useSyncExternalStore } from 'react'
import { Announcement } from '#charts/small/announcement.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { ChartStage } from './chart-stage.ts'
import type { EventMarker } from './event-markers.ts'
import type { IndicatorStroke } from './indicator-strokes.ts'

type Props = {
  stage: ChartStage
  digits: number
  interval: number
  events: readonly EventMarker[]
  spoken: boolean
}

const PARTS = ['open', 'high', 'low', 'close'] as const

/** The figures of the bar under the pointer, or of the last one. Only the legend renders again as the pointer moves. */
export function ChartLegend({ stage, digits, interval, events, spoken }: Props) {
  const { t } = useTranslation('charts')
  const format = useFormat()
  useSyncExternalStore(stage.subscribe, () => stage.version)
  const index = stage.pointed
  const bar = stage.bars[index ?? stage.bars.length - 1]
  const here = bar ? events.find(({ at }) => at >= bar.time && at < bar.time + interval) : undefined
  const figures = stage.indicators.at(index ?? stage.bars.length - 1)
  const change = bar ? bar.close - bar.open : 0
  const words =
    bar && index !== null
      ? [
          format.dateTime(bar.time * 1000),
          ...PARTS.map((part) => `${t(`table.${part}`)} ${bar[part].toFixed(digits)}`),
          ...(here ? [here.label] : []),
        ].join(', ')
      : ''
  return (
    <div className="tabular flex min-w-0 flex-wrap items-center gap-x-3 rounded-inner bg-well/80 text-12 leading-6 text-muted">
      {PARTS.map((part) => (
        <span key={part}>
          <abbr title={t(`table.${part}`)} className="no-underline">
            {t(`legend.${part}`)}
          </abbr>{' '}
          <span className="text-text">{bar ? bar[part].toFixed(digits) : format.dash}</span>
        </span>
      ))}
      {bar && (
        <span className={change > 0 ? 'text-gain' : change < 0 ? 'text-loss' : ''}>
          {signed(change, format.price(Math.abs(change), digits))}
        </span>
      )}
      {figures.map(({ name, stroke, value }) => (
        <span key={stroke.key} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Swatch stroke={stroke} />
          {t(`stroke.${stroke.key as 'rsi'}`)}{' '}
          <span className="text-text">
            {value === null
              ? format.dash
              : signed(value, format.price(Math.abs(value), name === 'rsi' ? 1 : digits), '')}
          </span>
        </span>
      ))}
      {here && (
        <span className="text-text">
          {here.sign} · {here.label}
        </span>
      )}
      {spoken && <Announcement text={words} />}
    </div>
  )
}

/** Prices keep the decimal point and use the brand's minus sign. */
const signed = (value: number, text: string, plus = '+') =>
  value < 0 ? `−${text}` : value > 0 ? `${plus}${text}` : text

const COLORS = {
  'series-1': 'stroke-series-1',
  'series-2': 'stroke-series-2',
  'series-3': 'stroke-series-3',
  faint: 'stroke-faint',
} as const
const DASHES = { solid: undefined, dashed: '5 3', dotted: '1.5 2.5' } as const

function Swatch({ stroke }: { stroke: IndicatorStroke }) {
  return (
    <svg
      width="16"
      height="8"
      aria-hidden="true"
      className={classNames('shrink-0', COLORS[stroke.color as 'faint'])}
    >
      {stroke.shape === 'bars' ? (
        <path strokeWidth="2" d="M3 8V4M8 8V0M13 8V3" />
      ) : (
        <path strokeWidth="1.5" strokeDasharray={DASHES[stroke.dash]} d="M0 4h16" />
      )}
    </svg>
  )
}
