import { ChevronDown, ChevronUp, History, X } from 'lucide-react'
import type { Language } from 'mails/languages'
import { memo, Suspense, useState } from 'react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Course, courseOf, isOpen, type Signal } from '#lib/signals/signal.ts'
import { NextAnnouncement } from '#parts/announcements/next-announcement.tsx'
import { HelpLink } from '#parts/help/help-link.tsx'
import { TwoReadings } from '#parts/ideas/two-readings.tsx'
import { Errata } from '#parts/report-error/errata.tsx'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { AnalystActions } from '../composer/analyst-actions.tsx'
import { Requested } from '../composer/requested.tsx'
import { FollowBar } from '../own/follow-bar.tsx'
import { MembersBlock, OwnTradeBlock } from '../own/own-trade.tsx'
import { StateLabel } from '../state-label.tsx'
import { LevelList } from './level-list.tsx'
import { MissingMinutesNote } from './missing-minutes.tsx'
import { PanelFigures } from './panel-figures.tsx'
import { SealRow } from './seal-row.tsx'
import { SignalEvents } from './signal-events.tsx'
import { Thesis } from './thesis.tsx'

const PublishedChart = lazyPart(() => import('./published-chart.tsx'))
const SignalChart = lazyPart(() => import('./signal-chart.tsx'))
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  signal: Signal
  instrument: MarketInstrument
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  inSheet: boolean
}

/** The open signal: chart, key figures, actions, events, thesis and counter-thesis, and the seal. */
export default function SignalPanel({ signal, instrument, onClose, onPrevious, onNext, inSheet }: Props) {
  const { t, i18n } = useTranslation('signals')
  const course = courseOf(signal, instrument.digits)
  return (
    <div className={inSheet ? 'pb-4' : ''}>
      <header
        className={classNames(
          'flex min-h-14 items-center gap-3 border-b border-line px-4 py-2',
          // The sheet's own title says all this.
          inSheet && 'hidden',
        )}
      >
        {course && <DirectionBadge direction={course.levels.direction} />}
        <h2 className="min-w-0 text-20 font-semibold wrap-anywhere">{instrument.name}</h2>
        <p className="min-w-24 flex-1 text-pretty text-muted">
          {instrument.description[i18n.language as Language]} · {signal.timeframe} ·{' '}
          {t(`style.${signal.style as 'scalp' | 'intraday' | 'swing'}`)}
        </p>
        <span className="tabular text-13 text-muted max-xl:hidden">
          {t('own.number', { number: signal.number })}
        </span>
        {signal.tier === 'freemium' && (
          <Badge tone="line" className="max-sm:hidden">
            {t('openToAll')}
          </Badge>
        )}
        <span className="flex">
          <Button
            variant="ghost"
            iconOnly
            disabled={!onPrevious}
            onClick={onPrevious}
            aria-label={t('panel.previous')}
            aria-keyshortcuts="k"
            icon={<ChevronUp {...icon} />}
          />
          <Button
            variant="ghost"
            iconOnly
            disabled={!onNext}
            onClick={onNext}
            aria-label={t('panel.next')}
            aria-keyshortcuts="j"
            icon={<ChevronDown {...icon} />}
          />
          <Button
            variant="ghost"
            iconOnly
            onClick={onClose}
            aria-label={t('panel.close')}
            icon={<X {...icon} />}
          />
        </span>
      </header>
      {course ? (
        <OpenSignal signal={signal} instrument={instrument} course={course} inSheet={inSheet} />
      ) : (
        <LockedSignal signal={signal} />
      )}
      <p className="border-t border-line px-4 py-4 text-12 text-pretty text-muted">{t('risk')}</p>
    </div>
  )
}

function LockedSignal({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  return (
    <div className="grid gap-4 p-4">
      <p className="flex flex-wrap items-center gap-3">
        <StateLabel state={signal.signal_states.state} />
        <span className="text-13 text-muted">
          {t('own.publishedBy', {
            author: signal.author_name,
            time: format.dateTimeWithZone(signal.published_at),
          })}
        </span>
      </p>
      <div aria-hidden className="hatched h-2 rounded-[4px] opacity-40" />
      <p className="max-w-xl text-pretty">
        {t('own.lockedText')} <HelpLink article="signal-premium-ferme" />
      </p>
      <p>
        <Button variant="outline" asChild>
          <Link to="/abonnements">{t('locked.offer')}</Link>
        </Button>
      </p>
      <SealRow signal={signal} />
    </div>
  )
}

/** Neither a list that moves beside it nor a price renders all this again: components that show a price subscribe to it. */
const OpenSignal = memo(function OpenSignal({
  signal,
  instrument,
  course,
  inSheet,
}: {
  signal: Signal
  instrument: MarketInstrument
  course: Course
  inSheet: boolean
}) {
  const { t } = useTranslation('signals')
  return (
    <>
      <Suspense fallback={<Skeleton className="m-4 h-85" />}>
        <SignalChart signal={signal} instrument={instrument} course={course} />
      </Suspense>
      <MissingMinutesNote signal={signal} />
      <PanelFigures signal={signal} instrument={instrument} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        {!inSheet && <FollowBar signal={signal} instrument={instrument} course={course} />}
        <AnalystActions signal={signal} />
        <span className="flex items-center gap-2.5 not-first:ml-auto">
          <StateLabel state={signal.signal_states.state} />
          <Validity signal={signal} />
        </span>
        <Requested signal={signal} />
      </div>
      {isOpen(signal) && (
        <NextAnnouncement
          instrument={instrument}
          // An order that waits is touched until it expires.
          {...(signal.signal_states.state === 'pending' ? { until: Date.parse(signal.expires_at) } : {})}
          className="border-t border-line px-4"
        />
      )}
      <OwnTradeBlock signal={signal} instrument={instrument} />
      <LevelList signal={signal} course={course} instrument={instrument} />
      <MembersBlock signal={signal} instrument={instrument} />
      <div className="grid border-t border-line xl:grid-cols-2">
        <section aria-labelledby="events" className="px-4 py-4">
          <div className="mb-4 flex items-center gap-2">
            <h3 id="events" className="font-semibold">
              {t('events.title')}
            </h3>
            <HelpLink article="lire-un-signal" />
          </div>
          <SignalEvents signal={signal} digits={instrument.digits} />
        </section>
        <Thesis signal={signal} digits={instrument.digits} />
      </div>
      <TwoReadings signal={signal.id} running={isOpen(signal)} />
      <Snapshot signal={signal} instrument={instrument} course={course} />
      <div className="grid justify-items-start gap-2 px-4 pb-4 *:first:w-full">
        <SealRow signal={signal} />
        <Errata figure={{ kind: 'signal', number: signal.number }} />
        {!isOpen(signal) && <ReportError figure={{ kind: 'signal', number: signal.number }} />}
      </div>
    </>
  )
})

/** The chart at publication, on demand: a second chart is only worth its cost then. */
function Snapshot({
  signal,
  instrument,
  course,
}: {
  signal: Signal
  instrument: MarketInstrument
  course: Course
}) {
  const { t } = useTranslation('signals')
  const [shown, setShown] = useState(false)
  return (
    <div className="grid gap-3 border-t border-line px-4 py-4">
      <Button
        variant="outline"
        className="justify-self-start"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
        icon={<History {...icon} />}
      >
        {t(shown ? 'read.snapshot.hide' : 'read.snapshot.show')}
      </Button>
      {shown && (
        <Suspense fallback={<Skeleton className="h-75" />}>
          <PublishedChart signal={signal} instrument={instrument} course={course} />
        </Suspense>
      )}
    </div>
  )
}

/** How long a pending order stays valid; for a filled one, since when it runs. */
function Validity({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const now = useNow()
  // A teaser must not reveal its expiry: an order that outlives it must have been filled.
  if (!isOpen(signal) || !signal.signal_levels) return null
  const entered = signal.signal_events?.find(({ kind }) => kind === 'entered')?.at
  if (signal.signal_states.state === 'active' && !entered) return null
  const at = entered ?? signal.expires_at
  return (
    <time dateTime={at} className="tabular text-13 text-muted">
      {entered
        ? t('read.since', { time: format.duration(now - Date.parse(entered)) })
        : t('left', { time: format.duration(Date.parse(at) - now) })}
    </time>
  )
}
