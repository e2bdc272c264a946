import { classNames } from '#ui/class-names.ts'
import type { Replay, ReplayCandle } from './replay-geometry.ts'
import type { LifeStep } from './signal-life.ts'

const REACH = 36
const LOOKS = {
  past: { disc: 'fill-inverse', ink: 'fill-on-inverse', dot: 'fill-text' },
  now: { disc: 'fill-lamp', ink: 'fill-on-lamp', dot: 'fill-lamp-edge' },
  later: { disc: 'fill-raised stroke-line-strong', ink: 'fill-muted', dot: 'fill-faint' },
} as const

/** A numbered step on the chart: a dot where it happened, its number beside the candles. */
export function ReplayStep({
  replay,
  candles,
  step,
  number,
  position,
}: {
  replay: Replay
  candles: readonly ReplayCandle[]
  step: LifeStep
  number: number
  position: keyof typeof LOOKS
}) {
  const time = Date.parse(step.at)
  // A step without a price of its own (the publication, a note) is drawn at the price of its time.
  const close = candles.findLast(({ at }) => at <= time)?.close ?? candles[0]?.close ?? 0
  const x = replay.x(time)
  const y = replay.y(step.price ?? close)
  const above = number % 2 === 0 ? y > REACH + 12 : y > replay.box.floor - REACH - 12
  const end = above ? y - REACH : y + REACH
  const looks = LOOKS[position]
  return (
    <g className="transition-opacity">
      <path className="fill-none stroke-muted" d={`M${x} ${y}V${above ? end + 9 : end - 9}`} />
      <circle className={looks.dot} cx={x} cy={y} r="2.5" />
      <circle className={looks.disc} cx={x} cy={end} r="9" />
      <text className={classNames('font-semibold', looks.ink)} x={x} y={end + 4} textAnchor="middle">
        {number}
      </text>
    </g>
  )
}
