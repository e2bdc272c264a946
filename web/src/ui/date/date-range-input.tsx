import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { useField } from '#ui/form/field.tsx'
import { CONTROL, READ_ONLY } from '#ui/form/input.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { isoDay, type Period, writeDays } from './iso-date.ts'

const loadOpenPeriod = () => import('./open-period.tsx')
const OpenPeriod = lazy(loadOpenPeriod)

type Props = {
  value: Period | null
  onChange: (value: Period | null) => void
  min?: string
  max?: string
  today?: string
  placeholder?: string
  /** Where no field names it. */
  label?: string
  disabled?: boolean
  readOnly?: boolean
  busy?: boolean
  className?: string
}

/** From one day to another: a common period at once, or two days on the calendar. */
export function DateRangeInput({
  value,
  onChange,
  min,
  max,
  today,
  placeholder,
  label,
  disabled,
  readOnly,
  busy,
  className,
}: Props) {
  const { t, i18n } = useTranslation('ui')
  const naming = useField()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const near = () => void loadOpenPeriod()
  const show = () => {
    if (readOnly) return
    setWanted(true)
    setOpen(!open)
  }
  return (
    <div className={classNames('relative', className)}>
      <button
        ref={trigger}
        type="button"
        // A button takes the label as its whole name; as a combobox its text is told as its value.
        role="combobox"
        aria-expanded={open}
        aria-controls={panel}
        aria-haspopup="dialog"
        aria-label={label}
        {...naming}
        aria-readonly={readOnly || undefined}
        aria-busy={busy || undefined}
        disabled={disabled}
        onPointerEnter={near}
        onFocus={near}
        onClick={show}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show()
        }}
        className={classNames(
          CONTROL,
          'tabular flex h-11 items-center gap-2 px-3 text-left',
          readOnly && READ_ONLY,
        )}
      >
        <span className={classNames('min-w-0 flex-1 truncate', !value && 'text-faint')}>
          {value ? writeDays(value.from, value.to, i18n.language) : (placeholder ?? t('dates.placeholder'))}
        </span>
        {busy ? (
          <Spinner />
        ) : (
          <CalendarDays size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
        )}
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <OpenPeriod
            id={panel}
            open={open}
            onOpenChange={setOpen}
            trigger={trigger}
            value={value}
            onChange={(next) => {
              onChange(next)
              setOpen(false)
            }}
            min={min}
            max={max}
            today={today ?? isoDay(new Date())}
          />
        </Suspense>
      )}
    </div>
  )
}
