import type { Meeting } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { DayClosure } from '#lib/market/closure-days.ts'
import { Card } from '#ui/card.tsx'
import { dayStart, type Group, groupMeetings } from '../groups.ts'
import { ClosureRow } from './closure-row.tsx'
import { MeetingRow } from './meeting-row.tsx'

type Props = {
  meetings: readonly Meeting[]
  all: readonly Meeting[]
  closures: readonly DayClosure[]
  now: number
  opened: string | null
  onOpen: (id: string | null) => void
}

/** Coming meetings under their days and weeks, the present time above the first. */
export function Agenda({ meetings, all, closures, now, opened, onOpen }: Props) {
  const groups = groupMeetings(meetings, now, closures)
  return groups.map((group, place) => (
    <section key={`${group.key} ${group.from.getTime()}`} className="mb-2">
      <GroupTitle group={group} />
      {place === 0 && group.meetings[0] && <NowLine next={group.meetings[0]} now={now} />}
      <Card className="overflow-hidden">
        {rowsOf(group).map((row) =>
          'sessions' in row ? (
            <ClosureRow key={`${row.sessions} ${row.day.getTime()}`} closure={row} dated={isOneDay(group)} />
          ) : (
            <MeetingRow
              key={row.id}
              meeting={row}
              all={all}
              now={now}
              open={row.id === opened}
              dated={isOneDay(group)}
              onOpen={() => onOpen(row.id === opened ? null : row.id)}
            />
          ),
        )}
      </Card>
    </section>
  ))
}

const isOneDay = ({ key }: Group) => key === 'today' || key === 'tomorrow'

/** A day's closures come before its meetings. */
const rowsOf = ({ meetings, closures }: Group): (Meeting | DayClosure)[] => {
  const dayOf = (row: Meeting | DayClosure) =>
    ('sessions' in row ? row.day : dayStart(row.starts_at)).getTime()
  return [...closures, ...meetings].sort((one, other) => dayOf(one) - dayOf(other))
}

function GroupTitle({ group }: { group: Group }) {
  const { key, from, to } = group
  const { t } = useTranslation('events')
  const format = useFormat()
  // `23 au 29`, and with the month where it changes: `30/11 au 06/12`.
  const sameMonth = from.getMonth() === to.getMonth() && key !== 'week'
  const day = (date: Date) => (sameMonth ? String(date.getDate()) : format.dayMonth(date))
  return (
    <h2 className="flex h-10 items-center gap-2 text-13 font-semibold">
      {t(`groups.${key}`)}
      <span className="font-medium text-muted">
        {isOneDay(group) ? format.longDate(from) : t('groups.days', { from: day(from), to: day(to) })}
      </span>
    </h2>
  )
}

/** The present, and how long until what comes next. */
function NowLine({ next, now }: { next: Meeting; now: number }) {
  const { t } = useTranslation('events')
  const format = useFormat()
  const begins = Date.parse(next.starts_at)
  return (
    <p className="flex h-6 items-center gap-3 pb-1 text-13">
      <time className="font-semibold text-lamp-text tabular">{format.time(now)}</time>
      <span className="h-px flex-1 bg-lamp-edge" />
      <span className="text-muted tabular">
        {begins <= now ? t('running') : t('now', { time: format.duration(begins - now) })}
      </span>
    </p>
  )
}
