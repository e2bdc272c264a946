import type { CalendarDay } from '#lib/learning/daily.ts'
import { classNames } from '#ui/class-names.ts'

const DAYS = 13
const LOOKS: Readonly<Partial<Record<CalendarDay['state'], string>>> = {
  done: 'bg-curve',
  freeze: 'border-[1.5px] border-info',
}

/** The last market days of the month: done, protected, missed; the frame of the brand's colour is today. */
export function StreakBar({ calendar, today }: { calendar: readonly CalendarDay[]; today: string }) {
  const days = calendar.filter(({ day, state }) => day <= today && state !== 'holiday').slice(-DAYS)
  return (
    <span aria-hidden className="flex gap-0.75">
      {days.map(({ day, state }) => (
        <i
          key={day}
          className={classNames(
            'h-2 max-w-3 flex-1 rounded-[2px]',
            day === today && state !== 'done'
              ? 'border-[1.5px] border-lamp-edge'
              : (LOOKS[state] ?? 'bg-raised'),
          )}
        />
      ))}
    </span>
  )
}
