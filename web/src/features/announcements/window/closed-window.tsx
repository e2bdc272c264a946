import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Window, windowsQuery } from '#lib/announcements/announcement-queries.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { instrumentsQuery, openSignalsQuery } from '#lib/signals/live-signals.ts'
import { isOpen, type Signal } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { preferencesQuery } from '../preferences.ts'
import { SignalLanes } from './signal-lanes.tsx'

const WindowSettings = lazyPart(() => import('./window-settings.tsx'))

/** The period in which the reader opens nothing: one sentence, and its place among their open signals. */
export function ClosedWindow() {
  const { t } = useTranslation('announcements')
  const now = useNow()
  const { data: windows } = useQuery(windowsQuery)
  const { data: signals } = useQuery(openSignalsQuery)
  const { data: preferences } = useQuery(preferencesQuery)
  const [setting, setSetting] = useState(false)
  const coming = windows?.filter(({ ends_at }) => Date.parse(ends_at) > now) ?? []
  const next = coming.find(({ signals: crossed }) => crossed.length > 0) ?? coming[0]
  const open = signals?.filter(isOpen) ?? []
  const chosen =
    preferences &&
    (preferences.window_minutes === null
      ? t('window.off')
      : t('window.minutes', { count: preferences.window_minutes }))
  return (
    <Card className="overflow-hidden">
      <section aria-labelledby="closed-window">
        <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3 pb-2">
          <h2 id="closed-window" className="font-semibold">
            {t('window.title')}
          </h2>
          <div className="order-last w-full text-13 text-muted lg:order-none lg:w-auto lg:flex-1">
            {windows ? (
              <Sentence next={next} open={open} now={now} />
            ) : (
              <Skeleton className="h-5 w-80 max-w-full" />
            )}
          </div>
          <Button
            variant="ghost"
            size="sm"
            className="ml-auto self-center"
            // The name has the words that the button shows.
            aria-label={[t('window.settings'), chosen].filter(Boolean).join(' ')}
            onClick={() => setSetting(true)}
            icon={<SlidersHorizontal size={14} strokeWidth={1.75} aria-hidden />}
          >
            {chosen}
          </Button>
        </div>
        <SignalLanes signals={open} windows={coming} now={now} />
      </section>
      <Suspense fallback={null}>{setting && <WindowSettings onClose={() => setSetting(false)} />}</Suspense>
    </Card>
  )
}

/** What must not be done and until when, first; then what it concerns. */
function Sentence({ next, open, now }: { next: Window | undefined; open: readonly Signal[]; now: number }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const { data: instruments } = useQuery(instrumentsQuery)
  if (!next) return <p>{t('window.none')}</p>
  const { currency, starts_at, ends_at, firm, signals: crossed, symbols } = next
  const names = crossed.flatMap(({ id }) => open.find((signal) => signal.id === id)?.symbol ?? [])
  const [symbol, ...others] = [...new Set(names)]
  // With one signal crossed, its instrument is the shorter answer.
  const what = symbol && others.length === 0 ? nameOf(symbol) : null
  const times = { from: format.time(starts_at), to: format.time(ends_at) }
  // Within the seven days that windows are known for, a day needs no year.
  const day = format.dayMonth(starts_at)
  const later = day === format.dayMonth(now) ? (what ? 'laterFor' : 'later') : what ? 'laterForOn' : 'laterOn'
  const sealed = open.filter((signal) => !signal.signal_levels && symbols.includes(signal.symbol)).length
  function nameOf(of: string) {
    return instruments?.find((one) => one.symbol === of)?.name ?? of
  }
  return (
    <p className="text-pretty">
      <b className="font-medium text-text">
        {Date.parse(starts_at) <= now
          ? t(what ? 'window.nowFor' : 'window.now', { currency, instrument: what ?? '', to: times.to })
          : t(`window.${later}`, { currency, instrument: what ?? '', day, ...times })}
      </b>{' '}
      {crossed.length > 0 ? t('window.crosses', { count: crossed.length }) : t('window.crossesNone')}{' '}
      {firm &&
        t('window.firm', {
          name: firm.name,
          from: format.time(firm.starts_at),
          to: format.time(firm.ends_at),
        })}{' '}
      {sealed > 0 && (
        <>
          {t('window.sealedToo', { count: sealed })} <Link to="/abonnements">{t('window.offer')}</Link>
        </>
      )}
    </p>
  )
}
