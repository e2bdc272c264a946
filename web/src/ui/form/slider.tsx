import type { ComponentProps } from 'react'
import { classNames } from '#ui/class-names.ts'
import { compareDecimals } from './decimal-text.ts'
import { useField, useFieldGroup } from './field.tsx'
import './slider.css'

type Common = {
  min: string
  max: string
  step?: string
  /** The value as one would say it, `1:30` or `2 %`: what a screen reader tells, and what stands under the track. */
  words: (value: string) => string
  disabled?: boolean
  className?: string
}

type SliderProps = Common & {
  /** A decimal: the browser steps it as text, without a float. */
  value: string
  onChange: (value: string) => void
  label?: string
}

/** A rough choice along a line. Where the exact value matters, a number input stands beside it. */
export function Slider({ value, onChange, label, className, ...rest }: SliderProps) {
  const naming = useField()
  return (
    <div className={classNames('grid gap-1', className)}>
      <div className="relative h-8 pointer-coarse:h-target">
        <Track from={0} to={share(value, rest)} disabled={rest.disabled} />
        <Thumb {...naming} {...rest} value={value} aria-label={label} onValue={onChange} />
      </div>
      <Scale {...rest} now={rest.words(value)} />
    </div>
  )
}

type RangeProps = Common & {
  value: readonly [low: string, high: string]
  onChange: (value: [low: string, high: string]) => void
  /** The names of the two thumbs. */
  labels: readonly [low: string, high: string]
}

/** From one value to another: the thumbs meet and never pass each other. */
export function RangeSlider({ value, onChange, labels, className, ...rest }: RangeProps) {
  const naming = useFieldGroup()
  const [low, high] = value
  // At the far end both thumbs may lie on one spot; the lower one must be on top there, or neither could be moved back.
  const lowOnTop = share(low, rest) > 0.5
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by the field's label
    <div role="group" {...naming} className={classNames('grid gap-1', className)}>
      <div className="slider-pair relative h-8 pointer-coarse:h-target">
        <Track from={share(low, rest)} to={share(high, rest)} disabled={rest.disabled} />
        <Thumb
          {...rest}
          value={low}
          aria-label={labels[0]}
          className={classNames(lowOnTop && 'z-10')}
          onValue={(next) => onChange([compareDecimals(next, high) > 0 ? high : next, high])}
        />
        <Thumb
          {...rest}
          value={high}
          aria-label={labels[1]}
          onValue={(next) => onChange([low, compareDecimals(next, low) < 0 ? low : next])}
        />
      </div>
      <Scale {...rest} now={`${rest.words(low)} – ${rest.words(high)}`} />
    </div>
  )
}

type ThumbProps = Common & { value: string; onValue: (value: string) => void } & Omit<
    ComponentProps<'input'>,
    keyof Common | 'value'
  >

function Thumb({ words, onValue, value, className, ...rest }: ThumbProps) {
  return (
    <input
      {...rest}
      type="range"
      value={value}
      aria-valuetext={words(value)}
      onChange={(event) => onValue(event.target.value)}
      className={classNames('slider-input h-full', className)}
    />
  )
}

function Track({ from, to, disabled }: { from: number; to: number; disabled: boolean | undefined }) {
  return (
    <div
      className={classNames(
        'absolute inset-x-2.5 top-1/2 h-1 -translate-y-1/2 rounded-pill bg-control/50 pointer-coarse:inset-x-3.5',
        disabled && 'opacity-50',
      )}
      aria-hidden
    >
      <div
        className="absolute inset-y-0 rounded-pill bg-text"
        style={{ left: `${from * 100}%`, right: `${(1 - to) * 100}%` }}
      />
    </div>
  )
}

function Scale({ min, max, words, now }: Pick<Common, 'min' | 'max' | 'words'> & { now: string }) {
  return (
    <div className="tabular flex items-baseline justify-between gap-3 text-12 text-faint" aria-hidden>
      <span>{words(min)}</span>
      <span className="text-13 font-medium text-text">{now}</span>
      <span>{words(max)}</span>
    </div>
  )
}

/** Where a value lies on the track, from 0 to 1: for drawing only. */
function share(value: string, { min, max }: Pick<Common, 'min' | 'max'>): number {
  const [low, high] = [Number(min), Number(max)]
  return high > low ? Math.min(1, Math.max(0, (Number(value) - low) / (high - low))) : 0
}
