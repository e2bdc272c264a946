import { CalendarDays } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useField } from '#ui/form/field.tsx'
import { Input, type InputProps } from '#ui/form/input.tsx'
import { usePanel } from '#ui/overlay/use-panel.ts'
import { isoDay, readDay, writeDay } from './iso-date.ts'

const loadOpenCalendar = () => import('./open-calendar.tsx')
const OpenCalendar = lazyPart(loadOpenCalendar)

type Props = Omit<InputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'type' | 'trailing'> & {
  /** `2026-11-21`, or '' for none. */
  value: string
  /** Unreadable text gives ''; a day out of bounds is passed on as it is, for the form to report. */
  onChange: (value: string) => void
  min?: string
  max?: string
  /** Today; by default in the person's own zone. */
  today?: string
}

/** A day, typed in the person's own format or chosen on a calendar. */
export function DateInput({
  value,
  onChange,
  min,
  max,
  today,
  className,
  onBlur,
  onKeyDown,
  ...rest
}: Props) {
  const { t, i18n } = useTranslation('ui')
  const naming = useField()
  const [draft, setDraft] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const calendar = usePanel(loadOpenCalendar)
  const opener = useRef<HTMLElement>(null)
  const now = today ?? isoDay(new Date())
  const locked = Boolean(rest.disabled || rest.readOnly)
  const unread = draft !== null && readDay(draft, i18n.language, now) === null

  const type = (text: string) => {
    setDraft(text)
    const next = readDay(text, i18n.language, now) ?? ''
    if (next !== value) onChange(next)
  }
  const show = (from: HTMLElement) => {
    opener.current = from
    calendar.setOpen(!calendar.open)
  }
  return (
    <div className="relative">
      <Input
        autoComplete="off"
        placeholder={t('dates.pattern')}
        maxLength={40}
        {...rest}
        aria-invalid={rest['aria-invalid'] ?? naming['aria-invalid'] ?? ((left && unread) || undefined)}
        value={draft === null || (left && value !== '') ? value && writeDay(value) : draft}
        onChange={(event) => {
          setLeft(false)
          type(event.target.value)
        }}
        onBlur={(event) => {
          // Unreadable text stays, so that the person can correct it.
          setLeft(true)
          if (!unread) setDraft(null)
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key !== 'ArrowDown' || locked || event.defaultPrevented) return
          event.preventDefault()
          show(event.currentTarget)
        }}
        className={classNames('tabular', className)}
        trailing={
          !rest.readOnly && (
            <Button
              variant="ghost"
              iconOnly
              aria-label={t('dates.open')}
              aria-expanded={calendar.open}
              {...calendar.button}
              disabled={rest.disabled}
              onClick={(event) => show(event.currentTarget)}
              icon={<CalendarDays size={16} strokeWidth={1.75} aria-hidden />}
            />
          )
        }
      />
      {calendar.wanted && (
        <Suspense fallback={null}>
          <OpenCalendar
            {...calendar.panel}
            trigger={opener}
            value={value}
            onDay={(day) => {
              setDraft(null)
              onChange(day)
              calendar.setOpen(false)
            }}
            min={min}
            max={max}
            today={now}
          />
        </Suspense>
      )}
    </div>
  )
}
