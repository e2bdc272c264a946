import { ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/spinner.tsx'
import { type Choice, type Choices, useChosen } from './choice-search.ts'
import { useField } from './field.tsx'
import { CONTROL, READ_ONLY } from './input.tsx'

const loadOpenChoices = () => import('./open-choices.tsx')
const OpenChoices = lazy(loadOpenChoices)

type Props = {
  value: string | null
  onChange: (value: string, choice: Choice) => void
  choices: Choices
  /** The chosen one, where `choices` is a search and would not name it. */
  known?: readonly Choice[]
  placeholder?: string
  /** Where no field names it. */
  label?: string
  disabled?: boolean
  readOnly?: boolean
  busy?: boolean
  className?: string
}

/** One of many: it opens with a click, an arrow key or the first letter, and is searched as one types. */
export function Combobox({
  value,
  onChange,
  choices,
  known,
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
  const opening = useOpening(Boolean(disabled || readOnly))
  const { chosen, remember } = useChosen(choices, value === null ? [] : [value], known)
  return (
    <div className={classNames('relative', className)}>
      <button
        ref={trigger}
        type="button"
        role="combobox"
        aria-expanded={opening.open}
        aria-controls={opening.panel}
        aria-label={label}
        {...naming}
        {...opening.button}
        aria-readonly={readOnly || undefined}
        aria-busy={busy || undefined}
        disabled={disabled}
        className={classNames(CONTROL, 'flex h-11 items-center gap-2 px-3 text-left', readOnly && READ_ONLY)}
      >
        <span className={classNames('min-w-0 flex-1 truncate', chosen.length === 0 && 'text-faint')}>
          {chosen[0]?.label ?? placeholder ?? t('choices.placeholder')}
        </span>
        {busy ? (
          <Spinner />
        ) : (
          !readOnly && (
            <ChevronsUpDown size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
          )
        )}
      </button>
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
            chosen={chosen.map((choice) => choice.value)}
            onChoose={(choice) => {
              remember(choice)
              onChange(choice.value, choice)
              opening.setOpen(false)
            }}
            typed={opening.typed}
          />
        </Suspense>
      )}
    </div>
  )
}

/** How a combobox opens, and that its list is fetched only when somebody comes near it. */
export function useOpening(locked: boolean) {
  const panel = useId()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [typed, setTyped] = useState('')
  const show = (text: string) => {
    if (locked) return
    setTyped(text)
    setWanted(true)
    setOpen(true)
  }
  const near = () => void loadOpenChoices()
  const button = {
    'aria-haspopup': 'dialog' as const,
    onPointerEnter: near,
    onFocus: near,
    onClick: () => (open ? setOpen(false) : show('')),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
      const arrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      const letter = event.key.length === 1 && event.key !== ' '
      if (!arrow && !letter) return
      event.preventDefault()
      show(letter ? event.key : '')
    },
  }
  return { panel, open, setOpen, wanted, typed, button }
}
