import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Decimal } from 'trading/decimal'
import { convert } from 'trading/market/exchange-rate'
import { averageExit } from 'trading/member-trade'
import { useTranslation } from '#lib/language/i18n.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { instrumentsQuery, type MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Course, isOpen, type Signal } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { PriceInput } from '#ui/form/price-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useAccountRate } from './account-rate.ts'
import { localMinute } from './own-position.ts'
import { type OwnTrade, useOwnTrade } from './own-queries.ts'
import { useSize } from './size-figure.tsx'

const REFUSALS = ['entered_before_publication', 'time_to_come', 'entry_past_stop', 'levels_not_open'] as const

type Props = {
  signal: Signal
  instrument: MarketInstrument
  course: Course
  trade: OwnTrade | undefined
  onClose: () => void
}

/** The member's own fill, prefilled from the signal and the market; for a closed signal, with the model's exit. */
export default function TradeForm({ signal, instrument, course, trade, onClose }: Props) {
  const { t } = useTranslation('signals')
  const quote = useQuote(signal.symbol)
  const instruments = useQuery(instrumentsQuery).data ?? []
  const { size, account } = useSize(instrument, course)
  const currency = trade?.currency ?? account.currency
  const rate = useAccountRate(instruments, instrument.quoteCurrency, currency)
  const { save } = useOwnTrade(signal.id, trade !== undefined)
  const first = usual(signal, instrument, course, quote)
  const [form, setForm] = useState({
    entry: trade?.entry_price ?? first.entry,
    enteredAt: localMinute(trade?.entered_at ?? first.enteredAt),
    exit: trade?.exit_price ?? (trade?.entry_price ? '' : first.exit),
    exitedAt: trade?.exited_at
      ? localMinute(trade.exited_at)
      : first.exitedAt
        ? localMinute(first.exitedAt)
        : '',
    lots: trade?.lots ?? (trade?.entry_price || !size || size.lots.isZero() ? '' : size.lots.toFixed()),
    fees: trade?.fees_minor ? new Decimal(trade.fees_minor).dividedBy(100).toFixed() : '',
    note: trade?.note ?? '',
  })
  const set = (change: Partial<typeof form>) => setForm((now) => ({ ...now, ...change }))
  const conversion = trade?.conversion_rate ?? (rate && convert(new Decimal(1), rate).toFixed(12))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.entry === '' || form.enteredAt === '') return
    save.mutate(
      {
        status: 'taken',
        entry_price: form.entry,
        entered_at: new Date(form.enteredAt).toISOString(),
        exit_price: form.exit === '' ? null : form.exit,
        exited_at: form.exit === '' ? null : new Date(form.exitedAt || Date.now()).toISOString(),
        lots: form.lots === '' || conversion === null ? null : form.lots,
        currency,
        conversion_rate: form.lots === '' ? null : conversion,
        fees_minor: form.fees === '' ? 0 : new Decimal(form.fees).times(100).round().toNumber(),
        note: form.note.trim(),
      },
      { onSuccess: onClose },
    )
  }
  const refusal = REFUSALS.find((key) => key === (save.error as { message?: string } | null)?.message)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('own.form.title', { instrument: instrument.name })}
      description={t('own.form.text')}
    >
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2 [&_input]:min-w-0">
          <Field label={t('own.form.entry')}>
            <PriceInput
              digits={instrument.digits}
              value={form.entry}
              onChange={(entry) => set({ entry })}
              required
            />
          </Field>
          <Field label={t('own.form.enteredAt')}>
            <Input
              type="datetime-local"
              required
              min={localMinute(signal.published_at)}
              max={localMinute(Date.now())}
              value={form.enteredAt}
              onChange={(event) => set({ enteredAt: event.target.value })}
            />
          </Field>
          <Field label={t('own.form.exit')} optional={t('field.optional')} hint={t('own.form.exitHint')}>
            <PriceInput digits={instrument.digits} value={form.exit} onChange={(exit) => set({ exit })} />
          </Field>
          <Field label={t('own.form.exitedAt')} optional={t('field.optional')}>
            <Input
              type="datetime-local"
              min={form.enteredAt}
              max={localMinute(Date.now())}
              value={form.exitedAt}
              onChange={(event) => set({ exitedAt: event.target.value })}
            />
          </Field>
          <Field
            label={t('own.form.lots')}
            optional={t('field.optional')}
            hint={conversion === null ? t('own.form.noRate', { currency }) : t('own.form.lotsHint')}
          >
            <NumberInput
              value={form.lots}
              onChange={(lots) => set({ lots })}
              digits={2}
              step="0.01"
              min="0.01"
            />
          </Field>
          <Field label={t('own.form.fees')} optional={t('field.optional')}>
            <NumberInput
              value={form.fees}
              onChange={(fees) => set({ fees })}
              digits={2}
              unit={currency}
              min="0"
            />
          </Field>
        </div>
        <Field label={t('own.form.note')} optional={t('field.optional')}>
          <Textarea
            rows={2}
            maxLength={2000}
            value={form.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </Field>
        {save.isError && (
          <p role="alert" className="text-13 text-loss">
            {refusal ? t(`own.refusal.${refusal}`) : t('own.failed')}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 text-12 text-pretty text-muted">{t('own.form.private')}</p>
          <span className="flex gap-2">
            <Button onClick={onClose}>{t('act.back')}</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {t('own.form.save')}
            </Button>
          </span>
        </div>
      </form>
    </Dialog>
  )
}

/** The likely values: the current price while it runs; the model's fill and its average exit once it has ended. */
function usual(
  signal: Signal,
  instrument: MarketInstrument,
  { levels, trade }: Course,
  quote: { bid: string; ask: string } | undefined,
) {
  const entered = signal.signal_events?.find(({ kind }) => kind === 'entered')
  const now = new Date().toISOString()
  const r = signal.signal_states.realised_r
  if (isOpen(signal) || !entered?.price || r === null) {
    const price = quote && (levels.direction === 'buy' ? quote.ask : quote.bid)
    return { entry: price ?? '', enteredAt: now, exit: '', exitedAt: null }
  }
  const fill = trade.fill?.toFixed() ?? entered.price
  const { direction, stop_loss: stop } = levels
  return {
    entry: new Decimal(fill).toFixed(instrument.digits),
    enteredAt: entered.at,
    exit: averageExit({ direction, stop, price: fill, r }).toFixed(instrument.digits),
    exitedAt: signal.signal_states.closed_at,
  }
}
