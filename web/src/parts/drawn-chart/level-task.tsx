import { useState } from 'react'
import { drawnCandles } from 'trading/learning/drawn-candles'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CandleMarks, priceScale } from './candles.tsx'
import { LevelHandle } from './level-handle.tsx'
import { at, Plot, type PlotLabel } from './plot.tsx'
import { SPREAD, spread } from './spread.ts'
import { type ChartTask, judge } from './task.ts'

/** The free room at the right, where the level is dragged. */
const DRAWN = 0.86

/** A level to place on a drawn chart, by pointer or keys. The zone appears with the answer. */
export function LevelTask({ task }: { task: ChartTask }) {
  const { t } = useTranslation('drawn-chart')
  const format = useFormat()
  const { drawing, zone, digits, asks } = task
  const candles = drawnCandles(drawing)
  const entry = asks === 'entry' ? null : drawing.entry
  const axis = priceScale(candles, [
    zone.low,
    zone.high,
    ...drawing.levels.map((level) => level.at),
    ...(entry === null ? [] : [entry]),
  ])
  const [price, setPrice] = useState(() =>
    Number((entry ?? candles.at(-1)?.close ?? zone.low).toFixed(digits)),
  )
  const [graded, setGraded] = useState(false)
  const write = (value: number) => format.price(value, digits)
  const name = t(`level.${asks === 'level' ? 'support' : asks}`)
  const verdict = graded ? judge(price, zone) : null

  const move = (to: string) => {
    setPrice(Number(to))
    setGraded(false)
  }
  const lines = [
    ...(entry === null ? [] : [{ at: entry, text: `${t('level.entry')} ${write(entry)}` }]),
    ...drawing.levels.map(({ at: level, as }) => ({
      at: level,
      text: `${as === 'support' || as === 'resistance' ? t(`level.${as}`) : as} ${write(level)}`,
    })),
  ]
  const places = spread([price, ...lines.map((line) => line.at)].map(axis.down), SPREAD)
  const labels: PlotLabel[] = [
    { x: 1.02, y: places[0] as number, text: write(price), tone: 'text' },
    ...lines.map(({ text }, index) => ({
      x: 1.02,
      y: places[index + 1] as number,
      text,
      tone: 'muted' as const,
    })),
  ]
  const spoken =
    entry === null
      ? t('task.at', { name, price: write(price) })
      : t('task.from-entry', { name, price: write(price), distance: write(Math.abs(price - entry)) })
  return (
    <div className="grid gap-4">
      <div className="relative mr-26 h-72 select-none">
        <Plot
          says={t('says.candles', {
            count: candles.length,
            first: write(candles[0]?.open ?? 0),
            last: write(candles.at(-1)?.close ?? 0),
            low: write(axis.low),
            high: write(axis.high),
          })}
          labels={labels}
          className="h-full"
        >
          {verdict && (
            <rect
              className="fill-gain-tint"
              width={1000}
              y={at(axis.down(zone.high))}
              height={at(axis.down(zone.low) - axis.down(zone.high))}
            />
          )}
          {lines.map((line) => (
            <path
              key={line.text}
              vectorEffect="non-scaling-stroke"
              strokeDasharray="3 3"
              className="stroke-control"
              d={`M0 ${at(axis.down(line.at))}H1000`}
            />
          ))}
          <CandleMarks candles={candles} down={axis.down} width={DRAWN} />
        </Plot>
        <LevelHandle
          label={t(`task.${asks}`)}
          description={t('task.keys')}
          value={price.toFixed(digits)}
          spoken={spoken}
          low={axis.bottom}
          high={axis.top}
          decimals={digits}
          onChange={move}
          onEnter={() => setGraded(true)}
          line={
            <i
              className={classNames(
                'h-0 w-full border-t-2',
                verdict === null
                  ? 'border-text'
                  : verdict === 'right'
                    ? 'border-gain'
                    : 'border-dashed border-loss',
              )}
            />
          }
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {verdict === null ? (
          <Button variant="primary" onClick={() => setGraded(true)}>
            {t('task.grade', { price: write(price) })}
          </Button>
        ) : (
          <Button onClick={() => setGraded(false)}>{t('task.again')}</Button>
        )}
        <p role="status" className="min-w-0 flex-1 basis-60 text-14 text-pretty">
          {verdict === null ? (
            <span className="text-muted">{t('task.no-mark')}</span>
          ) : (
            t(`task.${verdict}`, { price: write(price), low: write(zone.low), high: write(zone.high) })
          )}
        </p>
      </div>
    </div>
  )
}
