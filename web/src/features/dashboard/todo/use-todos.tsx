import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bell, CalendarCheck2, CalendarClock, GraduationCap, MessagesSquare, Video } from 'lucide-react'
import { notificationWords } from 'mails/notification'
import { startOfDay } from '#lib/announcements/announcement.ts'
import { upcomingQuery, windowsQuery } from '#lib/announcements/announcement-queries.ts'
import { nextHighOf } from '#lib/announcements/calendar.ts'
import { unreadQuery } from '#lib/community/unread.ts'
import { meetingsQuery } from '#lib/events/meetings.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { dailyQuery } from '#lib/learning/daily.ts'
import { notificationsQuery } from '#lib/live/notifications.ts'
import { useNow } from '#lib/live/use-now.ts'
import { ImpactMark } from '#parts/announcements/impact-mark.tsx'
import { useTitle, useValue } from '#parts/announcements/use-announcement-words.ts'
import { SeatsBar } from '#parts/community/seats-bar.tsx'
import { useWhen } from '../day/use-when.ts'
import { titleIn } from '../steps/first-steps.ts'
import { begunLessonQuery } from './begun-lesson.ts'
import { StreakBar } from './streak-bar.tsx'
import { inOrder, type Todo } from './todo.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** What somebody wrote to the member, or decided about them. */
const PERSONAL: ReadonlySet<string> = new Set([
  'forum_reply',
  'forum_mention',
  'forum_quote',
  'forum_accepted',
  'idea_ended',
  'ticket_answered',
  'seat_freed',
  'meeting_moved',
  'meeting_cancelled',
  'moderation_decided',
  'notice_decided',
  'appeal_decided',
  'qualification_approved',
  'qualification_rejected',
  'qualification_needs_information',
  'qualification_reopened',
  'payment_failed',
])
const MOST_PERSONAL = 2

/** Everything that waits for the member, in its order; `pending` until it is known whether anything does, `failed` if that cannot be read. */
export function useTodos(): { pending: boolean; failed: boolean; todos: readonly Todo[] } {
  const now = useNow()
  const found = [useRelease(now), useTest(now), useMeeting(now), useLesson(), useThreads(now), useTold(now)]
  const known = found.filter((one) => one !== undefined && one !== 'failed')
  return {
    pending: found.includes(undefined),
    failed: found.includes('failed'),
    todos: inOrder(
      known.flatMap((one) => one ?? []),
      now,
    ),
  }
}

/** Undefined while it is not known, null where there is nothing to do. What was read before stays while a later read fails. */
type Found = Todo | readonly Todo[] | 'failed' | null | undefined

function useRelease(now: number): Found {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const titleOf = useTitle()
  const written = useValue()
  const when = useWhen()
  const { data, isLoadingError } = useQuery(upcomingQuery(startOfDay(now).getTime()))
  const windows = useQuery(windowsQuery).data ?? []
  if (!data) return isLoadingError ? 'failed' : undefined
  const next = nextHighOf(data.announcements, now)
  const at = next ? Date.parse(next.starts_at) : 0
  if (!next || at - now > DAY_MS) return null
  const window = windows.find(({ announcements }) => announcements.includes(next.id))
  const crossed = window?.signals.length ?? 0
  const figures = [
    next.forecast !== null && t('todo.release.forecast', { value: written(next.forecast, next.indicator) }),
    next.previous !== null && t('todo.release.previous', { value: written(next.previous, next.indicator) }),
    crossed > 0 && t('todo.release.crossed', { count: crossed }),
  ]
  return {
    key: 'release',
    icon: CalendarClock,
    to: `/annonces?annonce=${next.id}`,
    title: `${titleOf(next)}, ${next.currency}`,
    text: figures.filter(Boolean).join(' · '),
    figure: <ImpactMark impact={next.impact} />,
    figureText: window
      ? t('todo.release.window', { from: format.time(window.starts_at), to: format.time(window.ends_at) })
      : '',
    due: t('todo.in', { time: format.duration(at - now) }),
    dueText: when(at, now).text,
    deadline: at,
    since: 0,
  }
}

function useTest(now: number): Found {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { data, isLoadingError } = useQuery(dailyQuery)
  if (!data) return isLoadingError ? 'failed' : undefined
  if (!data.test || data.result) return null
  const { streak, calendar, local_day } = data
  const closesAt = Date.parse(data.closes_at)
  return {
    key: 'test',
    icon: CalendarCheck2,
    to: '/test-journalier',
    title: t('todo.test.title'),
    text: t('todo.test.text', { minutes: data.minutes }),
    figure: <StreakBar calendar={calendar} today={local_day} />,
    figureText: streak.days > 0 ? t('todo.test.streak', { count: streak.days, best: streak.best }) : '',
    due: t('todo.left', { time: format.duration(closesAt - now) }),
    dueText: t('todo.until', { time: format.time(closesAt) }),
    deadline: closesAt,
    since: 0,
  }
}

function useMeeting(now: number): Found {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const format = useFormat()
  const when = useWhen()
  const { data, isLoadingError } = useQuery(meetingsQuery)
  if (!data) return isLoadingError ? 'failed' : undefined
  const coming = data.filter(
    ({ cancelled, starts_at }) =>
      !cancelled && Date.parse(starts_at) > now && Date.parse(starts_at) - now < WEEK_MS,
  )
  const next = coming.find(({ own }) => own !== null) ?? coming[0]
  if (!next) return null
  const { event, taken, own } = next
  const at = Date.parse(next.starts_at)
  return {
    key: 'meeting',
    icon: Video,
    to: `/communaute/evenements?seance=${next.id}`,
    title: event.title[language],
    text: [
      event.host?.name && t('todo.meeting.host', { name: event.host.name }),
      own && t(`todo.meeting.${own.state}`),
    ]
      .filter(Boolean)
      .join(' · '),
    figure: event.capacity === null ? null : <SeatsBar taken={taken} of={event.capacity} />,
    figureText:
      event.capacity === null
        ? t('todo.meeting.registered', { count: taken })
        : t('todo.meeting.seats', { count: taken, of: format.number(event.capacity) }),
    due: when(at, now).text,
    dueText: t('todo.in', { time: format.duration(at - now) }),
    deadline: at,
    since: 0,
  }
}

function useLesson(): Found {
  const { t, i18n } = useTranslation('dashboard')
  const format = useFormat()
  const { data, isLoadingError } = useQuery(begunLessonQuery)
  if (data === undefined) return isLoadingError ? 'failed' : undefined
  if (data === null) return null
  const { course, lesson, part, place, of, minutes } = data
  const share = of > 0 ? Math.min(1, place / of) : 0
  return {
    key: 'lesson',
    icon: GraduationCap,
    to: `/formations?cours=${course.slug}&lecon=${lesson.slug}`,
    title: titleIn(lesson.texts, i18n.language),
    text: titleIn(course.texts, i18n.language),
    figure: <SeatsBar taken={share} of={1} />,
    figureText:
      part === 'slides' && of > 0
        ? t('todo.lesson.slide', { place, of })
        : t('todo.lesson.share', { share: format.percent(share) }),
    due:
      minutes === null
        ? ''
        : t('todo.left', { time: format.duration(Math.ceil(minutes * (1 - share)) * 60_000) }),
    dueText: t('todo.lesson.noEnd'),
    deadline: null,
    since: Date.parse(data.updatedAt),
  }
}

function useThreads(now: number): Found {
  const { t } = useTranslation('dashboard')
  const { data, isLoadingError } = useQuery(unreadQuery)
  if (data === null) return null
  if (!data) return isLoadingError ? 'failed' : undefined
  if (data.followed === 0) return null
  return {
    key: 'threads',
    icon: MessagesSquare,
    to: '/communaute',
    title: t('todo.threads.title', { count: data.followed }),
    text: t('todo.threads.text'),
    figure: null,
    figureText: '',
    due: '',
    dueText: t('todo.threads.noEnd'),
    deadline: null,
    // After what somebody wrote to the member.
    since: now - WEEK_MS,
  }
}

function useTold(now: number): Found {
  const { t, i18n } = useTranslation('dashboard')
  const format = useFormat()
  const { data, isLoadingError } = useInfiniteQuery(notificationsQuery)
  if (!data) return isLoadingError ? 'failed' : undefined
  return data.pages
    .flat()
    .filter(
      ({ kind, read_at, withdrawn_at }) => PERSONAL.has(kind) && read_at === null && withdrawn_at === null,
    )
    .slice(0, MOST_PERSONAL)
    .map((told): Todo => {
      const { title, body } = notificationWords({ ...told, language: i18n.language })
      return {
        key: `told ${told.id}`,
        icon: told.category === 'community' ? MessagesSquare : Bell,
        to: told.link,
        title,
        text: body,
        figure: <i aria-hidden className="block size-2 rounded-pill bg-info" />,
        figureText: t('todo.unread'),
        due: format.relative(told.created_at, new Date(now)),
        dueText: '',
        deadline: null,
        since: Date.parse(told.created_at),
      }
    })
}
