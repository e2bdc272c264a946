import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { allowanceOf, type Period, type Plan, type PresentPlan, priceOf } from '#lib/money/plan.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Segmented } from '#ui/form/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PlanAction, PlanPrice, PresentBadge } from './plan-offer.tsx'
import { COMING_ROWS, PLAN_ROWS, PlanCell, type Used, UsedNote } from './plan-rows.tsx'

type Props = {
  plans: readonly Plan[]
  period: Period
  present?: PresentPlan | undefined
  /** What the reader uses, to be marked on the bars. */
  used?: Used | undefined
}

const NOTHING: Used = {}

const CELL = 'border-l border-line px-5 text-left font-normal'

/** What each plan includes and costs: a table on a desktop, one plan at a time on a phone. */
export function PlanTable(props: Props) {
  return (
    <>
      <Card className="overflow-hidden max-lg:hidden">
        <Table {...props} />
      </Card>
      <div className="lg:hidden">
        <OnePlan {...props} />
      </div>
      <Advice plans={props.plans} />
    </>
  )
}

/** Whom the dearer plan serves, by what works today. */
function Advice({ plans }: Pick<Props, 'plans'>) {
  const { t, i18n } = useTranslation('subscriptions')
  const paid = plans.filter(({ tier }) => tier === 'premium')
  const [lower, higher] = [paid[0], paid.at(-1)]
  const name = (plan: Plan) => plan.name[i18n.language]
  const [few, many] = [lower, higher].map((plan) => plan && allowanceOf(plan, 'signal_alerts'))
  const more = typeof few === 'number' && (many === null || (many ?? 0) > few)
  return (
    <p className="mt-3 text-13 text-pretty text-muted">
      {lower && higher && lower !== higher ? (
        <>
          <strong className="font-semibold text-text">
            {more
              ? t('plans.more', { lower: name(lower), higher: name(higher), count: few })
              : t('plans.same', { lower: name(lower), higher: name(higher) })}
          </strong>{' '}
        </>
      ) : null}
      {t('plans.comingNote')}
    </p>
  )
}

/** The plan with the primary button: the first paid one. */
const stressed = (plans: readonly Plan[]) => plans.find(({ tier }) => tier === 'premium')

function Example({ plans, period }: Props) {
  const { t } = useTranslation('subscriptions')
  return plans.some((plan) => priceOf(plan, period)?.demonstration) ? (
    <Badge tone="line">{t('plans.example')}</Badge>
  ) : null
}

function Table({ plans, period, present, used = NOTHING }: Props) {
  const { t, i18n } = useTranslation('subscriptions')
  const first = stressed(plans)
  const shade = (plan: Plan) => plan === first && 'bg-raised'
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          <th scope="col" className="h-px w-[30%] p-5 text-left align-top font-normal">
            <span className="flex h-full flex-col items-start justify-between gap-4">
              <span className="text-16 font-semibold">{t('plans.feature')}</span>
              <Example plans={plans} period={period} />
            </span>
          </th>
          {plans.map((plan) => (
            <th
              key={plan.slug}
              scope="col"
              aria-label={plan.name[i18n.language]}
              className={classNames(CELL, 'py-5 align-top', shade(plan))}
            >
              <p className="text-16 font-semibold">{plan.name[i18n.language]}</p>
              <p className="mt-0.5 mb-3 text-13 text-pretty text-muted">{plan.pitch[i18n.language]}</p>
              <PlanPrice plan={plan} period={period} />
              <div className="mt-3">
                <PlanAction plan={plan} period={period} first={plan === first} present={present} />
              </div>
              <div className="mt-3">
                <PresentBadge plan={plan} present={present} />
              </div>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PLAN_ROWS.map((row) => (
          <tr key={row.key} className="border-t border-line">
            <th scope="row" className="px-5 py-3 text-left font-normal">
              {t(`plans.rows.${row.key}`)}
              <UsedNote row={row} used={used} />
            </th>
            {plans.map((plan) => (
              <td key={plan.slug} className={classNames(CELL, 'py-3', shade(plan))}>
                <PlanCell cell={row.cell(plan, t, plans, used)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tbody className="text-muted">
        <tr className="border-t border-line bg-well">
          <th scope="rowgroup" colSpan={plans.length + 1} className="px-5 py-2 text-left text-13 font-medium">
            {t('plans.coming')}
          </th>
        </tr>
        {COMING_ROWS.map(({ key, cell }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="px-5 py-3 text-left font-normal">
              {t(`plans.rows.${key}`)}
            </th>
            {plans.map((plan) => (
              <td key={plan.slug} className={classNames(CELL, 'py-3', shade(plan))}>
                <PlanCell toCome cell={cell(plan, t)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OnePlan({ plans, period, present, used = NOTHING }: Props) {
  const { t, i18n } = useTranslation('subscriptions')
  const first = stressed(plans)
  const [slug, setSlug] = useState<string | null>(null)
  const plan = plans.find((one) => one.slug === slug) ?? first ?? plans[0]
  if (!plan) return null
  return (
    <div className="grid gap-3">
      <Segmented
        block
        label={t('plans.which')}
        value={plan.slug}
        onChange={setSlug}
        options={plans.map((one) => ({ value: one.slug, label: one.name[i18n.language] }))}
      />
      <Card>
        <div className="grid gap-3 p-4">
          <div className="flex items-start justify-between gap-3">
            <div>
              <h3 className="text-16 font-semibold">{plan.name[i18n.language]}</h3>
              <p className="text-13 text-muted">{plan.pitch[i18n.language]}</p>
            </div>
            <Example plans={[plan]} period={period} />
          </div>
          <PresentBadge plan={plan} present={present} />
          <PlanPrice plan={plan} period={period} />
          <PlanAction plan={plan} period={period} first={plan === first} present={present} size="lg" />
        </div>
        <dl>
          {PLAN_ROWS.map((row) => (
            <div
              key={row.key}
              className="flex items-center justify-between gap-4 border-t border-line px-4 py-3"
            >
              <dt>
                {t(`plans.rows.${row.key}`)}
                <UsedNote row={row} used={used} />
              </dt>
              <dd className="text-right whitespace-nowrap">
                <PlanCell cell={row.cell(plan, t, plans, used)} />
              </dd>
            </div>
          ))}
        </dl>
        <h4 className="border-t border-line bg-well px-4 py-2 text-13 font-medium text-muted">
          {t('plans.coming')}
        </h4>
        <dl className="text-muted">
          {COMING_ROWS.map(({ key, cell }) => (
            <div key={key} className="flex items-center justify-between gap-4 border-t border-line px-4 py-3">
              <dt>{t(`plans.rows.${key}`)}</dt>
              <dd className="text-right whitespace-nowrap">
                <PlanCell toCome cell={cell(plan, t)} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}

/** The placeholder of the table, or of the plan that a phone shows first. */
export function PlanTableSkeleton() {
  const rows = (all: readonly { key: string }[]) =>
    all.map(({ key }) => (
      <div key={key} className="flex h-[45px] items-center border-t border-line px-4 lg:px-5">
        <Skeleton className="h-4 w-56" />
      </div>
    ))
  const body = (
    <>
      {rows(PLAN_ROWS)}
      <div className="h-[37px] border-t border-line bg-well" />
      {rows(COMING_ROWS)}
    </>
  )
  return (
    <div aria-busy="true">
      <Card className="overflow-hidden max-lg:hidden">
        <div className="grid grid-cols-4">
          {[0, 1, 2, 3].map((column) => (
            <div key={column} className="grid gap-4 border-line p-5 not-first:border-l">
              <div className="grid gap-1">
                <Skeleton className="h-6 w-24" />
                <Skeleton className="h-5 w-32 max-w-full" />
              </div>
              <Skeleton className="h-19 w-28" />
              <Skeleton className="h-8 w-full" />
            </div>
          ))}
        </div>
        {body}
      </Card>
      <div className="grid gap-3 lg:hidden">
        <Skeleton className="h-8 w-full" />
        <Card className="overflow-hidden">
          <div className="grid gap-3 p-4">
            <div className="grid gap-1">
              <Skeleton className="h-6 w-24" />
              <Skeleton className="h-4 w-48" />
            </div>
            <Skeleton className="h-11 w-44" />
            <Skeleton className="h-11 w-full" />
          </div>
          {body}
        </Card>
      </div>
    </div>
  )
}
