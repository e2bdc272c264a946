import { SearchX } from 'lucide-react'
import { memo, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { courseOf, type Signal } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { useCalm } from '../use-calm.ts'

/** Renders again only when its own signal or its neighbours change, not for each arrival. */
const SignalPanel = memo(lazyPart(() => import('./signal-panel.tsx')))
const FollowBar = lazyPart(() =>
  import('../own/follow-bar.tsx').then(({ FollowBar }) => ({ default: FollowBar })),
)

/** The characters of a name in the address that are repeated to the reader. */
const LONGEST_NAME = 40

type Props = {
  /** The signal that the address names, if it exists. */
  signal: Signal | null
  /** The signal that a desktop's panel shows while the address names none. */
  fallback: Signal | null
  asked: boolean
  /** What the address names, if no signal bears that name. */
  unknown: string | null
  instruments: readonly MarketInstrument[]
  neighbours: readonly Signal[]
  onOpen: (signal: Signal | null) => void
}

/** Beside the list on a desktop, over it on a phone. */
export function SignalPlace({ signal, fallback, asked, unknown, instruments, neighbours, onOpen }: Props) {
  const { t } = useTranslation('signals')
  const isWide = useWide()
  const shown = signal ?? (isWide && !asked ? fallback : null)
  const instrument = instruments.find(({ symbol }) => symbol === shown?.symbol)
  const place = neighbours.findIndex(({ id }) => id === shown?.id)
  const close = useCallback(() => onOpen(null), [onOpen])
  const toPrevious = useStep(place < 0 ? undefined : neighbours[place - 1], onOpen)
  const toNext = useStep(place < 0 ? undefined : neighbours[place + 1], onOpen)
  const panel =
    unknown !== null ? (
      <UnknownSignal name={unknown} onClose={close} inSheet={!isWide} />
    ) : (
      shown &&
      instrument && (
        <Calmly>
          <SignalPanel
            key={shown.id}
            signal={shown}
            instrument={instrument}
            onClose={close}
            onPrevious={toPrevious}
            onNext={toNext}
            inSheet={!isWide}
          />
        </Calmly>
      )
    )
  if (isWide) {
    return (
      <section
        aria-label={t('panel.label')}
        className="min-w-0 self-start border-line lg:sticky lg:top-14 lg:max-h-[calc(100dvh-56px)] lg:overflow-y-auto lg:border-l"
      >
        {panel || <p className="p-12 text-center text-muted">{t('panel.none')}</p>}
      </section>
    )
  }
  return (
    <Sheet
      open={shown !== null || unknown !== null}
      onOpenChange={(open) => !open && onOpen(null)}
      title={
        unknown !== null
          ? t('panel.unknown.title')
          : shown && <SheetTitle signal={shown} name={instrument?.name ?? shown.symbol} />
      }
      footer={shown && instrument && <SheetFoot key={shown.id} signal={shown} instrument={instrument} />}
    >
      {panel}
    </Sheet>
  )
}

/** A sheet has the title already. */
function UnknownSignal({ name, onClose, inSheet }: { name: string; onClose: () => void; inSheet: boolean }) {
  const { t } = useTranslation('signals')
  return (
    <div
      className={
        inSheet ? 'grid justify-items-start gap-4 p-4' : 'grid justify-items-center gap-4 p-12 text-center'
      }
    >
      {!inSheet && <SearchX size={28} strokeWidth={1.5} className="text-muted" aria-hidden />}
      {!inSheet && <h2 className="font-semibold">{t('panel.unknown.title')}</h2>}
      <p className="max-w-md text-pretty wrap-anywhere text-muted">
        {t('panel.unknown.text', { name: name.slice(0, LONGEST_NAME) })}
      </p>
      <Button variant="outline" onClick={onClose}>
        {t('panel.unknown.back')}
      </Button>
    </div>
  )
}

/** Opens the signal next to the shown one; a stable function while that is the same signal. */
const useStep = (beside: Signal | undefined, onOpen: Props['onOpen']) =>
  useMemo(() => beside && (() => onOpen(beside)), [beside, onOpen])

/** The content is fetched once the list beside it has been painted: the list is usable earlier. */
function Calmly({ children }: { children: ReactNode }) {
  const waiting = <Skeleton className="m-4 h-120" />
  return useCalm() ? <Suspense fallback={waiting}>{children}</Suspense> : waiting
}

function SheetTitle({ signal, name }: { signal: Signal; name: string }) {
  const { t } = useTranslation('signals')
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {signal.signal_levels && <DirectionBadge direction={signal.signal_levels.direction} />}
      <span className="min-w-0 text-20 wrap-anywhere">{name}</span>
      <span className="text-13 font-normal text-muted">
        {signal.timeframe} · {t(`style.${signal.style as 'scalp' | 'intraday' | 'swing'}`)}
      </span>
    </span>
  )
}

/** The actions on a signal, within thumb's reach. */
function SheetFoot({ signal, instrument }: { signal: Signal; instrument: MarketInstrument }) {
  const course = courseOf(signal, instrument.digits)
  if (!course) return null
  return (
    <div className="flex gap-2">
      <Suspense fallback={<Skeleton className="h-11 flex-1" />}>
        <FollowBar signal={signal} instrument={instrument} course={course} compact />
      </Suspense>
    </div>
  )
}
