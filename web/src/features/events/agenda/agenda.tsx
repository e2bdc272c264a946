import { Fragment } from 'react'
import type { Meeting } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { type Group, groupMeetings } from '../groups.ts'
import { MeetingRow } from './meeting-row.tsx'

type Props = {
  meetings: readonly Meeting[]
  all: readonly Meeting[]
  now: number
  opened: string | null
  onOpen: (id: string | null) => void
}

/** Coming meetings under their days and weeks, the present time above the first. */
export function Agenda({ meetings, all, now, opened, onOpen }: Props) {
  const groups = groupMeetings(meetings, now)
  return groups.map((group, place) => (
    <section key={`${group.key} ${group.from.getTime()}`} className="mb-2">
      <GroupTitle group={group} />
      {place === 0 && group.meetings[0] && <NowLine next={group.meetings[0]} now={now} />}
      <Card className="overflow-hidden">
        {group.meetings.map((meeting) => (
          <Fragment key={meeting.id}>
            <MeetingRow
              meeting={meeting}
              all={all}
              now={now}
              open={meeting.id === opened}
              dated={group.key === 'today' || group.key === 'tomorrow'}
              onOpen={() => onOpen(meeting.id === opened ? null : meeting.id)}
            />
          </Fragment>
        ))}
      </Card>
    </section>
  ))
}

function GroupTitle({ group: { key, from, to } }: { group: Group }) {
  const { t } = useTranslation('events')
  const format = useFormat()
  const oneDay = key === 'today' || key === 'tomorrow'
  // `23 au 29`, and with the month where it changes: `30/11 au 06/12`.
  const sameMonth = from.getMonth() === to.getMonth() && key !== 'week'
  const day = (date: Date) => (sameMonth ? String(date.getDate()) : format.dayMonth(date))
  return (
    <h2 className="flex h-10 items-center gap-2 text-13 font-semibold">
      {t(`groups.${key}`)}
      <span className="font-medium text-muted">
        {oneDay ? format.longDate(from) : t('groups.days', { from: day(from), to: day(to) })}
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
