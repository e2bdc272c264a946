import { Check, ChevronLeft, ChevronRight, Hourglass, Play } from 'lucide-react'
import { isFull, isOver, type Meeting } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { dayStart, monthDays, monthOf } from '../groups.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const MARK = { size: 12, strokeWidth: 2, 'aria-hidden': true, className: 'shrink-0' } as const

type Props = {
  month: string
  meetings: readonly Meeting[]
  now: number
  opened: string | null
  onMonth: (month: string) => void
  onOpen: (id: string) => void
}

/** A month of meetings: their names on a desktop, dots on a phone. */
export function Month({ month, meetings, now, opened, onMonth, onOpen }: Props) {
  const { t } = useTranslation('events')
  const format = useFormat()
  const language = useLanguage()
  const days = monthDays(month)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' })
  const byDay = Map.groupBy(meetings, ({ starts_at }) => dayStart(starts_at).getTime())
  const today = dayStart(now).getTime()
  const name = format.month(month)
  const move = (by: number) => onMonth(monthOf(`${month}-15T12:00`, by))
  return (
    <Card className="overflow-hidden">
      <div className="flex h-12 items-center gap-2 pr-2 pl-4">
        <h2 className="flex-1 text-16 font-semibold first-letter:uppercase">{name}</h2>
        <Button variant="ghost" size="sm" onClick={() => onMonth(monthOf(now))}>
          {t('month.today')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={t('month.before')}
          icon={<ChevronLeft {...ICON} />}
          onClick={() => move(-1)}
        />
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={t('month.after')}
          icon={<ChevronRight {...ICON} />}
          onClick={() => move(1)}
        />
      </div>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{t('month.label', { month: name })}</caption>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th
                key={day.getDay()}
                scope="col"
                className="h-7 overflow-hidden border-t border-line px-2 text-left text-12 font-medium text-muted max-sm:px-1 max-sm:text-center"
              >
                {weekday.format(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, week) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is its place
            <tr key={week}>
              {days.slice(week * 7, week * 7 + 7).map((day) => (
                <Day
                  key={day.getTime()}
                  day={day}
                  out={monthOf(day) !== month}
                  today={day.getTime() === today}
                  meetings={byDay.get(day.getTime()) ?? []}
                  now={now}
                  opened={opened}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

type DayProps = Pick<Props, 'meetings' | 'now' | 'opened' | 'onOpen'> & {
  day: Date
  out: boolean
  today: boolean
}

function Day({ day, out, today, meetings, now, opened, onOpen }: DayProps) {
  const format = useFormat()
  const [first] = meetings
  const selected = meetings.some(({ id }) => id === opened)
  return (
    <td
      className={classNames(
        'h-15.5 border-t border-l border-line p-0 align-top first:border-l-0',
        out && 'bg-well',
        selected && 'bg-raised ring-1 ring-control ring-inset',
      )}
    >
      <div className="px-1.5 py-1 max-sm:px-0 max-sm:text-center">
        <div className="flex items-center justify-between max-sm:justify-center">
          <span
            aria-current={today ? 'date' : undefined}
            className={classNames(
              'inline-grid h-5 min-w-5 place-items-center text-12 tabular',
              today ? 'rounded-pill bg-lamp font-semibold text-on-lamp' : out ? 'text-faint' : 'text-muted',
            )}
          >
            {day.getDate()}
          </span>
          {first && meetings.length === 1 && (
            <span className="text-12 text-muted tabular max-xl:hidden">{format.time(first.starts_at)}</span>
          )}
        </div>
        {meetings.map((meeting) => (
          <Entry key={meeting.id} meeting={meeting} now={now} onOpen={onOpen} />
        ))}
      </div>
    </td>
  )
}

function Entry({ meeting, now, onOpen }: { meeting: Meeting } & Pick<Props, 'now' | 'onOpen'>) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const format = useFormat()
  const over = isOver(meeting, now)
  const seated = meeting.own?.state === 'seated' && !over && !meeting.cancelled
  const waits = (meeting.own && meeting.own.state !== 'seated') || (!over && isFull(meeting) && !seated)
  return (
    <button
      type="button"
      aria-label={`${meeting.event.title[language]}, ${format.longDate(meeting.starts_at)}, ${format.time(meeting.starts_at)}`}
      onClick={() => onOpen(meeting.id)}
      className={classNames(
        'relative mt-0.5 flex h-4.5 w-full items-center gap-1 overflow-hidden rounded-inner px-1 text-12 font-medium whitespace-nowrap',
        'max-sm:mx-auto max-sm:mt-1 max-sm:size-2 max-sm:rounded-pill max-sm:px-0 max-sm:after:absolute max-sm:after:-inset-x-5 max-sm:after:-top-7 max-sm:after:-bottom-3 max-sm:overflow-visible',
        meeting.cancelled
          ? 'text-faint line-through max-sm:ring-1 max-sm:ring-line-strong'
          : seated
            ? 'bg-inverse text-on-inverse'
            : over
              ? 'text-muted ring-1 ring-line ring-inset max-sm:ring-line-strong'
              : 'bg-overlay text-text max-sm:bg-control',
      )}
    >
      {seated ? (
        <Check {...MARK} className="shrink-0 max-sm:hidden" />
      ) : waits && !over ? (
        <Hourglass {...MARK} className="shrink-0 max-sm:hidden" />
      ) : meeting.replay ? (
        <Play {...MARK} className="shrink-0 max-sm:hidden" />
      ) : null}
      <span className="truncate max-sm:hidden">{t(`kind.${meeting.event.kind}`)}</span>
    </button>
  )
}
