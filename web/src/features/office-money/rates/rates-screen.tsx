import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { countryName } from '#lib/language/countries.ts'
import { hundredths, useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { minorUnits } from '#lib/money/minor-units.ts'
import { parisMoment } from '#lib/money/paris-day.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'
import { usePlanDesk, usePlanName } from '../plans/plans.ts'
import { RateForm } from './rate-form.tsx'
import { type ReferralRules, ratesQuery, useAddReferralRate, useAddTaxRate, useSaveRules } from './rates.ts'

/** Tax and commission rates, one row per first day, and the rules of the referral programme. */
export default function RatesScreen() {
  const { t } = useTranslation('office-money')
  const language = useLanguage()
  const rates = useQuery(ratesQuery)
  const plans = usePlanDesk()
  const planName = usePlanName()
  const addTax = useAddTaxRate()
  const addReferral = useAddReferralRate()
  const added = { onSuccess: () => toast({ title: t('rates.added') }) }
  if (rates.isLoadingError) return <ErrorState onRetry={() => void rates.refetch()} />
  const countries = [...new Set(rates.data?.taxes.map(({ country }) => country))]
  const paid = (plans.data ?? []).filter(({ tier }) => tier === 'premium')
  return (
    <div className="mx-auto grid w-full max-w-312 content-start gap-4 px-4 pt-5 pb-10 md:px-6">
      <header className="min-w-0">
        <PageTitle>{t('rates.title')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('rates.purpose')}</p>
      </header>
      {rates.data && plans.data ? (
        <>
          <RateCard title={t('rates.referral')} text={t('rates.referralText')}>
            <RateForm
              of={{
                label: t('rates.plan'),
                options: paid.map(({ slug }) => ({ value: slug, name: planName(slug) })),
              }}
              dayNeeded={false}
              busy={addReferral.isPending}
              error={addReferral.error}
              onAdd={({ of, percent, day }) =>
                addReferral.mutate({ plan: of, percent, ...(day && { starts_at: parisMoment(day) }) }, added)
              }
            />
            <RateRows
              rows={rates.data.referral.map(({ id, plan, percent, starts_at }) => ({
                key: String(id),
                of: plan,
                name: planName(plan),
                percent,
                from: starts_at,
              }))}
            />
          </RateCard>
          <RulesCard rules={rates.data.rules} />
          <RateCard title={t('rates.tax')} text={t('rates.taxText')}>
            <RateForm
              of={{
                label: t('rates.country'),
                options: countries.map((code) => ({ value: code, name: countryName(code, language) })),
              }}
              dayNeeded
              busy={addTax.isPending}
              error={addTax.error}
              onAdd={({ of, percent, day }) =>
                addTax.mutate({ country: of, rate: percent, starts_on: day }, added)
              }
            />
            <RateRows
              rows={rates.data.taxes.map(({ country, rate, starts_on }) => ({
                key: `${country} ${starts_on}`,
                of: country,
                name: countryName(country, language),
                percent: rate,
                from: parisMoment(starts_on),
              }))}
            />
          </RateCard>
        </>
      ) : (
        <Skeleton className="h-80" />
      )}
    </div>
  )
}

function RateCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card className="grid min-w-0 gap-4 p-4 md:p-6">
      <div>
        <h2 className="text-16 font-semibold">{title}</h2>
        <p className="text-pretty text-muted">{text}</p>
      </div>
      {children}
    </Card>
  )
}

type Row = { key: string; of: string; name: string; percent: number; from: string }

/** The rates of each country or plan, newest first; the first that has started is in force. */
function RateRows({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const begun = rows.filter(({ from }) => new Date(from) <= new Date())
  const inForce = (row: Row) => begun.find(({ of }) => of === row.of)?.key === row.key
  return (
    <ul className="divide-y divide-line border-t border-line">
      {rows.map((row) => (
        <li key={row.key} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{row.name}</span>
            <span className="tabular font-semibold">
              {format.percent(row.percent / 100, Number.isInteger(row.percent) ? 0 : 1)}
            </span>
            {inForce(row) ? (
              <Badge tone="info">{t('plans.inForce')}</Badge>
            ) : (
              <Badge>{t(new Date(row.from) > new Date() ? 'plans.toCome' : 'plans.past')}</Badge>
            )}
          </span>
          <span className="tabular text-13 text-muted">
            {t('plans.since', { day: format.parisDay(row.from) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const RULES = ['attribution_days', 'commission_months', 'hold_days', 'wallet_hold_hours'] as const

function RulesCard({ rules }: { rules: ReferralRules }) {
  const { t } = useTranslation('office-money')
  const save = useSaveRules()
  const [values, setValues] = useState(
    () =>
      ({
        ...Object.fromEntries(RULES.map((name) => [name, String(rules[name])])),
        payout_minimum: hundredths(rules.payout_minimum),
      }) as Record<(typeof RULES)[number] | 'payout_minimum', string>,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const minimum = minorUnits(values.payout_minimum)
    if (!minimum || RULES.some((name) => !Number.isInteger(Number(values[name])) || values[name] === ''))
      return
    save.mutate(
      {
        attribution_days: Number(values.attribution_days),
        commission_months: Number(values.commission_months),
        hold_days: Number(values.hold_days),
        wallet_hold_hours: Number(values.wallet_hold_hours),
        payout_minimum: minimum,
      },
      { onSuccess: () => toast({ title: t('rates.saved') }) },
    )
  }
  const set = (name: keyof typeof values) => (value: string) =>
    setValues((current) => ({ ...current, [name]: value }))
  return (
    <RateCard title={t('rates.rules')} text={t('rates.rulesText')}>
      <form onSubmit={submit} noValidate className="grid items-start gap-3 sm:grid-cols-3">
        {save.error !== null && (
          <div className="sm:col-span-3">
            <Notice refusal>{t(`refused.${moneyRefusalOf(save.error)}`)}</Notice>
          </div>
        )}
        {RULES.map((name) => (
          <Field key={name} label={t(`rates.rule.${name}`)} hint={t(`rates.range.${name}`)}>
            <NumberInput value={values[name]} onChange={set(name)} min="1" />
          </Field>
        ))}
        <Field label={t('rates.rule.payout_minimum')}>
          <NumberInput
            value={values.payout_minimum}
            onChange={set('payout_minimum')}
            digits={2}
            min="0.01"
            unit={rules.currency}
          />
        </Field>
        <Button type="submit" className="justify-self-start sm:col-span-3" busy={save.isPending}>
          {t('rates.save')}
        </Button>
      </form>
    </RateCard>
  )
}
