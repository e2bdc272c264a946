import { type FormEvent, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { minorUnits } from '#lib/money/minor-units.ts'
import { parisDay, parisMoment } from '#lib/money/paris-day.ts'
import type { Period } from '#lib/money/plan.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/date/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'
import { type DeskPlan, useAddPrice } from './plans.ts'

/** Adds a price from a day on. Existing contracts keep theirs: the dialog shows how many, and until when at least. */
export function PriceDialog({ plan, onClose }: { plan: DeskPlan; onClose: () => void }) {
  const { t } = useTranslation('office-money')
  const language = useLanguage()
  const format = useFormat()
  const [period, setPeriod] = useState<Period>('month')
  const [amount, setAmount] = useState('')
  const [day, setDay] = useState('')
  const [tried, setTried] = useState(false)
  const add = useAddPrice()
  const minor = minorUnits(amount)
  const held = plan.prices.filter(
    (price) => price.period === period && price.holders + price.test_holders > 0 && price.next_renewal,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (minor === null || minor === 0) return
    add.mutate(
      {
        plan: plan.slug,
        period,
        amount: minor,
        currency: brand.currency,
        ...(day ? { starts_at: parisMoment(day) } : {}),
      },
      {
        onSuccess: () => {
          toast({ title: t('plans.priceAdded') })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('plans.newPriceOf', { plan: plan.name[language] })}
      description={t('plans.newPriceNote')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="price" variant="primary" busy={add.isPending}>
            {t('plans.addPrice')}
          </Button>
        </>
      }
    >
      <form id="price" onSubmit={submit} noValidate className="grid gap-4">
        {add.error !== null && <Notice refusal>{t(`refused.${moneyRefusalOf(add.error)}`)}</Notice>}
        <Segmented
          label={t('plans.period')}
          value={period}
          onChange={setPeriod}
          options={(['month', 'year'] as const).map((value) => ({ value, label: t(`periods.${value}`) }))}
          block
        />
        <Field label={t('plans.amount')} error={tried && !minor ? t('plans.amountWrong') : undefined}>
          <NumberInput value={amount} onChange={setAmount} digits={2} min="0.01" unit={brand.currency} />
        </Field>
        <Field label={t('plans.from')} hint={t('plans.fromHint')}>
          <DateInput value={day} onChange={setDay} today={parisDay(new Date())} />
        </Field>
        <section
          aria-label={t('plans.whoKeeps')}
          className="grid gap-2 rounded-card border border-line bg-well p-4"
        >
          <h3 className="text-13 font-medium">{t('plans.whoKeeps')}</h3>
          {held.length === 0 ? (
            <p className="text-13 text-muted">{t('plans.nobodyKeeps')}</p>
          ) : (
            held.map((price) => (
              <p key={price.id} className="text-13 text-pretty text-muted">
                {t('plans.keep', {
                  count: price.holders + price.test_holders,
                  price: format.moneyShort(price.amount, price.currency),
                  first: format.parisDay(price.next_renewal),
                  last: format.parisDay(price.last_renewal),
                })}
              </p>
            ))
          )}
        </section>
      </form>
    </Dialog>
  )
}
