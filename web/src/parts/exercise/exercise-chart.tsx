import { roundTicks } from '#charts/small/ticks.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { LevelHandle } from '#parts/drawn-chart/level-handle.tsx'
import { CandlePlot, type PlotLine, type PlotZone } from '#parts/quiz/candle-plot.tsx'
import { useSteps } from '#parts/quiz/use-steps.ts'
import { Badge } from '#ui/badge.tsx'
import type { Bar, ExerciseView } from './exercise-chart-query.ts'

/** Free room at the right while nothing is shown of what came, in bars. */
const ROOM = 12
const BINS = 24

type Props = { view: ExerciseView; price: string; onPrice: (price: string) => void; onEnter: () => void }

const plain = ([, open, high, low, close]: Bar) => ({ open, high, low, close })

/** The chart as it was at the publication, with a line to place. Graded, the right zone and what came, candle by candle. */
export function ExerciseChart({ view, price, onPrice, onEnter }: Props) {
  const { t } = useTranslation('exercise')
  const format = useFormat()
  const { before, answer, instrument, task } = view
  const write = (at: number | string) => format.price(at, instrument.digits)
  const after = (answer?.after ?? []).slice(0, before.length)
  const shown = useSteps(after.length)
  const levels = [view.entry, view.stop, view.target].flatMap((level) =>
    level === null ? [] : [Number(level)],
  )
  const seen = [...before, ...after]
  const room = (Math.max(...seen.map((bar) => bar[2])) - Math.min(...seen.map((bar) => bar[3]))) * 0.12
  // Room on both sides for a line beyond every candle.
  const low =
    Math.min(...levels, Number(answer?.price ?? Number.POSITIVE_INFINITY), ...seen.map((bar) => bar[3])) -
    room
  const high = Math.max(...levels, Number(answer?.price ?? 0), ...seen.map((bar) => bar[2])) + room
  const bars = before.length + Math.max(ROOM, after.length)
  const right = answer !== null && answer.points >= 75
  const lines: PlotLine[] = [
    ...(view.entry === null
      ? []
      : [{ at: Number(view.entry), tone: 'plain' as const, tag: write(view.entry), name: t('entry') }]),
    ...(view.stop === null
      ? []
      : [{ at: Number(view.stop), tone: 'loss' as const, tag: write(view.stop), name: t('stop') }]),
    ...(view.target === null
      ? []
      : [
          {
            at: Number(view.target),
            tone: 'gain' as const,
            tag: write(view.target),
            name: t('target'),
            from: before.length,
          },
        ]),
    ...(price === ''
      ? []
      : [
          {
            at: Number(price),
            tone: answer ? (right ? ('gain' as const) : ('loss' as const)) : ('chosen' as const),
            tag: write(price),
            name: answer ? t('yours') : t(task),
            dashed: answer !== null && !right,
          },
        ]),
  ]
  const zones: PlotZone[] = answer
    ? [{ from: 0, to: bars, low: Number(answer.zone.low), high: Number(answer.zone.high), tone: 'gain' }]
    : []
  const every = Math.ceil(before.length / 4)
  return (
    <figure>
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
        <strong className="text-16 font-semibold">{instrument.name}</strong>
        <span className="rounded-inner bg-raised px-1.5 text-13 text-muted">{view.timeframe}</span>
        <span className="tabular text-13 text-muted">
          {t('atr', { pips: format.number(Number(view.atr) / Number(instrument.pip), 1) })}
        </span>
        {view.demonstration && (
          <Badge tone="line" className="ml-auto">
            {t('simulated')}
          </Badge>
        )}
      </figcaption>
      <CandlePlot
        label={t('label', {
          instrument: instrument.name,
          count: before.length,
          low: write(Math.min(...before.map((bar) => bar[3]))),
          high: write(Math.max(...before.map((bar) => bar[2]))),
          last: write(before.at(-1)?.[4] ?? 0),
        })}
        candles={[...before, ...after.slice(0, shown)].map(plain)}
        paleFrom={before.length}
        bars={bars}
        low={low}
        high={high}
        ticks={roundTicks(low, high, 6).map((at) => ({ at, text: write(at) }))}
        times={before.flatMap((bar, index) =>
          index % every === 0 ? [{ at: index, text: format.time(bar[0] * 1000) }] : [],
        )}
        cut={before.length}
        lines={lines}
        zones={zones}
        className="h-80 md:h-108"
      >
        {answer ? (
          <Others prices={answer.others} low={low} high={high} />
        ) : (
          <LevelHandle
            label={t(`handle.${task}`)}
            value={price}
            low={low}
            high={high}
            decimals={instrument.digits}
            onChange={onPrice}
            onEnter={onEnter}
          />
        )}
      </CandlePlot>
    </figure>
  )
}

/** Where other members placed their line, as bars on the axis. */
function Others({ prices, low, high }: { prices: readonly number[]; low: number; high: number }) {
  const counts = Array.from({ length: BINS }, () => 0)
  for (const price of prices) {
    const bin = Math.floor(((high - price) / (high - low)) * BINS)
    if (bin >= 0 && bin < BINS) counts[bin] = (counts[bin] ?? 0) + 1
  }
  const most = Math.max(1, ...counts)
  return (
    <div aria-hidden className="pointer-events-none absolute inset-y-0 right-0 flex w-1/6 flex-col">
      {counts.map((count, bin) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bins have no other name
        <i key={bin} className="flex flex-1 items-center justify-end py-px">
          <b className="h-full bg-faint/50" style={{ width: `${(100 * count) / most}%` }} />
        </i>
      ))}
    </div>
  )
}
