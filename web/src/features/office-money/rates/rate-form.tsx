import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/date/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'

type Props = {
  of: { label: string; options: readonly { value: string; name: string }[] }
  /** Whether a first day is required, tomorrow at the earliest; otherwise a rate may start at once. */
  dayNeeded: boolean
  busy: boolean
  error: unknown
  onAdd: (row: { of: string; percent: number; day: string }) => void
}

/** Adds a rate from a day on, for a country or a plan. */
export function RateForm({ of, dayNeeded, busy, error, onAdd }: Props) {
  const { t } = useTranslation('office-money')
  const [chosen, setChosen] = useState(of.options[0]?.value ?? '')
  const [percent, setPercent] = useState('')
  const [day, setDay] = useState('')
  const [tried, setTried] = useState(false)
  const rate = Number(percent)
  const sensible = percent !== '' && rate >= 0 && rate <= 50
  const coming = day === '' ? !dayNeeded : day > parisDay(new Date())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (sensible && coming && chosen) onAdd({ of: chosen, percent: rate, day })
  }
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-3 sm:grid-cols-3">
      {error !== null && (
        <div className="sm:col-span-3">
          <Notice refusal>{t(`refused.${moneyRefusalOf(error)}`)}</Notice>
        </div>
      )}
      <Field label={of.label}>
        <Select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {of.options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('rates.percent')} error={tried && !sensible ? t('rates.percentWrong') : undefined}>
        <NumberInput value={percent} onChange={setPercent} min="0" unit="%" />
      </Field>
      <Field
        label={t('rates.from')}
        hint={dayNeeded ? undefined : t('rates.atOnce')}
        error={tried && !coming ? t('rates.dayWrong') : undefined}
      >
        <DateInput value={day} onChange={setDay} today={parisDay(new Date())} />
      </Field>
      <Button type="submit" className="justify-self-start" busy={busy}>
        {t('rates.add')}
      </Button>
    </form>
  )
}
