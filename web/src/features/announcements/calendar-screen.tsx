import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, History } from 'lucide-react'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { type Announcement, isTimed, startOfDay } from '#lib/announcements/announcement.ts'
import {
  calendarQuery,
  placeQuery,
  upcomingQuery,
  useLiveCalendar,
  windowsQuery,
} from '#lib/announcements/announcement-queries.ts'
import { nextHighOf } from '#lib/announcements/calendar.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { instrumentsQuery, openSignalsQuery } from '#lib/signals/live-signals.ts'
import { isOpen } from '#lib/signals/signal.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { useWide } from '#ui/use-wide.ts'
import { DetailPlace } from './detail/detail-place.tsx'
import { AnnouncementList, type ListHandle } from './list/announcement-list.tsx'
import { EmptyList } from './list/empty-list.tsx'
import { CalendarSearch, FilterBar } from './list/filter-bar.tsx'
import { type Filters, passes, rangeOf, readFilters, writeFilters } from './list/filters.ts'
import { LoadingList } from './list/loading-list.tsx'
import { MonthDensity } from './list/month-density.tsx'
import { linesOf } from './list/rows.ts'
import { NextCard } from './next-card.tsx'
import { KnownBand, TimeMachine } from './time-machine.tsx'
import { ClosedWindow } from './window/closed-window.tsx'

const SubscribeToAnnouncements = lazyPart(() => import('./subscribe-to-announcements.tsx'))
const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const MINUTE_MS = 60_000
const NOTHING: readonly Announcement[] = []

/** The economic calendar: when to open nothing, what comes and what came, and the open announcement beside it. */
export function CalendarScreen() {
  const { t } = useTranslation('announcements')
  const now = useNow()
  const wide = useWide()
  const [search, setSearch] = useSearchParams()
  // Opening an announcement changes the address, but not what is listed: thousands of rows are not ordered anew.
  const chosen = writeFilters(new URLSearchParams(), readFilters(search)).toString()
  const filters = useMemo(() => readFilters(new URLSearchParams(chosen)), [chosen])
  const list = useRef<ListHandle>(null)
  useLiveCalendar()

  const today = startOfDay(now).getTime()
  const { from, until } = useMemo(() => rangeOf(filters, today), [filters, today])
  const calendar = useQuery(calendarQuery(from, until, filters.known))
  const upcoming = useQuery(upcomingQuery(today))
  const { data: windows } = useQuery(windowsQuery)
  const touched = useTouchedCurrencies()
  const announcements = calendar.data?.announcements ?? NOTHING
  const passing = useMemo(
    () => announcements.filter((one) => passes(one, filters, touched)),
    [announcements, filters, touched],
  )
  // Announcements are on full minutes: the second does not order thousands of them anew.
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  // While the past is shown, now has no line in it.
  const lines = useMemo(
    () =>
      linesOf(passing, filters.known === null ? minute : Date.parse(filters.known), from, until).filter(
        ({ kind }) => kind !== 'now' || filters.known === null,
      ),
    [passing, filters.known, minute, from, until],
  )
  const rows = useMemo(
    () =>
      lines.flatMap((line) =>
        line.kind === 'announcement' && line.announcement.kind !== 'holiday' ? [line.announcement] : [],
      ),
    [lines],
  )
  const next = nextHighOf(upcoming.data?.announcements ?? NOTHING, now)

  const asked = search.get('annonce')
  const indicator = search.get('indicateur')
  const here = announcements.find(({ id }) => id === asked)
  // From a notification, a search or a link: it may be on another day than those shown.
  const place = useQuery({
    ...placeQuery({ announcement: asked, indicator }),
    enabled: calendar.isSuccess && !here && (asked !== null || indicator !== null),
  })
  const day = startOfDay(place.data?.starts_at ?? now)
  const elsewhere = useQuery({
    ...calendarQuery(day, startOfDay(day, 1), filters.known),
    enabled: place.data != null && !here,
  })
  const named = here ?? elsewhere.data?.announcements.find(({ id }) => id === place.data?.id) ?? null
  const shown =
    named ?? (wide && asked === null ? (rows.find(({ id }) => id === next?.id) ?? rows[0] ?? null) : null)
  const open = useCallback(
    (id: string | null) => setSearch((current) => withParameters(current, { annonce: id, indicateur: null })),
    [setSearch],
  )
  const change = useCallback(
    (changes: Partial<Filters>) =>
      setSearch((current) => writeFilters(current, { ...readFilters(current), ...changes })),
    [setSearch],
  )
  const openDay = useCallback((day: string) => change({ view: 'today', day }), [change])
  const isClosed = useCallback(
    (one: Announcement) =>
      isTimed(one) &&
      (windows ?? []).some(
        ({ currency, starts_at, ends_at }) =>
          currency === one.currency && starts_at <= one.starts_at && one.starts_at <= ends_at,
      ),
    [windows],
  )
  const toNow = () => {
    if (filters.view === 'week' && filters.day === null && filters.known === null)
      return list.current?.toNow()
    setSearch((current) =>
      writeFilters(current, { ...readFilters(current), view: 'week', day: null, known: null }),
    )
  }
  const close = () => (asked === null ? false : open(null))
  useKeys({
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
    t: toNow,
    '/': () => {
      const field = [...document.querySelectorAll<HTMLInputElement>('[data-calendar-search] input')].find(
        (one) => one.offsetParent !== null,
      )
      field?.focus()
      return field !== undefined
    },
    Escape: close,
  })

  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <Head
        filters={filters}
        sample={calendar.data?.sample ?? false}
        onKnown={(known) => change({ known })}
      />
      {filters.known !== null && <KnownBand known={filters.known} onNow={() => change({ known: null })} />}
      {filters.known === null && (
        <div className="grid gap-2 px-4 lg:px-6">
          {!wide && next && <NextCard announcement={next} />}
          <ClosedWindow />
        </div>
      )}
      <FilterBar
        filters={filters}
        now={now}
        currencies={[...new Set(announcements.map(({ currency }) => currency))].sort()}
        touching={
          announcements.filter(({ currency, kind }) => kind !== 'holiday' && touched.has(currency)).length
        }
        onNow={toNow}
      />
      {filters.view === 'month' && calendar.isSuccess && (
        <MonthDensity from={from} announcements={passing} today={today} onDay={openDay} />
      )}
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] border-t border-line lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] xl:grid-cols-[minmax(0,1fr)_456px]">
        <div className="min-w-0 pb-6">
          {calendar.isLoadingError ? (
            <ErrorState className="m-4 lg:m-6" onRetry={() => void calendar.refetch()} />
          ) : !calendar.isSuccess ? (
            <LoadingList />
          ) : rows.length === 0 && lines.every(({ kind }) => kind !== 'announcement') ? (
            <EmptyList
              filters={filters}
              upcoming={upcoming.data?.announcements ?? NOTHING}
              touched={touched}
              onChange={change}
            />
          ) : (
            <>
              <AnnouncementList
                handle={list}
                lines={lines}
                now={now}
                opened={shown?.id ?? null}
                known={filters.known}
                next={next}
                isClosed={isClosed}
                onOpen={open}
              />
              <p className="px-4 pt-4 text-12 text-pretty text-muted lg:px-6">{t('legend')}</p>
            </>
          )}
        </div>
        <DetailPlace
          announcement={shown}
          rows={rows}
          sources={calendar.data?.sources ?? {}}
          known={filters.known}
          missing={asked !== null && place.isSuccess && place.data === null}
          onOpen={open}
        />
      </div>
    </div>
  )
}

function Head({
  filters,
  sample,
  onKnown,
}: {
  filters: Filters
  sample: boolean
  onKnown: (known: string) => void
}) {
  const { t } = useTranslation('announcements')
  const [asking, setAsking] = useState<'feed' | 'known' | null>(null)
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 pt-4 pb-3 lg:px-6">
      <HelpTitle article="annonces-fenetre">{t('title')}</HelpTitle>
      <p className="text-pretty text-muted max-lg:order-1 max-lg:col-span-2 max-sm:sr-only">
        {t('purpose', { zone: zoneName() })}
      </p>
      <div className="flex items-center justify-end gap-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {sample && (
          <Badge tone="line" className="max-sm:hidden">
            {t('sample.calendar')}
          </Badge>
        )}
        <CalendarSearch filters={filters} className="w-56 max-lg:hidden" />
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('known.open')}
          title={t('known.open')}
          onClick={() => setAsking('known')}
          icon={<History {...ICON} />}
        />
        <Button
          onClick={() => setAsking('feed')}
          icon={<CalendarPlus {...ICON} />}
          aria-label={t('feed.subscribe')}
        >
          <span className="max-sm:hidden">{t('feed.subscribe')}</span>
        </Button>
      </div>
      <Suspense fallback={null}>
        {asking === 'feed' && <SubscribeToAnnouncements onClose={() => setAsking(null)} />}
      </Suspense>
      {asking === 'known' && (
        <TimeMachine
          onClose={() => setAsking(null)}
          onKnown={(known) => {
            setAsking(null)
            onKnown(known)
          }}
        />
      )}
    </header>
  )
}

/** `UTC+1`, of the reader's clock now. */
const zoneName = (): string =>
  new Intl.DateTimeFormat('fr', { timeZoneName: 'shortOffset' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The currencies of the instruments of the reader's open signals, sealed ones too: their instrument is no secret. */
function useTouchedCurrencies(): ReadonlySet<string> {
  const { data: signals } = useQuery(openSignalsQuery)
  const { data: instruments } = useQuery(instrumentsQuery)
  return useMemo(() => {
    const symbols = new Set(signals?.filter(isOpen).map(({ symbol }) => symbol))
    return new Set(
      instruments
        ?.filter(({ symbol }) => symbols.has(symbol))
        .flatMap(({ baseCurrency, quoteCurrency }) => [baseCurrency, quoteCurrency]),
    )
  }, [signals, instruments])
}
