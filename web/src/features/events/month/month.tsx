import { Check, ChevronLeft, ChevronRight, Hourglass, Play } from 'lucide-react'
import { isFull, isOver, type Meeting } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import type { DayClosure } from '#lib/market/closure-days.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { useNarrow } from '#ui/use-wide.ts'
import { useClosureWords } from '../agenda/closure-row.tsx'
import { dayStart, monthDays, monthOf } from '../groups.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  month: string
  meetings: readonly Meeting[]
  closures: readonly DayClosure[]
  now: number
  opened: string | null
  onMonth: (month: string) => void
  onOpen: (id: string) => void
}

/** A month of meetings: their names on a desktop, dots on a phone. */
export function Month({ month, meetings, closures, now, opened, onMonth, onOpen }: Props) {
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
                  closures={closures.filter((closure) => closure.day.getTime() === day.getTime())}
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

type DayProps = Pick<Props, 'meetings' | 'closures' | 'now' | 'opened' | 'onOpen'> & {
  day: Date
  out: boolean
  today: boolean
}

function Day({ day, out, today, meetings, closures, now, opened, onOpen }: DayProps) {
  const format = useFormat()
  const narrow = useNarrow()
  const named = useMeetingName()
  const [first] = meetings
  const selected = meetings.some(({ id }) => id === opened)
  const coming = meetings.find((meeting) => !isOver(meeting, now)) ?? first
  return (
    <td
      className={classNames(
        'relative h-15.5 border-t border-l border-line p-0 align-top first:border-l-0',
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
        {closures.length > 0 && <Closed closures={closures} narrow={narrow} />}
        {narrow
          ? coming && (
              <button
                type="button"
                aria-label={meetings.map(named).join(' ; ')}
                onClick={() => onOpen(coming.id)}
                className="absolute inset-0 flex items-center justify-center gap-1 pt-6"
              >
                {meetings.slice(0, 3).map((meeting) => (
                  <span
                    key={meeting.id}
                    className={classNames('size-2 rounded-pill', DOTS[lookOf(meeting, now)])}
                  />
                ))}
              </button>
            )
          : meetings.map((meeting) => (
              <Entry
                key={meeting.id}
                meeting={meeting}
                now={now}
                selected={selected}
                alone={meetings.length === 1}
                onOpen={onOpen}
              />
            ))}
      </div>
    </td>
  )
}

/** The markets that are closed on a day: their names for who hears or points at it, a word or a dash for who looks. */
function Closed({ closures, narrow }: { closures: readonly DayClosure[]; narrow: boolean }) {
  const { t } = useTranslation('events')
  const worded = useClosureWords()
  const sessions = [...new Set(closures.flatMap((closure) => closure.sessions))]
  const [only] = sessions
  const words =
    sessions.length === 1 && only
      ? t('closures.short', { market: t(`closures.code.${only}`) })
      : t('closures.several', { count: sessions.length })
  return (
    <p className="truncate text-12 leading-4.5 text-muted" title={closures.map(worded).join('\n')}>
      <span aria-hidden>{narrow ? '–' : words}</span>
      <span className="sr-only">{closures.map(worded).join(' ; ')}</span>
    </p>
  )
}

type Look = 'cancelled' | 'seated' | 'over' | 'coming'
const DOTS: Readonly<Record<Look, string>> = {
  cancelled: 'ring-1 ring-line-strong ring-inset',
  seated: 'bg-inverse',
  over: 'ring-1 ring-control ring-inset',
  coming: 'bg-control',
}
const ENTRIES: Readonly<Record<Look, string>> = {
  cancelled: 'text-faint line-through',
  seated: 'bg-inverse text-on-inverse',
  over: 'text-muted ring-1 ring-line ring-inset',
  coming: 'text-text',
}

function lookOf(meeting: Meeting, now: number): Look {
  if (meeting.cancelled) return 'cancelled'
  if (isOver(meeting, now)) return 'over'
  return meeting.own?.state === 'seated' ? 'seated' : 'coming'
}

/** What a screen reader hears of an entry: it begins with the word that is seen. */
function useMeetingName(): (meeting: Meeting) => string {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const format = useFormat()
  return ({ event, starts_at }) => {
    const title = event.title[language]
    const kind = t(`kind.${event.kind}`)
    const name = title.startsWith(kind) ? title : `${kind}, ${title}`
    return `${name}, ${format.longDate(starts_at)}, ${format.time(starts_at)}`
  }
}

type EntryProps = { meeting: Meeting; selected: boolean; alone: boolean } & Pick<Props, 'now' | 'onOpen'>

function Entry({ meeting, now, selected, alone, onOpen }: EntryProps) {
  const { t } = useTranslation('events')
  const named = useMeetingName()
  const look = lookOf(meeting, now)
  const waits = look === 'coming' && (meeting.own !== null || isFull(meeting))
  const Icon = look === 'seated' ? Check : waits ? Hourglass : meeting.replay ? Play : null
  return (
    <button
      type="button"
      aria-label={named(meeting)}
      onClick={() => onOpen(meeting.id)}
      className={classNames(
        'mt-0.5 flex w-full items-center gap-1 overflow-hidden rounded-inner px-1 text-12 font-medium whitespace-nowrap',
        // Two of them on a day are each large enough to be hit.
        alone ? 'h-4.5' : 'h-6',
        ENTRIES[look],
        look === 'coming' && (selected ? 'bg-overlay' : 'bg-raised'),
      )}
    >
      {Icon && <Icon size={12} strokeWidth={2} className="shrink-0" aria-hidden />}
      <span className="truncate">{t(`kind.${meeting.event.kind}`)}</span>
    </button>
  )
}
