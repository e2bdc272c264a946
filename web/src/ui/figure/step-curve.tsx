import { deepestFall } from '#lib/record/record-curve.ts'
import { classNames } from '#ui/class-names.ts'

const HEIGHT = 60
const WIDTH = 286
const EDGE = 4

/** A running total in steps, its deepest fall tinted and its zero line dotted. Values begin after the first result. */
export function StepCurve({
  values,
  label,
  className = 'h-15',
}: {
  values: readonly number[]
  label: string
  /** Its height, if not 60 pixels. */
  className?: string
}) {
  const top = Math.max(0, ...values)
  const bottom = Math.min(0, ...values)
  const scale = (HEIGHT - 2 * EDGE) / (top - bottom || 1)
  const y = (value: number) => round(EDGE + (top - value) * scale)
  const x = (index: number) => round(EDGE + ((index + 1) * (WIDTH - 2 * EDGE)) / Math.max(1, values.length))
  const fall = deepestFall(values)
  const last = values.at(-1)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classNames('block w-full overflow-visible', className)}
      role="img"
      aria-label={label}
    >
      {fall ? (
        <rect
          className="fill-loss-tint"
          x={x(fall.from)}
          width={round(x(fall.to) - x(fall.from))}
          y={y(fall.from < 0 ? 0 : (values[fall.from] ?? 0))}
          height={round(y(values[fall.to] ?? 0) - y(fall.from < 0 ? 0 : (values[fall.from] ?? 0)))}
        />
      ) : null}
      <path
        className="stroke-line-strong"
        strokeDasharray="2 3"
        vectorEffect="non-scaling-stroke"
        d={`M0 ${y(0)}H${WIDTH}`}
      />
      <path
        className="fill-none stroke-curve"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        d={`M${x(-1)} ${y(0)}${values.map((value, index) => `H${x(index)}V${y(value)}`).join('')}`}
      />
      {last === undefined ? null : (
        <path
          className="fill-none stroke-curve"
          strokeWidth="6"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          d={`M${x(values.length - 1)} ${y(last)}h.01`}
        />
      )}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
