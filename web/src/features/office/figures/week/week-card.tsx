import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { dayOf, startOfDay } from '#lib/announcements/announcement.ts'
import { calendarQuery, upcomingQuery } from '#lib/announcements/announcement-queries.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useTitle } from '#parts/announcements/use-announcement-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { addDays, isoDay } from '#ui/date/iso-date.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { pastWeekQuery } from './past-week.ts'
import { weekQuery } from './week.ts'
import { WeekAgenda } from './week-agenda.tsx'
import { WeekBoard } from './week-board.tsx'
import { PAST_KINDS, WEEK_KINDS, type WeekItem, weekFrom, weekGroups } from './week-days.ts'

/** What the coming seven days hold, or what the seven before them held: a board of kinds and days, on narrow screens the days as a list. */
export function WeekCard({ admin }: { admin: boolean }) {
  const { t } = useTranslation('office')
  const now = useNow()
  const titleOf = useTitle()
  const today = isoDay(new Date(now))
  const [past, setPast] = useState(false)
  const begins = past ? addDays(today, -7) : today
  const coming = useQuery({ ...weekQuery(today, admin), enabled: !past })
  const gone = useQuery({ ...pastWeekQuery(today), enabled: past })
  const stored = past ? gone : coming
  const ahead7 = useQuery({ ...upcomingQuery(startOfDay(now).getTime()), enabled: !past })
  const behind7 = useQuery({ ...calendarQuery(startOfDay(now, -7), startOfDay(now)), enabled: past })
  const calendar = past ? behind7 : ahead7
  const ahead = (calendar.data?.announcements ?? []).flatMap((one): WeekItem[] => {
    const holiday = one.kind === 'holiday'
    const day = isoDay(dayOf(one))
    if (one.state === 'cancelled' || (!holiday && one.impact !== 'high')) return []
    if (day < begins || (past && day >= today)) return []
    const timed = !holiday && one.precision === 'exact'
    return [
      {
        kind: holiday ? 'closures' : 'announcements',
        day,
        at: timed ? one.starts_at : null,
        title: holiday ? titleOf(one) : `${one.currency}, ${titleOf(one)}`,
        to: holiday ? '/annonces' : `/annonces?annonce=${one.id}`,
      },
    ]
  })
  const days = weekFrom(begins)
  const groups = weekGroups([...ahead, ...(stored.data ?? [])], days)
  const kinds = past ? PAST_KINDS : WEEK_KINDS.filter((kind) => admin || kind !== 'renewals')
  const sample = calendar.data?.sample && groups.some(({ kind }) => kind === 'announcements')
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-4 pb-3 md:px-6 md:pt-5">
        <h2 id="week" className="font-semibold">
          {t(past ? 'week.pastTitle' : 'week.title')}
        </h2>
        <span className="flex flex-wrap items-center gap-2">
          {sample && <Badge tone="line">{t('week.sample')}</Badge>}
          <Button
            size="sm"
            variant="ghost"
            iconOnly
            aria-label={t('week.before')}
            title={t('week.before')}
            disabled={past}
            onClick={() => setPast(true)}
            icon={<ChevronLeft size={16} strokeWidth={1.75} aria-hidden />}
          />
          <Button
            size="sm"
            variant="ghost"
            iconOnly
            aria-label={t('week.after')}
            title={t('week.after')}
            disabled={!past}
            onClick={() => setPast(false)}
            icon={<ChevronRight size={16} strokeWidth={1.75} aria-hidden />}
          />
        </span>
      </div>
      {stored.data && calendar.data ? (
        <>
          <WeekBoard groups={groups} days={days} kinds={kinds} now={past ? null : now} />
          <WeekAgenda groups={groups} days={days} past={past} />
        </>
      ) : stored.isLoadingError || calendar.isLoadingError ? (
        <ErrorState
          onRetry={() => {
            void stored.refetch()
            void calendar.refetch()
          }}
        />
      ) : (
        <Skeleton className="m-4 h-72" />
      )}
    </Card>
  )
}
