import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Language } from 'mails/languages'
import { useMemo } from 'react'
import { type ClassNames, DayPicker, type Matcher } from 'react-day-picker'
import { useTranslation } from '#lib/language/i18n.ts'
import { isoDay, localDay } from './iso-date.ts'

type Props = {
  /** The first and last chosen day; equal for a single day. */
  from: string | null
  to: string | null
  onDay: (day: string) => void
  /** Called with the day under the pointer or the focus, while a period is being chosen. */
  onNear?: (day: string) => void
  min?: string | undefined
  max?: string | undefined
  today: string
  months?: number
}

/**
 * Months, navigated with the arrow keys, Page Up and Page Down; today has the brand's colour. Heavy: only code that is itself
 * fetched on demand may import it.
 */
export function Calendar({ from, to, onDay, onNear, min, max, today, months = 1 }: Props) {
  const { t, i18n } = useTranslation('ui')
  const write = useMemo(() => writers(i18n.language), [i18n.language])
  const closed: Matcher[] = [
    ...(min ? [{ before: localDay(min) }] : []),
    ...(max ? [{ after: localDay(max) }] : []),
  ]
  const near = (date: Date) => onNear?.(isoDay(date))
  return (
    <DayPicker
      mode="range"
      selected={{ from: from ? localDay(from) : undefined, to: to ? localDay(to) : undefined }}
      // The input decides what a click means: it knows whether a period has begun.
      onSelect={() => undefined}
      onDayClick={(date, { disabled }) => !disabled && onDay(isoDay(date))}
      onDayMouseEnter={near}
      onDayFocus={near}
      autoFocus
      showOutsideDays={months === 1}
      // A constant height keeps the buttons under the pointer in place.
      fixedWeeks
      // All four languages start the week on Monday.
      weekStartsOn={1}
      navLayout="around"
      numberOfMonths={months}
      defaultMonth={localDay(to ?? from ?? within(today, min, max))}
      {...(min ? { startMonth: localDay(min) } : {})}
      {...(max ? { endMonth: localDay(max) } : {})}
      today={localDay(today)}
      disabled={closed}
      formatters={{
        formatCaption: write.month,
        formatWeekdayName: write.weekday,
      }}
      labels={{
        labelPrevious: () => t('dates.previous'),
        labelNext: () => t('dates.next'),
        labelGrid: write.month,
        labelWeekday: write.weekdayInFull,
        labelDayButton: (date, modifiers) =>
          [write.day(date), modifiers.today && t('dates.today'), modifiers.selected && t('dates.selected')]
            .filter(Boolean)
            .join(', '),
      }}
      components={{ Chevron }}
      classNames={LOOKS}
    />
  )
}

const within = (day: string, min = day, max = day) => (day < min ? min : day > max ? max : day)

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon size={16} strokeWidth={1.75} aria-hidden />
}

const NAV =
  'absolute top-0 z-10 grid size-9 place-items-center rounded-control text-muted transition-colors hover:bg-line hover:text-text aria-disabled:opacity-45 pointer-coarse:size-target'

const END = '*:bg-inverse! *:text-on-inverse! *:font-semibold first:rounded-l-control last:rounded-r-control'

const LOOKS: Partial<ClassNames> = {
  root: 'p-3',
  months: 'relative flex justify-center gap-6',
  month: 'w-full',
  month_caption: 'grid h-9 place-items-center pointer-coarse:h-target',
  caption_label: 'text-14 font-semibold first-letter:uppercase',
  button_previous: `${NAV} left-0`,
  button_next: `${NAV} right-0`,
  month_grid: 'w-full border-collapse',
  weekday: 'h-8 text-12 font-normal text-muted',
  day: 'group/day p-0 py-px text-center',
  day_button:
    'tabular relative mx-auto grid h-9 w-full min-w-9 place-items-center rounded-control text-14 transition-colors hover:bg-line-strong disabled:hover:bg-transparent pointer-coarse:h-target ' +
    'focus-visible:outline-offset-0 ' +
    // Today keeps its dot on every background, chosen or not.
    'group-data-[today=true]/day:font-semibold group-data-[today=true]/day:text-lamp-text ' +
    'group-data-[today=true]/day:after:absolute group-data-[today=true]/day:after:bottom-1 group-data-[today=true]/day:after:size-1 group-data-[today=true]/day:after:rounded-pill group-data-[today=true]/day:after:bg-lamp-edge',
  outside: 'text-faint',
  disabled: 'opacity-45',
  hidden: 'invisible',
  range_middle: 'bg-line first:rounded-l-control last:rounded-r-control',
  range_start: END,
  range_end: END,
}

function writers(language: Language) {
  const locale = language === 'en' ? 'en-GB' : language
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options)
    return (date: Date) => format.format(date)
  }
  const weekday = by({ weekday: 'short' })
  return {
    month: by({ month: 'long', year: 'numeric' }),
    day: by({ dateStyle: 'full' }),
    weekday: (date: Date) => weekday(date).replace('.', ''),
    weekdayInFull: by({ weekday: 'long' }),
  }
}
