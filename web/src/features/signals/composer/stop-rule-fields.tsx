import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import type { Draft } from './draft.ts'

type Rules = Pick<Draft, 'break_even_after' | 'trailing_distance' | 'trailing_after'>
type Props = {
  rules: Rules
  /** The number of targets: a rule needs one that is not the last. */
  targets: number
  errorOf: (field: keyof Rules) => string | undefined
  onChange: (change: Partial<Rules>) => void
}

/** How the stop follows after entry: to break-even, or trailing the price. */
export function StopRuleFields({ rules, targets, errorOf, onChange }: Props) {
  const { t } = useTranslation('signals')
  const waits = Array.from({ length: Math.max(0, targets - 1) }, (_, index) => String(index + 1))
  // A choice that is no longer possible with fewer targets still shows, with its refusal.
  const choices = (chosen: string) => (chosen === '' || waits.includes(chosen) ? waits : [...waits, chosen])
  const after = (chosen: string) =>
    choices(chosen).map((number) => (
      <option key={number} value={number}>
        {t('prepare.afterTarget', { number })}
      </option>
    ))
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <Field label={t('field.break_even_after')} error={errorOf('break_even_after')}>
        <Select
          value={rules.break_even_after}
          onChange={(event) => onChange({ break_even_after: event.target.value })}
        >
          <option value="">{t('prepare.never')}</option>
          {after(rules.break_even_after)}
        </Select>
      </Field>
      <Field
        label={t('field.trailing_distance')}
        optional={t('field.optional')}
        hint={t('prepare.trailingHint')}
        error={errorOf('trailing_distance')}
      >
        <Input
          inputMode="decimal"
          className="tabular"
          value={rules.trailing_distance}
          onChange={(event) => onChange({ trailing_distance: event.target.value })}
        />
      </Field>
      {rules.trailing_distance.trim() !== '' && (
        <Field label={t('field.trailing_after')} error={errorOf('trailing_after')}>
          <Select
            value={rules.trailing_after}
            onChange={(event) => onChange({ trailing_after: event.target.value })}
          >
            <option value="">{t('prepare.fromEntry')}</option>
            {after(rules.trailing_after)}
          </Select>
        </Field>
      )}
    </div>
  )
}
