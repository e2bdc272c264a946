import { useTranslation } from '#lib/i18n.ts'
import type { MarketInstrument } from '#lib/live-signals.ts'
import type { Signal } from '#lib/signal.ts'
import { Sheet } from '#ui/sheet.tsx'
import { useWide } from '#ui/use-wide.ts'
import { SignalPanel } from './signal-panel.tsx'

type Props = {
  /** The signal that the address names, when it is in the list. */
  signal: Signal | null
  /** What the panel of a desk shows while the address names none. */
  fallback: Signal | null
  asked: boolean
  instruments: readonly MarketInstrument[]
  neighbours: readonly Signal[]
  onOpen: (id: string | null) => void
}

/** Beside the list on a desk, over it on a phone. */
export function SignalPlace({ signal, fallback, asked, instruments, neighbours, onOpen }: Props) {
  const { t } = useTranslation('signals')
  const isWide = useWide()
  const shown = signal ?? (isWide && !asked ? fallback : null)
  const instrument = instruments.find(({ symbol }) => symbol === shown?.symbol)
  const place = neighbours.findIndex(({ id }) => id === shown?.id)
  const step = (by: number) => {
    const next = neighbours[place + by]
    return next ? () => onOpen(next.id) : undefined
  }
  const panel = shown && instrument && (
    <SignalPanel
      key={shown.id}
      signal={shown}
      instrument={instrument}
      onClose={() => onOpen(null)}
      onPrevious={step(-1)}
      onNext={step(1)}
      inSheet={!isWide}
    />
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
      open={shown !== null}
      onOpenChange={(open) => !open && onOpen(null)}
      title={instrument?.name ?? shown?.symbol ?? ''}
    >
      {panel}
    </Sheet>
  )
}
