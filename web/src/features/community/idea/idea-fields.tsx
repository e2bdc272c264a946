import { Decimal } from 'decimal.js'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { entryPrice, type Levels } from 'trading/levels'
import { pipsBetween } from 'trading/market/instruments'
import { TIMEFRAMES } from 'trading/signal'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useDistance } from '#lib/market/distance.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { targetR } from '#lib/signals/signal.ts'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import type { IdeaForm } from './idea-form.ts'

type Props = {
  form: IdeaForm
  levels: Levels | null
  instruments: readonly MarketInstrument[]
  instrument: MarketInstrument | undefined
  errorOf: (field: string) => string | undefined
  /** A counter-thesis opens with its signal: nothing to choose. */
  countering: boolean
  onChange: (change: Partial<IdeaForm>) => void
}

/** Instrument, side and levels, each with what it amounts to. */
export function LevelFields({ form, levels, instruments, instrument, errorOf, onChange }: Props) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const distance = useDistance()
  const quote = useQuote(instrument?.symbol)
  const text = (field: 'entry_low' | 'entry_high' | 'stop_loss' | 'target_1' | 'target_2') => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    className: 'tabular',
    value: form[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  const apart = (one: Decimal, other: string) =>
    instrument ? distance(instrument, pipsBetween(instrument, one, new Decimal(other)).abs()) : ''
  const entry = levels && entryPrice(levels)
  const measurable = levels && entry && !entry.equals(levels.stop_loss)
  const target = (place: number) => levels?.targets[place]
  const reward = (place: number) => {
    const one = target(place)
    if (!measurable || !one) return undefined
    const share = levels.targets.length === 1 ? 'whole' : place === 0 ? 'half' : 'rest'
    return t(`form.${share}`, { r: format.r(targetR(levels, one.price)) })
  }
  const minutes = (Date.parse(form.valid_until) - Date.now()) / 60_000
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_168px_1fr]">
        <Field label={t('form.instrument')} error={errorOf('symbol')} className="max-sm:col-span-2">
          <Combobox
            value={form.symbol || null}
            onChange={(symbol) => onChange({ symbol })}
            choices={instruments.map(({ symbol, name }) => ({ value: symbol, label: name }))}
            placeholder={t('form.choose')}
          />
        </Field>
        <Field label={t('form.direction')} error={errorOf('direction')} className="max-[359px]:col-span-2">
          <div className="grid h-11 items-center *:h-11 *:w-full **:data-[state]:h-9.5">
            <Segmented
              block
              label={t('form.direction')}
              value={form.direction}
              onChange={(direction) => onChange({ direction })}
              options={(['buy', 'sell'] as const).map((side) => {
                const Arrow = side === 'buy' ? ArrowUp : ArrowDown
                const tone = form.direction !== side ? '' : side === 'buy' ? 'text-gain' : 'text-loss'
                return {
                  value: side,
                  label: (
                    <span className={`inline-flex items-center gap-1.5 ${tone}`}>
                      <Arrow size={14} aria-hidden />
                      {t(`direction.${side}`)}
                    </span>
                  ),
                }
              })}
            />
          </div>
        </Field>
        <Field label={t('form.timeframe')} error={errorOf('timeframe')} className="max-[359px]:col-span-2">
          <Select value={form.timeframe} onChange={(event) => onChange({ timeframe: event.target.value })}>
            {TIMEFRAMES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Field
          label={t('form.entryFrom')}
          error={errorOf('entry_low')}
          hint={
            entry && quote && instrument ? t('form.away', { distance: apart(entry, quote.bid) }) : undefined
          }
        >
          <Input {...text('entry_low')} />
        </Field>
        <Field label={t('form.entryTo')} error={errorOf('entry_high')}>
          <Input {...text('entry_high')} />
        </Field>
        <Field
          label={t('form.stop')}
          error={errorOf('stop_loss')}
          hint={measurable ? t('form.oneR', { distance: apart(entry, levels.stop_loss) }) : undefined}
          className="max-sm:col-span-2"
        >
          <Input {...text('stop_loss')} />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_1.75fr]">
        <Field label={t('form.target', { number: 1 })} error={errorOf('targets')} hint={reward(0)}>
          <Input {...text('target_1')} />
        </Field>
        <Field label={t('form.target', { number: 2 })} hint={reward(1) ?? t('form.optional')}>
          <Input {...text('target_2')} />
        </Field>
        <Field
          label={t('form.validUntil')}
          error={errorOf('validity_minutes')}
          hint={minutes > 0 ? format.duration(minutes * 60_000) : undefined}
          className="grid-cols-[minmax(0,1fr)] max-sm:col-span-2"
        >
          <Input
            type="datetime-local"
            className="tabular min-w-0 text-14!"
            value={form.valid_until}
            onChange={(event) => onChange({ valid_until: event.target.value })}
          />
        </Field>
      </div>
    </>
  )
}

/** Facts apart from opinion, and what would prove it wrong. */
export function WordFields({ form, errorOf, onChange }: Pick<Props, 'form' | 'errorOf' | 'onChange'>) {
  const { t } = useTranslation('ideas')
  return (['facts', 'opinion', 'counter_thesis'] as const).map((field) => (
    <Field
      key={field}
      label={t(`form.${field}`)}
      optional={field === 'counter_thesis' ? t('form.provesWrong') : undefined}
      error={errorOf(field)}
    >
      <Textarea
        rows={2}
        className="field-sizing-content max-h-60 text-14!"
        value={form[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </Field>
  ))
}

/** Whether it is open at once, or under escrow until a time. */
export function EscrowField({ form, errorOf, countering, onChange }: Props) {
  const { t } = useTranslation('ideas')
  if (countering) return <p className="text-13 text-pretty text-muted">{t('form.countering')}</p>
  return (
    <Field
      label={t('form.escrow')}
      optional={t('form.optional')}
      error={errorOf('deadline')}
      hint={t('form.escrowHint')}
    >
      <Input
        type="datetime-local"
        className="tabular min-w-0 text-14!"
        value={form.deadline}
        onChange={(event) => onChange({ deadline: event.target.value })}
      />
    </Field>
  )
}
