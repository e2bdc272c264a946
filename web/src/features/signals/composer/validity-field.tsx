import { type ReactNode, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { minutesOf, UNITS, type Unit, type Validity, validityOf } from './validity.ts'

type Props = {
  minutes: string
  error: string | undefined
  ask: string | undefined
  mark: ReactNode
  className: string
  onChange: (minutes: string) => void
}

/** How long a signal may wait for its entry, in the unit that people think in. */
export function ValidityField({ minutes, error, ask, mark, className, onChange }: Props) {
  const { t } = useTranslation('signals')
  const [typed, setTyped] = useState<Validity>(() => validityOf(minutes))
  // Pasted values and templates choose their unit; typing keeps the chosen one.
  const shown = minutesOf(typed) === minutes ? typed : validityOf(minutes)
  const change = (part: Partial<Validity>) => {
    const next = { ...shown, ...part }
    setTyped(next)
    onChange(minutesOf(next))
  }
  return (
    <Field className={className} label={t('field.validity_minutes')} error={error} ask={ask} optional={mark}>
      <div className="grid grid-cols-2 gap-2">
        <Input
          inputMode="decimal"
          className="tabular"
          value={shown.amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
        {/* The label belongs to the amount. */}
        <Select
          id={undefined}
          aria-label={t('asked.unit')}
          value={shown.unit}
          onChange={(event) => change({ unit: event.target.value as Unit })}
        >
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {t(`asked.${unit}`)}
            </option>
          ))}
        </Select>
      </div>
    </Field>
  )
}
