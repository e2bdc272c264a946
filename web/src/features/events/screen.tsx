import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, CalendarX2, FilterX, Play } from 'lucide-react'
import { Fragment, Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { hasBegun, isOver, type Meeting, useMeetings } from '#lib/events/meetings.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { closuresQuery } from '#lib/market/closures.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useWide } from '#ui/use-wide.ts'
import { Agenda } from './agenda/agenda.tsx'
import { FreedSeat } from './agenda/freed-seat.tsx'
import { RsvpBar } from './agenda/rsvp-bar.tsx'
import { useMeetingWords } from './agenda/use-words.ts'
import { dayStart, FILTERS, type Filter, filterMeetings, monthOf } from './groups.ts'
import { Month } from './month/month.tsx'
import { ReplayCard } from './replay/replay-card.tsx'

const SubscribeToEvents = lazyPart(async () => ({
  default: (await import('./calendar/subscribe-to-events.tsx')).SubscribeToEvents,
}))
const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const DAY_MS = 86_400_000
/** How far the agenda reaches, and by how much more it shows when asked. */
const REACH_DAYS = 21

export default function EventsScreen() {
  return (
    <QueryBoundary>
      <Events />
    </QueryBoundary>
  )
}

/** The team's meetings (S-15): what comes next with its seats, the month, and replays with what came of what was said. */
function Events() {
  const { t } = useTranslation('events')
  const meetings = useMeetings()
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      {meetings.isLoadingError ? (
        <>
          <Head />
          <ErrorState className="mx-4 lg:mx-6" onRetry={() => void meetings.refetch()} />
        </>
      ) : meetings.data ? (
        <Loaded all={meetings.data} />
      ) : (
        <>
          <Head />
          <div aria-busy className="grid gap-4 px-4 lg:grid-cols-[minmax(0,456px)_minmax(0,1fr)] lg:px-6">
            <span className="sr-only">{t('title')}</span>
            <Skeleton className="h-96" />
            <Skeleton className="h-96 max-lg:hidden" />
          </div>
        </>
      )}
    </div>
  )
}

function Head({ sample = false }: { sample?: boolean }) {
  const { t } = useTranslation('events')
  const [subscribing, setSubscribing] = useState(false)
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 pt-4 pb-3 lg:px-6">
      <HelpTitle article="evenements-et-liste-attente">{t('title')}</HelpTitle>
      <p className="text-pretty text-muted max-lg:order-1 max-lg:col-span-2 max-sm:sr-only">{t('purpose')}</p>
      <div className="flex items-center justify-end gap-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {sample && (
          <Badge tone="line" className="max-sm:hidden">
            {t('demonstration')}
          </Badge>
        )}
        <Button icon={<CalendarPlus {...ICON} />} onClick={() => setSubscribing(true)}>
          <span className="max-[359px]:sr-only">{t('calendar.subscribe')}</span>
        </Button>
      </div>
      <Suspense fallback={null}>
        {subscribing && <SubscribeToEvents onClose={() => setSubscribing(false)} />}
      </Suspense>
    </header>
  )
}

/** The parameters of the address, with some of them changed. */
const changed = (current: URLSearchParams, values: Readonly<Record<string, string | null>>) => {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) current.delete(name)
    else current.set(name, value)
  }
  return current
}

function Loaded({ all }: { all: readonly Meeting[] }) {
  const { t } = useTranslation('events')
  const now = useNow()
  const wide = useWide()
  const [search, setSearch] = useSearchParams()
  const [reach, setReach] = useState(REACH_DAYS)
  const set = (values: Readonly<Record<string, string | null>>) =>
    setSearch((current) => changed(current, values), { replace: true })

  const filter = FILTERS.find((one) => one === search.get('filtre')) ?? null
  const coming = all.filter((meeting) => !isOver(meeting, now))
  const slug = search.get('evenement')
  const named =
    all.find(({ id }) => id === search.get('seance')) ??
    coming.find(({ event }) => event.slug === slug) ??
    null
  const horizon = Math.max(now + reach * DAY_MS, named ? Date.parse(named.starts_at) : 0)
  const listed =
    filter === 'replays' ? filterMeetings(all, filter).toReversed() : filterMeetings(coming, filter)
  const shown =
    filter === 'replays' || filter === 'inscriptions'
      ? listed
      : listed.filter(({ starts_at }) => Date.parse(starts_at) <= horizon)
  const { data: closed = [] } = useQuery(closuresQuery)
  // Where only some meetings are listed, what markets do is beside the point.
  const closures = filter === null ? closed : []
  const today = dayStart(now)
  const listedClosures = closures.filter(({ day }) => day >= today && day.getTime() <= horizon)
  const offered = coming.find(({ own }) => own?.state === 'offered')
  // Nothing named: the next one that the reader can still decide on.
  const next =
    shown.find((meeting) => !meeting.cancelled && meeting.own === null && !hasBegun(meeting, now)) ?? shown[0]
  const opened =
    search.get('seance') === 'aucune'
      ? null
      : (named ?? (filter === 'replays' ? null : (offered ?? next)) ?? null)
  const month = search.get('mois') ?? monthOf(opened ? opened.starts_at : now)
  const replays = all.filter(({ replay }) => replay !== null)
  const watched = opened?.replay ? opened : (replays.at(-1) ?? null)
  const onMonthTab = !wide && search.get('vue') === 'mois'

  const open = (id: string | null) => set({ seance: id ?? 'aucune', evenement: null, vue: null })
  const counts: Partial<Record<Filter, number>> = {
    inscriptions: filterMeetings(coming, 'inscriptions').length,
    replays: replays.length,
  }
  const soon = coming.filter(({ starts_at }) => Date.parse(starts_at) <= now + REACH_DAYS * DAY_MS).length

  return (
    <>
      <Head sample={all.some(({ event }) => event.demonstration)} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be narrower than its chips */}
      <div
        role="group"
        aria-label={t('filters.label')}
        className="flex items-center gap-2 overflow-x-auto px-4 pb-4 [scrollbar-width:none] lg:px-6"
      >
        <Chip selected={filter === null} count={soon} onClick={() => set({ filtre: null, seance: null })}>
          {t('filters.all')}
        </Chip>
        {FILTERS.map((one) => (
          <Fragment key={one}>
            {one === 'replays' && <span className="mx-1 h-5 w-px shrink-0 bg-line-strong" />}
            <Chip
              selected={filter === one}
              {...(counts[one] === undefined ? {} : { count: counts[one] })}
              onClick={() => set({ filtre: filter === one ? null : one, seance: null })}
            >
              {one === 'replays' && <Play size={14} strokeWidth={1.75} aria-hidden />}
              {t(`filters.${one}`)}
            </Chip>
          </Fragment>
        ))}
      </div>
      {!wide && (
        <div className="px-4 pb-3">
          <Segmented
            block
            label={t('views.label')}
            value={onMonthTab ? 'mois' : 'agenda'}
            onChange={(view) => set({ vue: view === 'mois' ? 'mois' : null })}
            options={[
              { value: 'agenda', label: t('views.agenda') },
              { value: 'mois', label: t('views.mois') },
            ]}
          />
        </div>
      )}
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] border-t border-line lg:grid-cols-[minmax(0,456px)_minmax(0,1fr)] xl:grid-cols-[504px_minmax(0,1fr)]">
        {!onMonthTab && (
          <div className="min-w-0 px-4 pt-2 pb-6 lg:border-r lg:border-line lg:px-6">
            {offered && <FreedSeat meeting={offered} />}
            {shown.length + listedClosures.length > 0 ? (
              <Agenda
                meetings={shown}
                all={all}
                closures={listedClosures}
                now={now}
                opened={opened?.id ?? null}
                onOpen={open}
              />
            ) : (
              <Empty filter={filter} coming={coming} onAll={() => set({ filtre: null })} />
            )}
            {shown.length < listed.length && (
              <Button variant="ghost" className="mt-1" onClick={() => setReach(reach + REACH_DAYS)}>
                {t('more')}
              </Button>
            )}
          </div>
        )}
        <div className="grid min-w-0 content-start gap-4 px-4 pt-4 pb-20 lg:px-6 lg:pb-6">
          {(wide || onMonthTab) && (
            <Month
              month={month}
              meetings={filterMeetings(all, filter)}
              closures={closures}
              now={now}
              opened={opened?.id ?? null}
              onMonth={(to) => set({ mois: to })}
              onOpen={open}
            />
          )}
          {watched?.replay && !onMonthTab && (
            <ReplayCard key={watched.id} meeting={watched} replay={watched.replay} />
          )}
        </div>
      </div>
      {!wide && opened && <RsvpBar meeting={opened} now={now} />}
    </>
  )
}

function Empty({
  filter,
  coming,
  onAll,
}: {
  filter: Filter | null
  coming: readonly Meeting[]
  onAll: () => void
}) {
  const { t } = useTranslation('events')
  const words = useMeetingWords()
  const [nearest] = coming
  if (filter === null || (filter === 'replays' && !nearest))
    return (
      <div className="pt-2">
        <EmptyState
          icon={<CalendarX2 size={20} strokeWidth={1.75} aria-hidden />}
          title={t(filter === 'replays' ? 'empty.replays' : 'empty.title')}
        >
          {t(filter === 'replays' ? 'empty.replaysText' : 'empty.text')}
        </EmptyState>
      </div>
    )
  return (
    <div className="pt-2">
      <EmptyState
        icon={<FilterX size={20} strokeWidth={1.75} aria-hidden />}
        title={t(
          filter === 'inscriptions'
            ? 'empty.inscriptions'
            : filter === 'replays'
              ? 'empty.replays'
              : 'empty.filtered',
        )}
        action={<Button onClick={onAll}>{t('empty.all')}</Button>}
      >
        {filter === 'replays'
          ? t('empty.replaysText')
          : nearest
            ? t('empty.filteredText', words(nearest))
            : t('empty.filteredNone')}
      </EmptyState>
    </div>
  )
}
