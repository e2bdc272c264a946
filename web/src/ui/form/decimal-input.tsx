import { type KeyboardEvent, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { compareDecimals, couldBecomeDecimal, stepDecimal } from './decimal-text.ts'
import { useField } from './field.tsx'
import { Input, type InputProps } from './input.tsx'
import { StepButtons } from './step-buttons.tsx'

export type DecimalInputProps = Omit<
  InputProps,
  'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'step' | 'type' | 'role'
> & {
  /** A decimal such as `-12.50`, or '' for none. */
  value: string
  /** Unreadable text gives ''; a value out of bounds is passed on as it is, for the form to report. */
  onChange: (value: string) => void
  min?: string
  max?: string
  /** The step of an arrow key; with Shift, ten times as far. */
  step?: string
  /** Shown after the number, in the field: `€`, `%`, `pips`. */
  unit?: string
}

type Writing = {
  read: (text: string) => string | null
  /** The text while it is edited. */
  edit: (value: string) => string
  /** The text after the field is left. */
  show: (value: string) => string
}

/** The common base of numbers and prices: typed as text, stored as a decimal, changed by the arrow keys. */
export function DecimalInput({
  value,
  onChange,
  min,
  max,
  step = '1',
  unit,
  read,
  edit,
  show,
  className,
  onFocus,
  onBlur,
  onKeyDown,
  ...rest
}: DecimalInputProps & Writing) {
  const naming = useField()
  const [draft, setDraft] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const unread = draft !== null && read(draft) === null
  const shown = value === '' ? '' : show(value)

  const type = (text: string) => {
    if (!couldBecomeDecimal(text)) return
    setDraft(text)
    const next = read(text) ?? ''
    if (next !== value) onChange(next)
  }
  const go = (count: number) => {
    const next = stepDecimal(value, step, count, { min, max })
    // While it is not edited, the value is shown as after leaving the field.
    setDraft(left || draft === null ? null : edit(next))
    if (next !== value) onChange(next)
  }
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0 || rest.readOnly || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(direction * (event.shiftKey ? 10 : 1))
  }
  const fixed = rest.readOnly || rest.disabled
  const past = (bound: string | undefined, sign: number) =>
    value !== '' && bound !== undefined && sign * compareDecimals(value, bound) >= 0
  return (
    <div className="flex">
      <div className="min-w-0 flex-1">
        <Input
          inputMode="decimal"
          autoComplete="off"
          maxLength={32}
          {...rest}
          role="spinbutton"
          aria-valuenow={value === '' ? undefined : Number(value)}
          aria-valuemin={min === undefined ? undefined : Number(min)}
          aria-valuemax={max === undefined ? undefined : Number(max)}
          aria-valuetext={value === '' ? undefined : [shown, unit].filter(Boolean).join(' ')}
          // Text that is not a number yet (`-`) is no error until the person leaves the field.
          aria-invalid={rest['aria-invalid'] ?? naming['aria-invalid'] ?? ((left && unread) || undefined)}
          value={draft === null || (left && value !== '') ? shown : draft}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => {
            setLeft(false)
            if (!rest.readOnly) setDraft(unread && value === '' ? draft : edit(value))
            onFocus?.(event)
          }}
          onBlur={(event) => {
            // Unreadable text stays, so that the person can correct it.
            setLeft(true)
            if (!unread) setDraft(null)
            onBlur?.(event)
          }}
          onKeyDown={(event) => {
            onKeyDown?.(event)
            if (!event.defaultPrevented) move(event)
          }}
          className={classNames(
            'tabular',
            unit && unit.length > 2 && 'pr-16',
            !fixed && 'pointer-coarse:rounded-r-none',
            className,
          )}
          trailing={unit && <span className="px-1.5">{unit}</span>}
        />
      </div>
      {fixed ? null : (
        <StepButtons field={naming.id} ends={{ less: past(min, -1), more: past(max, 1) }} onStep={go} />
      )}
    </div>
  )
}
