import { roundTicks } from '#charts/small/ticks.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { CandlePlot, type PlotLabel } from '#parts/quiz/candle-plot.tsx'
import { useSteps } from '#parts/quiz/use-steps.ts'
import type { CutCandle, ForecastAnswer, ForecastCard } from '../queries.ts'

const BAR_HOURS: Readonly<Record<string, number>> = { M15: 0.25, H1: 1, H4: 4 }
const HOUR = 3_600_000

/** A real past chart up to its cut, in % from there, and the two levels. After the answer, what followed. */
export function CutChart({ card, answer }: { card: ForecastCard; answer: ForecastAnswer | null }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const { candles, hours, up, down } = card
  const first = candles[0]?.[0] ?? -1
  const ahead = Math.ceil(hours / (BAR_HOURS[card.timeframe] ?? 1))
  const after = answer?.after ?? []
  const shown = useSteps(after.length)
  const all = [...candles, ...after.slice(0, shown)]
  // The scale holds what follows from the start of the reveal: it must not jump while candles appear.
  const seen = [...candles, ...after]
  const [lowest, highest] = [
    Math.min(down, ...seen.map((one) => one[3])),
    Math.max(up, ...seen.map((one) => one[2])),
  ]
  const room = (highest - lowest) * 0.07
  // A closed market has no bars, so an hour's place is found, not reckoned.
  const place = (hour: number) => {
    const found = seen.findIndex(([opened]) => opened >= hour)
    return found === -1 ? candles.length + ahead : found
  }
  const write = (value: number) => format.inPercent(value, 2, true)
  const marks = Array.from(
    { length: Math.floor(-first / hours) },
    (_, index) => -hours * (index + 1),
  ).reverse()
  const times: PlotLabel[] = answer
    ? [...marks, 0].map((hour) => ({
        at: place(hour),
        text: (hours < 24 ? format.time : format.dayMonth)(Date.parse(answer.cut_at) + hour * HOUR),
      }))
    : [...marks, hours].map((hour) => ({
        at: place(hour),
        text: t('forecast.hours', { hours: format.signed(hour, 0) }),
      }))
  const touched = answer && answer.outcome !== 'none' && shown >= after.length ? answer : null
  return (
    <div className="relative">
      <CandlePlot
        label={t(answer ? 'forecast.labelAfter' : 'forecast.label', {
          up: write(up),
          down: write(down),
          from: write(candles[0]?.[1] ?? 0),
          low: write(Math.min(...candles.map((one) => one[3]))),
          high: write(Math.max(...candles.map((one) => one[2]))),
        })}
        candles={all.map(plain)}
        paleFrom={candles.length}
        bars={candles.length + ahead}
        low={lowest - room}
        high={highest + room}
        ticks={roundTicks(lowest - room, highest + room, 6).map((at) => ({ at, text: write(at) }))}
        times={times}
        cut={candles.length}
        zones={[
          { from: candles.length, to: candles.length + ahead, low: 0, high: up, tone: 'gain' },
          { from: candles.length, to: candles.length + ahead, low: down, high: 0, tone: 'loss' },
        ]}
        lines={[
          { at: 0, tone: 'now', tag: format.inPercent(0, 2), dashed: true },
          { at: up, tone: 'gain', tag: write(up), from: candles.length },
          { at: down, tone: 'loss', tag: write(down), from: candles.length },
        ]}
        className="h-72 md:h-96"
      >
        <div aria-hidden className="pointer-events-none absolute inset-0 text-12 text-muted">
          <span
            className="absolute top-1 -translate-x-full pr-2 whitespace-nowrap"
            style={{ left: share(candles.length / (candles.length + ahead)) }}
          >
            {t('forecast.cutHere')}
          </span>
          <span
            className="absolute top-1 right-0 truncate pl-2 max-sm:hidden"
            style={{ left: share(candles.length / (candles.length + ahead)) }}
          >
            {t(answer ? 'forecast.followed' : 'forecast.ahead', { hours })}
          </span>
          {touched?.touched_hours != null && (
            <span
              className={
                touched.outcome === 'up'
                  ? 'absolute -translate-1/2 text-gain'
                  : 'absolute -translate-1/2 text-loss'
              }
              style={{
                left: share(place(touched.touched_hours) / (candles.length + ahead)),
                top: share(
                  (highest + room - (touched.outcome === 'up' ? up : down)) / (highest - lowest + 2 * room),
                ),
              }}
            >
              <i className="block size-2.5 rounded-pill border-2 border-current bg-well" />
            </span>
          )}
        </div>
      </CandlePlot>
    </div>
  )
}

const share = (part: number) => `${(part * 100).toFixed(2)}%`
const plain = ([, open, high, low, close]: CutCandle) => ({ open, high, low, close })
