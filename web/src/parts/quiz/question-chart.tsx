import { useMemo } from 'react'
import { drawnCandles } from 'trading/learning/drawn-candles'
import { roundTicks } from '#charts/small/ticks.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Answer, QuestionChart as Drawn } from '#lib/learning/questions.ts'
import { LevelHandle } from '#parts/drawn-chart/level-handle.tsx'
import { Badge } from '#ui/badge.tsx'
import { CandlePlot, type PlotLine, type PlotZone } from './candle-plot.tsx'

type Props = {
  chart: Drawn
  digits: number | null
  /** The level that answers the question, '' until one is chosen; undefined where the chart only illustrates. */
  level?: string
  onLevel?: (level: string) => void
  answer: Answer | null
}

/** The chart of a question: drawn candles, and where it asks for a level, a line to move. */
export default function QuestionChart({ chart, digits, level, onLevel, answer }: Props) {
  const { t } = useTranslation('quiz')
  const drawn = useTranslation('drawn-chart')
  const format = useFormat()
  const candles = useMemo(() => drawnCandles(chart), [chart])
  const levels = (answer?.chart ?? chart).levels ?? []
  const decimals = digits ?? Math.max(...chart.path.map(decimalsOf))
  const price = (at: number) => format.price(at, decimals)
  const lows = [...candles.map(({ low }) => low), ...levels.map(({ at }) => at)]
  const highs = [...candles.map(({ high }) => high), ...levels.map(({ at }) => at)]
  // A level may lie beyond every candle, and its zone must not show in the scale.
  const room = (Math.max(...highs) - Math.min(...lows)) * 0.25
  // A seventh of the width, or the names of the levels would cover the first candles.
  const lead = levels.some(({ as }) => as.length === 1) ? Math.ceil(candles.length / 7) : 0
  const [low, high] = [Math.min(...lows) - room, Math.max(...highs) + room]

  const correct = typeof answer?.correct === 'object' && 'low' in answer.correct ? answer.correct : null
  const zones: PlotZone[] = correct
    ? [
        {
          from: 0,
          to: candles.length + lead + ROOM,
          low: Number(correct.low),
          high: Number(correct.high),
          tone: 'gain',
        },
      ]
    : []
  const lines: PlotLine[] = levels.map(({ at, as }) => ({
    at,
    tone: 'plain',
    dashed: true,
    ...(as.length === 1 ? { name: as } : { tag: isNamed(as) ? drawn.t(`level.${as}`) : as }),
  }))
  if (level)
    lines.push({
      at: Number(level),
      tone: answer ? (answer.right ? 'gain' : 'loss') : 'chosen',
      tag: price(Number(level)),
      dashed: answer !== null && !answer.right,
    })
  return (
    <figure className="overflow-hidden rounded-card border border-line">
      <figcaption className="flex min-h-10 items-center justify-end bg-well px-4 pt-2">
        <Badge tone="line">{t('chart.drawn')}</Badge>
      </figcaption>
      <CandlePlot
        label={t('chart.label', {
          from: price(candles[0]?.open ?? 0),
          to: price(candles.at(-1)?.close ?? 0),
          low: price(Math.min(...candles.map((one) => one.low))),
          high: price(Math.max(...candles.map((one) => one.high))),
        })}
        candles={candles}
        lead={lead}
        bars={candles.length + lead + ROOM}
        low={low}
        high={high}
        ticks={roundTicks(low, high, 5).map((at) => ({ at, text: price(at) }))}
        lines={lines}
        zones={zones}
        className="h-64 sm:h-72"
      >
        {onLevel && (
          <LevelHandle
            label={t('chart.level')}
            value={level ?? ''}
            low={low}
            high={high}
            decimals={decimals}
            onChange={onLevel}
          />
        )}
      </CandlePlot>
      {onLevel && (
        <p className="border-t border-line bg-well px-4 py-2 text-13 text-muted">{t('chart.how')}</p>
      )}
    </figure>
  )
}

const NAMED = ['support', 'resistance', 'entry', 'stop', 'target'] as const
const isNamed = (as: string): as is (typeof NAMED)[number] => NAMED.some((name) => name === as)

/** Bars left free at the right. */
const ROOM = 2

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0
