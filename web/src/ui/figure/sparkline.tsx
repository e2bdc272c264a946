type Props = { values: readonly number[]; width?: number; height?: number; label: string }

/** A curve without axes; its name says what it shows. One value is a dot, none a dashed line where the curve will be. */
export function Sparkline({ values, width = 120, height = 32, label }: Props) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low
  const across = (index: number) => (index / Math.max(1, values.length - 1)) * width
  // Equal values lie in the middle, not at the foot, where they would read as a low.
  const down = (value: number) => (span > 0 ? height - ((value - low) / span) * height : height / 2)
  const points = values.map((value, index) => `${across(index).toFixed(1)},${down(value).toFixed(1)}`)
  const middle = { y1: height / 2, y2: height / 2, x1: 0, x2: width }
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="overflow-visible"
    >
      {values.length < 2 && <line {...middle} className="stroke-line-strong" strokeDasharray="3 4" />}
      {values.length === 1 && <circle cx={width} cy={height / 2} r={3} className="fill-curve" />}
      {values.length > 1 && (
        <polyline
          points={points.join(' ')}
          fill="none"
          className="stroke-curve"
          strokeWidth={1.5}
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
