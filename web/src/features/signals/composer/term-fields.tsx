import type { ReactNode } from 'react'
import { type SignalProblem, STYLES, TIERS, TIMEFRAMES } from 'trading/signal'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import type { Draft } from './draft.ts'
import { ValidityField } from './validity-field.tsx'

type Props = {
  draft: Draft
  errorOf: (field: SignalProblem['field']) => string | undefined
  askOf: (field: SignalProblem['field']) => string | undefined
  markOf: (field: SignalProblem['field']) => ReactNode
  onChange: (change: Partial<Draft>) => void
}

/** Timeframe, style, audience, risk and validity. */
export function TermFields({ draft, errorOf, askOf, markOf, onChange }: Props) {
  const { t } = useTranslation('signals')
  const text = (field: 'timeframe' | 'style' | 'tier' | 'risk_percent') => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return (
    <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
      <Field
        label={t('field.timeframe')}
        error={errorOf('timeframe')}
        ask={askOf('timeframe')}
        optional={markOf('timeframe')}
      >
        <Select {...text('timeframe')}>
          {TIMEFRAMES.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('field.style')}
        error={errorOf('style')}
        ask={askOf('style')}
        optional={markOf('style')}
      >
        <Select {...text('style')}>
          {STYLES.map((value) => (
            <option key={value} value={value}>
              {t(`style.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('field.tier')} error={errorOf('tier')} optional={markOf('tier')}>
        <Select {...text('tier')}>
          {TIERS.map((value) => (
            <option key={value} value={value}>
              {t(`tier.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('field.risk_percent')}
        error={errorOf('risk_percent')}
        ask={askOf('risk_percent')}
        optional={markOf('risk_percent')}
      >
        <Input inputMode="decimal" {...text('risk_percent')} />
      </Field>
      <ValidityField
        className="col-span-2"
        minutes={draft.validity_minutes}
        error={errorOf('validity_minutes')}
        ask={askOf('validity_minutes')}
        mark={markOf('validity_minutes')}
        onChange={(validity_minutes) => onChange({ validity_minutes })}
      />
    </div>
  )
}
