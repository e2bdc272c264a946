import { classNames } from '#ui/class-names.ts'
import { useField } from './field.tsx'
import './slider.css'

type Props = {
  /** A decimal: the browser steps it as text, without a float. */
  value: string
  onChange: (value: string) => void
  min: string
  max: string
  step?: string
  /** The value in words, `1:30` or `2 %`: read by screen readers and shown under the track. */
  words: (value: string) => string
  disabled?: boolean
}

/** A rough choice along a line. Where the exact value matters, put a number input beside it. */
export function Slider({ value, onChange, words, ...rest }: Props) {
  const naming = useField()
  const [low, high] = [Number(rest.min), Number(rest.max)]
  const share = high > low ? Math.min(1, Math.max(0, (Number(value) - low) / (high - low))) : 0
  return (
    <div className="grid gap-1">
      <div className="relative h-8 pointer-coarse:h-target">
        <div
          className={classNames(
            'absolute inset-x-2.5 top-1/2 h-1 -translate-y-1/2 rounded-pill bg-control/50 pointer-coarse:inset-x-3.5',
            rest.disabled && 'opacity-50',
          )}
          aria-hidden
        >
          <div
            className="absolute inset-y-0 left-0 rounded-pill bg-text"
            style={{ right: `${(1 - share) * 100}%` }}
          />
        </div>
        <input
          {...naming}
          {...rest}
          type="range"
          value={value}
          aria-valuetext={words(value)}
          onChange={(event) => onChange(event.target.value)}
          className="slider-input h-full"
        />
      </div>
      <div className="tabular flex items-baseline justify-between gap-3 text-12 text-faint" aria-hidden>
        <span>{words(rest.min)}</span>
        <span className="text-13 font-medium text-text">{words(value)}</span>
        <span>{words(rest.max)}</span>
      </div>
    </div>
  )
}
