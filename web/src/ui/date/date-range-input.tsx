import { CalendarDays } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { useField } from '#ui/form/field.tsx'
import { CONTROL } from '#ui/form/input.tsx'
import { usePanel } from '#ui/overlay/use-panel.ts'
import { isoDay, type Period, writeDays } from './iso-date.ts'

const loadOpenPeriod = () => import('./open-period.tsx')
const OpenPeriod = lazyPart(loadOpenPeriod)

type Props = {
  value: Period | null
  onChange: (value: Period | null) => void
  min?: string
  max?: string
  today?: string
  placeholder?: string
  /** Used where no field names the control. */
  label?: string
  disabled?: boolean
  className?: string
}

/** A period: a common one at once, or two days on the calendar. */
export function DateRangeInput({
  value,
  onChange,
  min,
  max,
  today,
  placeholder,
  label,
  disabled,
  className,
}: Props) {
  const { t, i18n } = useTranslation('ui')
  const naming = useField()
  const trigger = useRef<HTMLButtonElement>(null)
  const period = usePanel(loadOpenPeriod)
  return (
    <div className={classNames('relative', className)}>
      <button
        ref={trigger}
        type="button"
        // A button would be announced by its label alone; a combobox announces its text as the value too.
        role="combobox"
        aria-expanded={period.open}
        {...period.button}
        aria-label={label}
        {...naming}
        disabled={disabled}
        onClick={() => period.setOpen(!period.open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          period.setOpen(!period.open)
        }}
        className={classNames(CONTROL, 'tabular flex h-11 items-center gap-2 px-3 text-left')}
      >
        <span className={classNames('min-w-0 flex-1 truncate', !value && 'text-faint')}>
          {value ? writeDays(value.from, value.to, i18n.language) : (placeholder ?? t('dates.placeholder'))}
        </span>
        <CalendarDays size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      </button>
      {period.wanted && (
        <Suspense fallback={null}>
          <OpenPeriod
            {...period.panel}
            trigger={trigger}
            value={value}
            onChange={(next) => {
              onChange(next)
              period.setOpen(false)
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
