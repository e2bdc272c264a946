import { memo } from 'react'
import { type Announcement, dayOf, IMPACTS, startOfDay } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { dayName } from './filters.ts'

const COLOURS = { high: 'bg-loss-mark', medium: 'bg-warn', low: 'bg-muted' } as const

type Props = {
  /** The first day of the month. */
  from: Date
  announcements: readonly Announcement[]
  /** The start of the reader's day. */
  today: number
  /** Opens a day, `2026-11-19`. */
  onDay: (day: string) => void
}

/** How full each day of a month is, by impact: a bar as long as the fullest day allows, and the numbers in words. */
export const MonthDensity = memo(function MonthDensity({ from, announcements, today, onDay }: Props) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const language = useLanguage()
  const byDay = Map.groupBy(announcements, (one) => dayOf(one).getTime())
  const first = startOfDay(from, -((from.getDay() + 6) % 7))
  const days = Array.from({ length: 42 }, (_, at) => startOfDay(first, at)).slice(
    0,
    startOfDay(first, 35).getMonth() === from.getMonth() ? 42 : 35,
  )
  const most = Math.max(1, ...[...byDay.values()].map(({ length }) => length))
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' })
  const month = format.month(dayName(from).slice(0, 7))
  return (
    <Card className="mx-4 mb-4 overflow-hidden lg:mx-6">
      <table className="w-full table-fixed border-collapse">
        <caption className="px-4 py-3 text-left text-16 font-semibold first-letter:uppercase">
          {month}
        </caption>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th
                key={day.getDay()}
                scope="col"
                className="h-7 border-t border-line px-2 text-left text-12 font-medium text-muted max-sm:px-1 max-sm:text-center"
              >
                {weekday.format(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map(
            (week) => (
              <tr key={week[0]?.getTime()}>
                {week.map((day) => {
                  const held = byDay.get(day.getTime()) ?? []
                  const out = day.getMonth() !== from.getMonth()
                  const holiday = held.find(({ kind }) => kind === 'holiday')
                  const announced = held.filter(({ kind }) => kind !== 'holiday')
                  const counts = IMPACTS.map((impact) => ({
                    impact,
                    count: announced.filter((one) => one.impact === impact).length,
                  })).filter(({ count }) => count > 0)
                  const says = [
                    format.longDate(day),
                    announced.length === 0 ? t('day.none') : t('day.count', { count: announced.length }),
                    ...counts.map(({ impact, count }) => `${t(`impact.${impact}`)} ${count}`),
                    ...(holiday ? [t('impact.holiday')] : []),
                  ].join(', ')
                  return (
                    <td
                      key={day.getTime()}
                      className={classNames(
                        'border-t border-l border-line p-0 first:border-l-0',
                        out && 'bg-well',
                      )}
                    >
                      <button
                        type="button"
                        aria-current={day.getTime() === today ? 'date' : undefined}
                        onClick={() => onDay(dayName(day))}
                        className="grid h-15 w-full content-between gap-1 px-2 py-1.5 text-left -outline-offset-2 transition-colors hover:bg-raised max-sm:px-1"
                      >
                        <span className="sr-only">{says}</span>
                        <span aria-hidden className="flex items-center justify-between">
                          <span
                            className={classNames(
                              'tabular inline-grid h-5 min-w-5 place-items-center text-12',
                              day.getTime() === today
                                ? 'rounded-pill bg-lamp font-semibold text-on-lamp'
                                : out
                                  ? 'text-faint'
                                  : 'text-muted',
                            )}
                          >
                            {day.getDate()}
                          </span>
                          {announced.length > 0 && (
                            <span className="tabular text-12 text-muted max-sm:hidden">
                              {announced.length}
                            </span>
                          )}
                        </span>
                        <span
                          aria-hidden
                          className="flex h-1.5 gap-px overflow-hidden rounded-[1px]"
                          style={{ width: `${(announced.length / most) * 100}%` }}
                        >
                          {counts.map(({ impact, count }) => (
                            <i key={impact} style={{ flexGrow: count }} className={COLOURS[impact]} />
                          ))}
                        </span>
                      </button>
                    </td>
                  )
                })}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </Card>
  )
})
