import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { MoneyRefusal } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { FilterChip } from '#ui/chip.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'

type Props = {
  /** The code in capitals; empty for none. */
  value: string
  onChange: (code: string) => void
  refusal: MoneyRefusal | null
  applied: boolean
}

/** A coupon for the first payment, behind a button, since most people have none. */
export function CouponField({ value, onChange, refusal, applied }: Props) {
  const { t } = useTranslation('payment')
  const [open, setOpen] = useState(value !== '')
  const [typed, setTyped] = useState(value)
  const apply = () => onChange(typed.trim().toUpperCase())
  if (applied) {
    return (
      <FilterChip
        label={t('coupon.remove', { code: value })}
        onRemove={() => {
          setTyped('')
          onChange('')
        }}
      >
        {t('coupon.applied', { code: value })}
      </FilterChip>
    )
  }
  if (!open) {
    return (
      <Button size="sm" variant="ghost" className="-ml-2" onClick={() => setOpen(true)}>
        {t('coupon.have')}
      </Button>
    )
  }
  return (
    <Field label={t('coupon.label')} error={refusal ? t(`refusals.${refusal}`) : undefined}>
      <div className="flex gap-2">
        <div className="min-w-0 flex-1">
          <Input
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            className="uppercase"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter in this field must not submit the order.
              event.preventDefault()
              apply()
            }}
          />
        </div>
        <Button size="lg" variant="outline" onClick={apply}>
          {t('coupon.apply')}
        </Button>
      </div>
    </Field>
  )
}
