import { ChevronsUpDown, X } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/spinner.tsx'
import { type Choice, type Choices, useChosen } from './choice-search.ts'
import { useOpening } from './combobox.tsx'
import { useField } from './field.tsx'
import { READ_ONLY } from './input.tsx'

const OpenChoices = lazy(() => import('./open-choices.tsx'))

type Props = {
  value: readonly string[]
  onChange: (value: string[]) => void
  choices: Choices
  /** The chosen ones, where `choices` is a search and would not name them. */
  known?: readonly Choice[]
  /** How many are shown by name; the others are counted. */
  shown?: number
  placeholder?: string
  label?: string
  disabled?: boolean
  readOnly?: boolean
  busy?: boolean
  className?: string
}

/** Some of many, each with its name and a way to take it off; Backspace takes off the last. */
export function MultiSelect({
  value,
  onChange,
  choices,
  known,
  shown = 6,
  placeholder,
  label,
  disabled,
  readOnly,
  busy,
  className,
}: Props) {
  const { t } = useTranslation('ui')
  const naming = useField()
  const trigger = useRef<HTMLButtonElement>(null)
  const locked = Boolean(disabled || readOnly)
  const opening = useOpening(locked)
  const { chosen, remember } = useChosen(choices, value, known)
  const without = (gone: string) => onChange(value.filter((one) => one !== gone))
  const dropLast = () => !locked && value.length > 0 && onChange(value.slice(0, -1))
  const more = chosen.length - shown
  return (
    <div
      className={classNames(
        'relative flex min-h-11 flex-wrap items-center gap-1.5 rounded-control border border-control bg-bg p-1.5 pr-10 transition-colors',
        'has-[[role=combobox]:focus-visible]:border-focus has-[[role=combobox]:focus-visible]:outline-1 has-[[role=combobox]:focus-visible]:outline-focus',
        'has-aria-invalid:border-loss-mark',
        disabled && 'opacity-50',
        readOnly && READ_ONLY,
        className,
      )}
    >
      {chosen.slice(0, shown).map((choice) => (
        <ChosenChip
          key={choice.value}
          name={choice.label}
          removal={t('choices.remove', { name: choice.label })}
          onRemove={
            locked
              ? undefined
              : () => {
                  without(choice.value)
                  trigger.current?.focus()
                }
          }
        />
      ))}
      <button
        ref={trigger}
        type="button"
        role="combobox"
        aria-expanded={opening.open}
        aria-controls={opening.panel}
        aria-label={label}
        {...naming}
        {...opening.button}
        onKeyDown={(event) => {
          if (event.key === 'Backspace') dropLast()
          else opening.button.onKeyDown(event)
        }}
        aria-readonly={readOnly || undefined}
        aria-busy={busy || undefined}
        disabled={disabled}
        // The whole field opens it, what takes a choice off lies above; without words of its own it takes no room.
        className={classNames(
          'outline-none',
          chosen.length > 0 && more <= 0
            ? 'absolute inset-0'
            : 'flex h-7.5 min-w-0 flex-1 items-center px-1.5 text-left after:absolute after:inset-0',
        )}
      >
        <span className="min-w-0 flex-1 truncate text-muted">
          {chosen.length === 0 ? (
            <span className="text-16 text-faint">{placeholder ?? t('choices.placeholder')}</span>
          ) : (
            <>
              <span className="sr-only">{t('choices.chosen', { count: chosen.length })}</span>
              {more > 0 && <span className="text-13" aria-hidden>{`+${more}`}</span>}
            </>
          )}
        </span>
      </button>
      <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">
        {busy ? <Spinner /> : !readOnly && <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden />}
      </span>
      {opening.wanted && (
        <Suspense fallback={null}>
          <OpenChoices
            id={opening.panel}
            open={opening.open}
            onOpenChange={opening.setOpen}
            trigger={trigger}
            labelledBy={naming.id && `${naming.id}-label`}
            label={label}
            choices={choices}
            chosen={value}
            onChoose={(choice) => {
              if (value.includes(choice.value)) return without(choice.value)
              remember(choice)
              onChange([...value, choice.value])
            }}
            several={{ onBackspace: dropLast, onClear: () => onChange([]) }}
            typed={opening.typed}
          />
        </Suspense>
      )}
    </div>
  )
}

type ChipProps = { name: string; removal: string; onRemove: (() => void) | undefined }

function ChosenChip({ name, removal, onRemove }: ChipProps) {
  return (
    <span className="flex h-7.5 max-w-full items-center gap-0.5 rounded-inner border border-line bg-raised pl-2 text-13 font-medium">
      <span className={classNames('truncate', !onRemove && 'pr-2')}>{name}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removal}
          onClick={onRemove}
          className="relative z-10 grid size-7 shrink-0 place-items-center rounded-inner text-muted transition-colors after:absolute after:-inset-y-2 after:inset-x-0 hover:text-text"
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </span>
  )
}
