import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { LedgerLevels } from '#lib/record/ledger-levels.ts'
import { classNames } from '#ui/class-names.ts'
import type { Replayed } from './queries.ts'
import { NARROW, type Replay, replayGeometry, spread, WIDE } from './replay-geometry.ts'
import { ReplayStep } from './replay-step.tsx'

/** The signal on its prices up to the chosen step; what came later is faded. */
export function ReplayChart({
  replayed,
  current,
  narrow,
}: {
  replayed: Replayed
  current: number
  narrow: boolean
}) {
  const { t } = useTranslation('tour')
  const format = useFormat()
  const { life, candles, instrument, timeframe } = replayed
  const replay = replayGeometry(candles, life.levels, narrow ? NARROW : WIDE)
  const { box } = replay
  const now = Date.parse(life.steps[current]?.at ?? '')
  const published = replay.x(Date.parse(life.steps[0]?.at ?? ''))
  const stated = [
    life.levels.stopLoss,
    orderPrice(life.levels),
    ...life.levels.targets.map(({ price }) => price),
  ]
  // An axis label that a price tag would cover is left out.
  const clear = (price: number) => stated.every((level) => Math.abs(replay.y(level) - replay.y(price)) > 17)
  const numbered = life.steps
    .map((step, index) => ({ step, index }))
    .filter(({ step }) => step.kind !== 'revealed')
  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      className="block h-auto w-full text-12"
      role="img"
      aria-label={t('life.chart', { instrument: instrument.name, timeframe })}
    >
      <path
        className="fill-none stroke-grid"
        d={[
          ...replay.prices.map((price) => `M0 ${replay.y(price)}H${box.plot}`),
          ...replay.times.map(({ x }) => `M${x} 0V${box.floor}`),
        ].join('')}
      />
      <Zones replay={replay} levels={life.levels} from={published} />
      <path
        className="fill-none stroke-line-strong"
        strokeDasharray="2 3"
        d={`M${published} 0V${box.floor}`}
      />
      <Candles replay={replay} now={now} />
      <Labels replay={replay} levels={life.levels} from={published} narrow={narrow} />
      {numbered.map(({ step, index }) => (
        <ReplayStep
          key={`${step.kind}${step.at}`}
          replay={replay}
          candles={candles}
          step={step}
          number={index + 1}
          position={index === current ? 'now' : index < current ? 'past' : 'later'}
        />
      ))}
      <path className="fill-none stroke-line" d={`M${box.plot + 0.5} 0V${box.floor}`} />
      {replay.prices
        .filter((price) => clear(price))
        .map((price) => (
          <text key={price} className="fill-faint" x={box.plot + 8} y={replay.y(price) + 4}>
            {format.price(price, instrument.digits)}
          </text>
        ))}
      {replay.times.map(({ x, at }) => (
        <text key={at} className="fill-faint" x={x} y={box.floor + 18} textAnchor="middle">
          {timeframe === 'D1' || timeframe === 'H4' ? format.dayMonth(at) : format.time(at)}
        </text>
      ))}
      <Tags replay={replay} levels={life.levels} />
    </svg>
  )
}

function Zones({ replay, levels, from }: { replay: Replay; levels: LedgerLevels; from: number }) {
  const { y, box } = replay
  const order = orderPrice(levels)
  const width = box.plot - from
  const band = (a: string, b: string) => ({ y: Math.min(y(a), y(b)), height: Math.abs(y(a) - y(b)) })
  const [first] = levels.targets
  const last = levels.targets.at(-1)
  return (
    <g>
      <rect className="fill-zone-stop" x={from} width={width} {...band(order, levels.stopLoss)} />
      {first ? (
        <rect className="fill-zone-target" x={from} width={width} {...band(order, first.price)} />
      ) : null}
      {first && last && last !== first ? (
        <rect className="fill-zone-target-far" x={from} width={width} {...band(first.price, last.price)} />
      ) : null}
      <rect className="fill-zone-entry" x={from} width={width} {...band(levels.entryLow, levels.entryHigh)} />
      <path className="fill-none stroke-muted" d={`M${from} ${y(order)}H${box.plot}`} />
      <path className="fill-none stroke-loss-mark" d={`M${from} ${y(levels.stopLoss)}H${box.plot}`} />
      {levels.targets.map(({ price }) => (
        <path key={price} className="fill-none stroke-gain-mark" d={`M${from} ${y(price)}H${box.plot}`} />
      ))}
    </g>
  )
}

function Candles({ replay, now }: { replay: Replay; now: number }) {
  const half = replay.bodyWidth / 2
  return (
    <g>
      {replay.candles.map(({ x, high, low, top, bottom, rising, at }) => (
        <g key={at} className={classNames('transition-opacity', at > now && 'opacity-[0.22]')}>
          <path
            className={classNames('fill-none', rising ? 'stroke-gain-mark' : 'stroke-loss-mark')}
            d={`M${x} ${high}V${top}M${x} ${bottom}V${low}`}
          />
          <rect
            className={rising ? 'fill-gain-mark/25 stroke-gain-mark' : 'fill-loss-mark stroke-loss-mark'}
            x={x - half}
            width={replay.bodyWidth}
            y={top}
            height={Math.max(1, bottom - top)}
          />
        </g>
      ))}
    </g>
  )
}

function Labels({
  replay,
  levels,
  from,
  narrow,
}: {
  replay: Replay
  levels: LedgerLevels
  from: number
  narrow: boolean
}) {
  const { t } = useTranslation('tour')
  const format = useFormat()
  const order = Number(orderPrice(levels))
  const risk = Math.abs(order - Number(levels.stopLoss))
  const inR = (price: string) => format.r(Math.abs(Number(price) - order) / risk)
  const tight = levels.targets.map(({ price }, index) =>
    levels.targets.slice(0, index).some((before) => Math.abs(replay.y(before.price) - replay.y(price)) < 16),
  )
  const inside = (price: string) => replay.y(price) + (Number(price) > order ? 16 : -8)
  return (
    <g className="fill-muted">
      <text x={from + 16} y={inside(levels.stopLoss)}>
        {t('life.stop')}
        {narrow ? '' : ` · ${format.r(-1)}`}
      </text>
      {levels.targets.map(({ price, share }, index) =>
        tight[index] ? null : (
          <text key={price} x={from + 16} y={inside(price)}>
            {t('life.target', { position: index + 1 })} ·{' '}
            {narrow ? '' : `${format.percent(Number(share) / 100)} · `}
            {inR(price)}
          </text>
        ),
      )}
    </g>
  )
}

function Tags({ replay, levels }: { replay: Replay; levels: LedgerLevels }) {
  const tags = [
    { price: levels.stopLoss, ground: 'fill-loss-tint', ink: 'fill-loss' },
    { price: orderPrice(levels), ground: 'fill-raised', ink: 'fill-text' },
    ...levels.targets.map(({ price }) => ({ price, ground: 'fill-gain-tint', ink: 'fill-gain' })),
  ]
  const heights = spread(
    tags.map(({ price }) => replay.y(price)),
    20,
  )
  const size = { x: replay.box.plot + 2, width: 64, height: 18, rx: 4 }
  return (
    <g>
      {tags.map(({ price, ground, ink }, index) => {
        const y = heights[index] ?? 0
        return (
          <g key={price}>
            <rect className="fill-well" {...size} y={y - 9} />
            <rect className={ground} {...size} y={y - 9} />
            <text className={ink} x={size.x + 6} y={y + 4}>
              {price}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** The order is at the edge of the zone that is furthest from the stop. */
function orderPrice(levels: LedgerLevels): string {
  return levels.direction === 'buy' ? levels.entryHigh : levels.entryLow
}
