import type { ReactNode } from 'react'
import type { Levels } from 'trading/levels'
import type { SignalProblem } from 'trading/signal'
import { useTranslation } from '#lib/language/i18n.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Quote } from '#lib/signals/signal.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { OrderOffer } from '../own/order-offer.tsx'
import type { Draft } from './draft.ts'
import { StopRuleFields } from './stop-rule-fields.tsx'
import { TargetFields } from './target-fields.tsx'

type Props = {
  draft: Draft
  levels: Levels | null
  /** The current price, if it makes the order another one than was chosen. */
  quote: Quote | null | undefined
  instruments: readonly MarketInstrument[]
  errorOf: (field: SignalProblem['field']) => string | undefined
  askOf: (field: SignalProblem['field']) => string | undefined
  markOf: (field: SignalProblem['field']) => ReactNode
  onChange: (change: Partial<Draft>) => void
}

/** The instrument, its prices, and how the stop follows. */
export function LevelFields({ draft, levels, quote, instruments, errorOf, askOf, markOf, onChange }: Props) {
  const { t } = useTranslation('signals')
  const price = (field: 'entry_low' | 'entry_high' | 'stop_loss') => ({
    inputMode: 'decimal' as const,
    className: 'tabular',
    value: draft[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return (
    <>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
        <Field
          className="max-md:col-span-2"
          label={t('field.symbol')}
          error={errorOf('symbol')}
          ask={askOf('symbol')}
          optional={markOf('symbol')}
        >
          <Select value={draft.symbol} onChange={(event) => onChange({ symbol: event.target.value })}>
            <option value="">{t('field.choose')}</option>
            {instruments.map(({ symbol, name }) => (
              <option key={symbol} value={symbol}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          className="max-md:col-span-2"
          label={t('field.direction')}
          error={errorOf('direction')}
          ask={askOf('direction')}
          optional={markOf('direction')}
        >
          <Segmented
            block
            label={t('field.direction')}
            value={draft.direction}
            onChange={(direction) => onChange({ direction })}
            options={[
              { value: 'buy', label: t('direction.buy') },
              { value: 'sell', label: t('direction.sell') },
            ]}
          />
        </Field>
        <Field
          className="max-md:col-span-2"
          label={t('field.order_type')}
          error={errorOf('order_type')}
          ask={askOf('order_type')}
          optional={markOf('order_type')}
        >
          <Segmented
            block
            label={t('field.order_type')}
            value={draft.order_type}
            onChange={(order_type) => onChange({ order_type })}
            options={(['market', 'limit', 'stop'] as const).map((value) => ({
              value,
              label: t(`order.${value}`),
            }))}
          />
        </Field>
        <Field
          label={t('field.entry_low')}
          error={errorOf('entry_low')}
          ask={askOf('entry_low')}
          optional={markOf('entry_low')}
        >
          <Input {...price('entry_low')} />
        </Field>
        <Field
          label={t('field.entry_high')}
          optional={<span className="max-sm:hidden">{t('field.optional')}</span>}
          error={errorOf('entry_high')}
        >
          <Input {...price('entry_high')} />
        </Field>
        <Field
          className="max-md:col-span-2"
          label={t('field.stop_loss')}
          error={errorOf('stop_loss')}
          ask={askOf('stop_loss')}
          optional={markOf('stop_loss')}
        >
          <Input {...price('stop_loss')} />
        </Field>
      </div>
      {levels && quote && <OrderOffer levels={levels} quote={quote} onChange={onChange} />}
      <TargetFields
        targets={draft.targets}
        levels={levels}
        error={errorOf('targets')}
        ask={askOf('targets')}
        mark={markOf('targets')}
        onChange={(targets) => onChange({ targets })}
      />
      <StopRuleFields rules={draft} targets={draft.targets.length} errorOf={errorOf} onChange={onChange} />
    </>
  )
}
