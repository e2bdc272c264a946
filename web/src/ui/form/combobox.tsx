import { ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { usePanel } from '#ui/overlay/use-panel.ts'
import { useField } from './field.tsx'
import { CONTROL } from './input.tsx'
import type { Choice } from './open-choices.tsx'

const loadOpenChoices = () => import('./open-choices.tsx')
const OpenChoices = lazyPart(loadOpenChoices)

type Props = {
  value: string | null
  onChange: (value: string) => void
  choices: readonly Choice[]
  placeholder?: string
  disabled?: boolean
}

/** One of many. A click, an arrow key or the first letter opens the list, which is fetched when the control is approached. */
export function Combobox({ value, onChange, choices, placeholder, disabled }: Props) {
  const { t } = useTranslation('ui')
  const naming = useField()
  const trigger = useRef<HTMLButtonElement>(null)
  const list = usePanel(loadOpenChoices)
  const [typed, setTyped] = useState('')
  const show = (text: string) => {
    setTyped(text)
    list.setOpen(true)
  }
  const openWithKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    const arrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    const letter = event.key.length === 1 && event.key !== ' '
    if (!arrow && !letter) return
    event.preventDefault()
    show(letter ? event.key : '')
  }
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <div className="relative">
      <button
        ref={trigger}
        type="button"
        role="combobox"
        aria-expanded={list.open}
        {...list.button}
        {...naming}
        disabled={disabled}
        onClick={() => (list.open ? list.setOpen(false) : show(''))}
        onKeyDown={openWithKey}
        className={classNames(CONTROL, 'flex h-11 items-center gap-2 px-3 text-left')}
      >
        <span className={classNames('min-w-0 flex-1 truncate', value === null && 'text-faint')}>
          {chosen?.label ?? value ?? placeholder ?? t('choices.placeholder')}
        </span>
        <ChevronsUpDown size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      </button>
      {list.wanted && (
        <Suspense fallback={null}>
          <OpenChoices
            {...list.panel}
            trigger={trigger}
            labelledBy={naming.id && `${naming.id}-label`}
            choices={choices}
            chosen={value}
            onChoose={(choice) => {
              onChange(choice.value)
              list.setOpen(false)
            }}
            typed={typed}
          />
        </Suspense>
      )}
    </div>
  )
}
