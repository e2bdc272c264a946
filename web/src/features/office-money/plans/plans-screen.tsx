import { useState } from 'react'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { ALLOWANCE_KINDS, ALLOWANCES } from '#lib/money/allowance-kinds.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PlanForm } from './plan-form.tsx'
import { type DeskPlan, type DeskPrice, usePlanDesk } from './plans.ts'
import { PriceDialog } from './price-dialog.tsx'
import { SaleSwitch } from './sale-switch.tsx'

const NEW = 'Nouvelle'

/** The plans: their texts and quotas, their prices, and the number of contracts at each price. */
export default function PlansScreen() {
  const { t } = useTranslation('office-money')
  const language = useLanguage()
  const [search, setSearch] = useSearchParams()
  const plans = usePlanDesk()
  const edit = (slug: string | null) =>
    setSearch((current) => withParameters(current, { formule: slug }), { replace: true })
  const named = search.get('formule')
  const edited = plans.data?.find(({ slug }) => slug === named)
  // NEW contains capital letters, which no slug does.
  const making = named === NEW
  return (
    <div className="mx-auto grid w-full max-w-312 content-start gap-4 px-4 pt-5 pb-10 md:px-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <PageTitle>{t('plans.title')}</PageTitle>
          <p className="mt-0.5 text-pretty text-muted">{t('plans.purpose')}</p>
        </div>
        <Button variant="primary" onClick={() => edit(NEW)}>
          {t('plans.new')}
        </Button>
      </header>
      {plans.data ? (
        plans.data.map((plan) => <PlanCard key={plan.slug} plan={plan} onEdit={() => edit(plan.slug)} />)
      ) : plans.isLoadingError ? (
        <ErrorState onRetry={() => void plans.refetch()} />
      ) : (
        <Skeleton className="h-80" />
      )}
      <DetailSheet
        full
        open={edited !== undefined || making}
        title={making ? t('plans.new') : edited?.name[language]}
        onClose={() => edit(null)}
      >
        {(edited || making) && <PlanForm key={named} plan={edited ?? null} onDone={() => edit(null)} />}
      </DetailSheet>
    </div>
  )
}

function PlanCard({ plan, onEdit }: { plan: DeskPlan; onEdit: () => void }) {
  const { t } = useTranslation('office-money')
  const language = useLanguage()
  const format = useFormat()
  const [pricing, setPricing] = useState(false)
  const quotas = [
    ...ALLOWANCE_KINDS.map((kind) => {
      const { [kind]: count = ALLOWANCES[kind].otherwise } = plan.allowances
      return count === null ? t(`plans.unlimited.${kind}`) : t(`plans.amounts.${kind}`, { count })
    }),
    plan.export_months === null
      ? t('plans.exportAll')
      : plan.export_months === 0
        ? t('plans.exportNone')
        : t('plans.exportCount', { count: plan.export_months }),
    ...(plan.every_lesson ? [t('plans.everyLesson')] : []),
  ]
  return (
    <Card className="grid min-w-0 gap-4 p-4 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 text-16 font-semibold">
            {plan.name[language]}
            <SaleBadge plan={plan} />
          </h2>
          <p className="text-pretty text-muted">{plan.pitch[language]}</p>
          <p className="mt-1 text-13 text-pretty text-muted">{quotas.join(' · ')}</p>
          {plan.tier === 'premium' && (
            <p className="mt-1 text-13 text-pretty text-muted">
              {t('plans.members', { count: plan.members })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            onClick={onEdit}
            aria-label={t('plans.editOf', { plan: plan.name[language] })}
          >
            {t('plans.edit')}
          </Button>
          {plan.tier === 'premium' && <SaleSwitch plan={plan} />}
          {plan.tier === 'premium' && (
            <Button
              variant="outline"
              onClick={() => setPricing(true)}
              aria-label={t('plans.newPriceOf', { plan: plan.name[language] })}
            >
              {t('plans.newPrice')}
            </Button>
          )}
        </div>
      </div>
      {plan.tier === 'premium' && (
        <ul className="divide-y divide-line border-t border-line">
          {plan.prices.map((price) => (
            <li
              key={price.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5"
            >
              <span className="flex flex-wrap items-center gap-2">
                <span className="tabular font-semibold">
                  {format.moneyShort(price.amount, price.currency)} {t(`plans.per.${price.period}`)}
                </span>
                <PriceBadge price={price} />
                {price.demonstration && <Badge tone="line">{t('plans.example')}</Badge>}
              </span>
              <span className="tabular text-13 text-muted">
                {t('plans.since', { day: format.parisDay(price.starts_at) })}
              </span>
              <HeldBy price={price} />
            </li>
          ))}
        </ul>
      )}
      {pricing && <PriceDialog plan={plan} onClose={() => setPricing(false)} />}
    </Card>
  )
}

function SaleBadge({ plan }: { plan: DeskPlan }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  if (plan.on_sale)
    return (
      <Badge tone="gain">
        {plan.sold_until
          ? t('plans.onSaleUntil', { day: format.parisDay(plan.sold_until) })
          : t('plans.onSale')}
      </Badge>
    )
  return plan.sold_from && new Date(plan.sold_from) > new Date() ? (
    <Badge tone="info">{t('plans.onSaleFrom', { day: format.parisDay(plan.sold_from) })}</Badge>
  ) : (
    <Badge>{t('plans.offSale')}</Badge>
  )
}

function PriceBadge({ price }: { price: DeskPrice }) {
  const { t } = useTranslation('office-money')
  if (price.in_force) return <Badge tone="info">{t('plans.inForce')}</Badge>
  return <Badge>{t(new Date(price.starts_at) > new Date() ? 'plans.toCome' : 'plans.past')}</Badge>
}

/** The number of contracts at a price; later prices do not affect them. */
function HeldBy({ price }: { price: DeskPrice }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const held = price.holders + price.test_holders
  return (
    <p className="w-full text-13 text-pretty text-muted">
      {held === 0
        ? t('plans.heldByNobody')
        : [
            t('plans.heldBy', { count: price.holders }),
            price.test_holders > 0 && t('plans.heldByTests', { count: price.test_holders }),
            price.next_renewal &&
              t('plans.renewAt', {
                day: format.parisDay(price.next_renewal),
                price: format.moneyShort(price.amount, price.currency),
              }),
          ]
            .filter(Boolean)
            .join(' · ')}
    </p>
  )
}
