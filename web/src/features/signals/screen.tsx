import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheck, Plus, Volume2, VolumeX } from 'lucide-react'
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { gatherArrivals } from '#lib/live/arrivals.ts'
import { useSession } from '#lib/session/session.tsx'
import {
  instrumentsQuery,
  openSignalsQuery,
  refreshClosedSignals,
  signalQuery,
  useLiveSignals,
} from '#lib/signals/live-signals.ts'
import { isNamed, isOpen, type Signal } from '#lib/signals/signal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useWide } from '#ui/use-wide.ts'
import { chime, useSound } from './arrival-sound.ts'
import { areShifted, closedSignalsQuery, withClosed } from './closed-signals.ts'
import { useUnasked } from './composer/use-unasked.ts'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered, passes, readFilters } from './filters.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { SignalPlace } from './panel/signal-place.tsx'
import { PerformanceStrip } from './performance-strip.tsx'
import { SignalList } from './signal-list.tsx'

const Composer = lazyPart(() => import('./composer/composer.tsx'))
const MyTrades = lazyPart(() => import('./own/my-trades.tsx'))

const NOTHING: readonly Signal[] = []

/** The signals: figures, filters, the list, and the open signal beside or over it. */
export default function SignalsScreen() {
  const { t } = useTranslation('signals')
  const { tier, staffRole } = useSession()
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const running = useQuery(openSignalsQuery)
  const { group: _group, ...asClosed } = filters
  const closed = useInfiniteQuery(closedSignalsQuery(asClosed))
  const instruments = useQuery(instrumentsQuery)
  const [sound, setSound] = useSound()
  const nameOf = useMemo(
    () => new Map(instruments.data?.map(({ symbol, name }) => [symbol, name])),
    [instruments.data],
  )
  const held = useMemo(
    () => withClosed(running.data ?? [], closed.data?.pages.flatMap(({ signals }) => signals) ?? []),
    [running.data, closed.data],
  )

  /** The signals published from this screen. */
  const own = useRef(new Set<string>())
  // Toasts are announced by themselves, so this is said and shown once.
  const tell = useEffectEvent((published: readonly Signal[]) => {
    // An analyst who has just published was told so already.
    const arrived = published.filter(({ id }) => !own.current.has(id))
    const [only] = arrived
    if (!only) return
    toast({
      title:
        arrived.length === 1
          ? t('arrived', { instrument: nameOf.get(only.symbol) ?? only.symbol })
          : t('own.arrivals', { count: arrived.length }),
    })
    if (sound) chime()
  })
  const arrivals = useRef<ReturnType<typeof gatherArrivals<Signal>>>(undefined)
  useEffect(() => {
    arrivals.current = gatherArrivals<Signal>(tell)
    return () => arrivals.current?.stop()
  }, [])
  const cache = useQueryClient()
  useLiveSignals(tier, ({ kind, signal }, isNew) => {
    if (isNew && kind === 'published') arrivals.current?.add(signal)
    // The ended ones are one more, and their pages change.
    if (!isOpen(signal)) void refreshClosedSignals(cache)
  })
  // Loading more while the pages are read again would cancel that read.
  useEffect(() => {
    if (areShifted(closed.data?.pages ?? [])) void refreshClosedSignals(cache)
  }, [cache, closed.data])

  const kindOf = useMemo(() => {
    const kinds = new Map(instruments.data?.map(({ symbol, class: kind }) => [symbol, kind]))
    return (symbol: string) => kinds.get(symbol)
  }, [instruments.data])
  const shown = useMemo(
    () => held.filter((signal) => passes(signal, filters, kindOf)),
    [held, filters, kindOf],
  )
  // A signal that ended while shown is in no other count until the pages are read again.
  const closedCount = Math.max(
    closed.data?.pages.at(-1)?.count ?? 0,
    held.filter((signal) => !isOpen(signal)).length,
  )
  const ready = running.isSuccess && closed.isSuccess
  // Not before the active ones have loaded: an ended one would open in their place, and stay.
  const unasked = useUnasked(ready ? shown : NOTHING)
  const isWide = useWide()
  const asked = search.get('signal')
  const inList = held.find((signal) => isNamed(signal, asked)) ?? null
  // An older one, from a link or from the member's own trades.
  const elsewhere = useQuery({
    ...signalQuery(asked ?? ''),
    enabled: asked !== null && ready && inList === null,
  })
  const signal = inList ?? (asked === null ? null : (elsewhere.data ?? null))
  const name = useCallback(
    (named: string | null) => setSearch((current) => withParameters(current, { signal: named, vue: null })),
    [setSearch],
  )
  const open = useCallback((one: Signal | null) => name(one && String(one.number)), [name])
  const mine = search.get('vue') === 'mes-trades'
  useListKeys(shown, open)
  const composing = search.get('compose') === '1' && staffRole !== null
  const compose = (on: boolean) =>
    setSearch((current) => withParameters(current, { compose: on ? '1' : null }))
  // A single change of the address: a second one would start from the address before the first.
  const showPublished = (id: string) => {
    own.current.add(id)
    setSearch((current) => withParameters(current, { compose: null, signal: id, vue: null }))
  }
  const demonstration = held.some((signal) => signal.demonstration)

  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-3 lg:px-6">
        <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
          <PageTitle>{t('title')}</PageTitle>
          <p className="text-pretty text-muted max-lg:order-1 max-lg:col-span-2 max-sm:sr-only">
            {t('purpose')}
          </p>
          <div className="flex flex-wrap items-center justify-end gap-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            {demonstration && (
              <Badge tone="line" className="max-lg:hidden">
                {t('demonstration')}
              </Badge>
            )}
            <Button
              variant={mine ? 'inverse' : 'ghost'}
              aria-pressed={mine}
              onClick={() =>
                setSearch((current) =>
                  withParameters(current, { vue: mine ? null : 'mes-trades', signal: null }),
                )
              }
              icon={<BookmarkCheck size={16} strokeWidth={1.75} aria-hidden />}
            >
              <span className={staffRole ? 'max-sm:sr-only' : ''}>{t('own.mine')}</span>
            </Button>
            <Button
              variant="ghost"
              iconOnly
              aria-pressed={sound}
              aria-label={t('sound')}
              onClick={() => setSound(!sound)}
              icon={
                sound ? (
                  <Volume2 size={16} strokeWidth={1.75} aria-hidden />
                ) : (
                  <VolumeX size={16} strokeWidth={1.75} aria-hidden />
                )
              }
            />
            {staffRole && (
              <Button
                variant="primary"
                onClick={() => compose(true)}
                icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
              >
                <span className="max-sm:hidden">{t('compose.open')}</span>
                <span className="sm:hidden">{t('compose.publish')}</span>
              </Button>
            )}
          </div>
        </header>
        {!mine && (
          <>
            <PerformanceStrip days={filters.days} symbol={filters.symbol} demonstration={demonstration} />
            <FilterBar
              filters={filters}
              signals={held}
              closed={closed.isSuccess ? closedCount : null}
              instruments={instruments.data ?? []}
            />
          </>
        )}
      </div>
      {mine ? (
        <section aria-label={t('own.mine')} className="border-t border-line px-4 py-4 lg:px-6">
          <p className="mb-4 text-13 text-muted">{t('own.mineText')}</p>
          <Suspense fallback={<ListSkeleton />}>
            <MyTrades instruments={instruments.data ?? []} onOpen={name} />
          </Suspense>
        </section>
      ) : (
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)] border-t border-line lg:grid-cols-[minmax(0,456px)_minmax(0,1fr)]">
          <div className="min-w-0 px-4 py-4 lg:px-6">
            {running.isLoadingError || closed.isLoadingError ? (
              <ErrorState onRetry={() => void Promise.all([running.refetch(), closed.refetch()])} />
            ) : !ready ? (
              <ListSkeleton />
            ) : (
              <SignalList
                signals={shown}
                closed={{
                  count: filters.group === null || filters.group === 'closed' ? closedCount : 0,
                  hasMore: closed.hasNextPage,
                  busy: closed.isFetchingNextPage,
                  failed: closed.isFetchNextPageError,
                  onMore: () => void closed.fetchNextPage(),
                }}
                opened={(isWide && asked === null ? unasked : signal)?.id ?? null}
                onOpen={open}
                instruments={instruments.data ?? []}
                filtered={isFiltered(filters)}
              />
            )}
          </div>
          <SignalPlace
            signal={signal}
            fallback={unasked}
            asked={asked !== null}
            unknown={signal === null && elsewhere.isSuccess ? asked : null}
            instruments={instruments.data ?? []}
            neighbours={shown}
            onOpen={open}
          />
        </div>
      )}
      {composing && (
        <Suspense fallback={null}>
          <Composer
            onClose={() => compose(false)}
            onPublished={showPublished}
            onFollowed={(id) =>
              setSearch((current) => withParameters(current, { compose: null, signal: id, vue: null }))
            }
          />
        </Suspense>
      )}
    </div>
  )
}

/** j and k move through the list, Escape closes the signal. Keys typed into a field are ignored. */
function useListKeys(signals: readonly Signal[], open: (signal: Signal | null) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.closest('input, textarea, select, [role="dialog"], [contenteditable]')
      )
        return
      // Keys may come faster than renders: the address knows what is open.
      const opened = new URLSearchParams(window.location.search).get('signal')
      const place = signals.findIndex((signal) => isNamed(signal, opened))
      if (event.key === 'j') open(signals[Math.min(signals.length - 1, place + 1)] ?? null)
      else if (event.key === 'k') open(signals[Math.max(0, place - 1)] ?? null)
      else if (event.key === 'Escape' && opened) open(null)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [signals, open])
}
