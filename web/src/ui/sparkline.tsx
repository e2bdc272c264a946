type Props = { values: readonly number[]; width?: number; height?: number; label: string }

/** A curve without axes; its name says what it shows. */
export function Sparkline({ values, width = 120, height = 32, label }: Props) {
  if (values.length < 2) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low || 1
  const points = values.map(
    (value, index) =>
      `${((index / (values.length - 1)) * width).toFixed(1)},${(height - ((value - low) / span) * height).toFixed(1)}`,
  )
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="overflow-visible"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        className="stroke-curve"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  )
}
