import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/class-names.ts'
import { useFieldGroup } from './field.tsx'

export type RadioOption<Value extends string> = {
  value: Value
  label: ReactNode
  /** The choice explained in a sentence. */
  note?: ReactNode
  /** At the right end of a card: a price, a mark. */
  aside?: ReactNode
  disabled?: boolean
}

type Props<Value extends string> = {
  value: Value | null
  onChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  /** Used where no field names the group. */
  label?: string
  /** Puts each choice in its own frame, for important ones. */
  cards?: boolean
  disabled?: boolean
  /** Shows the choice and accepts no other. */
  readOnly?: boolean
  className?: string
}

/** One of a few choices, each with an optional sentence. The browser handles the arrow keys. */
export function RadioGroup<Value extends string>({
  value,
  onChange,
  options,
  label,
  cards,
  disabled,
  readOnly,
  className,
}: Props<Value>) {
  const naming = useFieldGroup()
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-readonly={readOnly || undefined}
      {...naming}
      className={classNames('group/radio grid', cards ? 'gap-2' : 'gap-1', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'relative flex items-start gap-3 transition-colors has-disabled:opacity-50 pointer-coarse:min-h-target',
            cards ? CARD : 'py-1.5',
            !(disabled || readOnly || option.disabled) && 'cursor-pointer',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            // HTML radios cannot be read-only: the others are disabled, and the chosen one stays legible.
            disabled={disabled || option.disabled || (readOnly && option.value !== value)}
            onChange={() => !readOnly && onChange(option.value)}
            aria-describedby={option.note ? `${name}-${option.value}` : undefined}
            className={classNames(RADIO, cards && 'focus-visible:outline-none')}
          />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="font-medium text-text">{option.label}</span>
            {option.note && (
              <span id={`${name}-${option.value}`} className="text-13 text-muted">
                {option.note}
              </span>
            )}
          </span>
          {option.aside && <span className="tabular shrink-0 text-13 text-muted">{option.aside}</span>}
        </label>
      ))}
    </div>
  )
}

/** The radio's appearance, for choices in a frame of their own. */
export const RADIO =
  'relative mt-0.5 grid size-4 shrink-0 cursor-[inherit] appearance-none place-items-center rounded-pill border border-control bg-bg transition-colors ' +
  'before:size-1.5 before:scale-0 before:rounded-pill before:bg-on-inverse before:transition-transform ' +
  'checked:border-inverse checked:bg-inverse checked:before:scale-100 group-aria-invalid/radio:border-loss-mark'

const CARD =
  'rounded-card border border-line-strong bg-surface p-4 hover:border-control ' +
  'has-checked:border-text has-checked:bg-raised group-aria-invalid/radio:border-loss-mark ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
