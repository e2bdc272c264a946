import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

/** A word in a plot, placed by shares of its width and height. As HTML, so that it keeps its size when the plot is scaled. */
export type PlotLabel = {
  x: number
  y: number
  text: string
  /** Which of its points lies there. */
  anchor?: 'start' | 'middle' | 'end'
  tone?: keyof typeof TONES
}

const TONES = {
  faint: 'text-faint',
  muted: 'text-muted',
  text: 'text-text font-medium',
  gain: 'text-gain',
  loss: 'text-loss',
} as const
const SHIFT = { start: '0', middle: '-50%', end: '-100%' } as const

type Props = {
  /** What the drawing shows, in words. */
  says: string
  /** For a plot whose SVG is drawn on a canvas of 1000 × 1000, stretched to its place. */
  labels: readonly PlotLabel[]
  /** Dots, which a stretched SVG would distort. */
  dots?: readonly { x: number; y: number; active?: boolean }[]
  className?: string
  children: ReactNode
}

export const SIDE = 1000

/** The frame of all drawn charts: one picture for a screen reader, whatever it is made of. */
export function Plot({ says, labels, dots = [], className, children }: Props) {
  return (
    <div role="img" aria-label={says} className={classNames('relative', className)}>
      <svg
        viewBox={`0 0 ${SIDE} ${SIDE}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible"
      >
        {children}
      </svg>
      {dots.map(({ x, y, active }) => (
        <i
          key={`${x} ${y}`}
          style={{ left: percent(x), top: percent(y) }}
          className={classNames(
            'absolute -mt-1.25 -ml-1.25 size-2.5 rounded-pill',
            active ? 'bg-lamp-edge' : 'border-2 border-curve bg-well',
          )}
        />
      ))}
      {labels.map(({ x, y, text, anchor = 'start', tone = 'faint' }) => (
        <span
          key={`${x} ${y} ${text}`}
          aria-hidden
          style={{ left: percent(x), top: percent(y), transform: `translate(${SHIFT[anchor]}, -50%)` }}
          className={classNames('absolute text-12 whitespace-nowrap tabular', TONES[tone])}
        >
          {text}
        </span>
      ))}
    </div>
  )
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** A linear scale from values to shares, low to high. */
export const scale = (low: number, high: number) => (value: number) => (value - low) / (high - low || 1)

/** A share as a coordinate of the canvas. */
export const at = (share: number) => (share * SIDE).toFixed(1)
