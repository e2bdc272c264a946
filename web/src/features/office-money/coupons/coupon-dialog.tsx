import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { minorUnits } from '#lib/money/minor-units.ts'
import { parisDay, parisDayEnd } from '#lib/money/paris-day.ts'
import type { Period } from '#lib/money/plan.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/date/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'
import { usePlanDesk, usePlanName } from '../plans/plans.ts'
import { useMakeCoupon } from './coupons.ts'

/** Creates a coupon. A coupon is never edited, only ended, since customers rely on its terms. */
export function CouponDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('office-money')
  const planName = usePlanName()
  const plans = (usePlanDesk().data ?? []).filter(({ tier }) => tier === 'premium')
  const [form, setForm] = useState({ code: '', discount: '', plan: '', period: '', day: '', most: '' })
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [tried, setTried] = useState(false)
  const make = useMakeCoupon()
  const set = (change: Partial<typeof form>) => setForm((current) => ({ ...current, ...change }))
  const minor = minorUnits(form.discount)
  const discount = kind === 'amount' ? minor : /^\d{1,2}$/.test(form.discount) ? Number(form.discount) : null
  const wrong = {
    code: !/^[A-Z0-9][A-Z0-9-]{2,31}$/i.test(form.code.trim()),
    discount: discount === null || discount === 0 || (kind === 'percent' && discount > 90),
    most: form.most !== '' && !/^[1-9]\d{0,8}$/.test(form.most),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong.code || wrong.discount || wrong.most || discount === null) return
    make.mutate(
      {
        code: form.code,
        [kind]: discount,
        ...(form.plan ? { of_plan: form.plan } : {}),
        ...(form.period ? { of_period: form.period as Period } : {}),
        // The day entered is the last valid day.
        ...(form.day ? { ends_at: parisDayEnd(form.day) } : {}),
        ...(form.most ? { most: Number(form.most) } : {}),
      },
      {
        onSuccess: (code) => {
          toast({ title: t('coupons.made', { code }) })
          onClose()
        },
      },
    )
  }
  const error = (key: keyof typeof wrong, words: 'code_wrong' | 'discount_wrong' | 'most_wrong') =>
    tried && wrong[key] ? t(`refused.${words}`) : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('coupons.make')}
      description={t('coupons.makeNote')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="coupon" variant="primary" busy={make.isPending}>
            {t('coupons.makeDo')}
          </Button>
        </>
      }
    >
      <form id="coupon" onSubmit={submit} noValidate className="grid gap-4">
        {make.error !== null && <Notice refusal>{t(`refused.${moneyRefusalOf(make.error)}`)}</Notice>}
        <Field label={t('coupons.code')} hint={t('coupons.codeHint')} error={error('code', 'code_wrong')}>
          <Input
            value={form.code}
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
            className="uppercase"
            onChange={({ target }) => set({ code: target.value })}
          />
        </Field>
        <Segmented
          label={t('coupons.kind')}
          value={kind}
          onChange={setKind}
          options={(['percent', 'amount'] as const).map((value) => ({
            value,
            label: t(`coupons.kinds.${value}`),
          }))}
          block
        />
        <Field
          label={t('coupons.discount')}
          hint={t('coupons.discountHint')}
          error={error('discount', 'discount_wrong')}
        >
          <NumberInput
            value={form.discount}
            min="1"
            digits={kind === 'amount' ? 2 : 0}
            unit={kind === 'amount' ? brand.currency : '%'}
            onChange={(value) => set({ discount: value })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('payments.plan')}>
            <Select value={form.plan} onChange={({ target }) => set({ plan: target.value })}>
              <option value="">{t('coupons.anyPlan')}</option>
              {plans.map(({ slug }) => (
                <option key={slug} value={slug}>
                  {planName(slug)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('plans.period')}>
            <Select value={form.period} onChange={({ target }) => set({ period: target.value })}>
              <option value="">{t('coupons.anyPeriod')}</option>
              <option value="month">{t('periods.month')}</option>
              <option value="year">{t('periods.year')}</option>
            </Select>
          </Field>
          <Field label={t('coupons.lastDay')} hint={t('coupons.lastDayHint')}>
            <DateInput value={form.day} onChange={(day) => set({ day })} today={parisDay(new Date())} />
          </Field>
          <Field label={t('coupons.most')} hint={t('coupons.mostHint')} error={error('most', 'most_wrong')}>
            <NumberInput value={form.most} min="1" onChange={(most) => set({ most })} />
          </Field>
        </div>
      </form>
    </Dialog>
  )
}
