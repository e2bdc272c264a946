import { useEffect, useEffectEvent, useState } from 'react'
import type { SignalUpdate } from 'trading/paste/signal-update'
import { useTranslation } from '#lib/language/i18n.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { FollowSignal } from './follow-signal.tsx'

type Props = {
  text: string
  update: SignalUpdate
  /** The open signals that the message may be about. */
  signals: readonly Signal[]
  instruments: readonly MarketInstrument[]
  onDone: (signal: Signal) => void
  onNew: () => void
}

/** A message about an open signal: which one, and what it may mean. Several signals are listed, none is chosen for the author. */
export function FollowUp({ text, update, signals, instruments, onDone, onNew }: Props) {
  const { t } = useTranslation('signals')
  const [chosen, choose] = useState<string | null>(null)
  const signal = signals.length === 1 ? signals[0] : signals.find(({ id }) => id === chosen)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select')
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'n') return
    event.preventDefault()
    onNew()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const nameOf = (symbol: string) => instruments.find((one) => one.symbol === symbol)?.name ?? symbol
  return (
    <section aria-label={t('follow.title')} className="grid gap-4">
      <h2 className="text-16 font-semibold">{t('follow.title')}</h2>
      {signals.length === 0 && <p className="text-13 text-muted">{t('follow.none')}</p>}
      {signals.length > 1 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-13 text-muted">{t('follow.which')}</legend>
          <div className="flex flex-wrap gap-2">
            {signals.map(({ id, symbol, number, signal_levels: levels }) => (
              <Button
                key={id}
                variant={id === chosen ? 'inverse' : 'outline'}
                aria-pressed={id === chosen}
                onClick={() => choose(id)}
              >
                {[
                  levels && t(`direction.${levels.direction}`),
                  nameOf(symbol),
                  t('follow.number', { number }),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {signal && (
        <FollowSignal
          key={signal.id}
          text={text}
          update={update}
          signal={signal}
          instrument={instruments.find(({ symbol }) => symbol === signal.symbol)}
          onDone={() => onDone(signal)}
        />
      )}
      <Button variant="ghost" className="justify-self-start" onClick={onNew}>
        {t('follow.isNew')}
        <Kbd>N</Kbd>
      </Button>
    </section>
  )
}
