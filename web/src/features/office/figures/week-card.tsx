import { useQuery } from '@tanstack/react-query'
import { dayOf, startOfDay } from '#lib/announcements/announcement.ts'
import { upcomingQuery } from '#lib/announcements/announcement-queries.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useTitle } from '#parts/announcements/use-announcement-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { isoDay } from '#ui/date/iso-date.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { weekQuery } from './week.ts'
import { WeekAgenda } from './week-agenda.tsx'
import { WeekBoard } from './week-board.tsx'
import { WEEK_KINDS, type WeekItem, weekFrom, weekGroups } from './week-days.ts'

/** What the coming seven days hold: a board of kinds and days, on narrow screens the days as a list. */
export function WeekCard({ admin }: { admin: boolean }) {
  const { t } = useTranslation('office')
  const now = useNow()
  const titleOf = useTitle()
  const today = isoDay(new Date(now))
  const stored = useQuery(weekQuery(today, admin))
  const calendar = useQuery(upcomingQuery(startOfDay(now).getTime()))
  const ahead = (calendar.data?.announcements ?? []).flatMap((one): WeekItem[] => {
    const holiday = one.kind === 'holiday'
    const day = isoDay(dayOf(one))
    if (one.state === 'cancelled' || (!holiday && one.impact !== 'high') || day < today) return []
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
  const days = weekFrom(today)
  const groups = weekGroups([...ahead, ...(stored.data ?? [])], days)
  const kinds = WEEK_KINDS.filter((kind) => admin || kind !== 'renewals')
  const sample = calendar.data?.sample && groups.some(({ kind }) => kind === 'announcements')
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-4 pb-3 md:px-6 md:pt-5">
        <h2 id="week" className="font-semibold">
          {t('week.title')}
        </h2>
        {sample && <Badge tone="line">{t('week.sample')}</Badge>}
      </div>
      {stored.data && calendar.data ? (
        <>
          <WeekBoard groups={groups} days={days} kinds={kinds} now={now} />
          <WeekAgenda groups={groups} days={days} />
        </>
      ) : stored.isError || calendar.isError ? (
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
