import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { allowanceOf, type Plan } from '#lib/money/plan.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { OnePlan } from './one-plan.tsx'
import { PlanCell, UsedNote } from './plan-cell.tsx'
import { ExampleBadge, PlanAction, PlanPrice, PresentBadge, stressed } from './plan-offer.tsx'
import { COMING_ROWS, NOTHING, PLAN_GROUPS, type PlanTableProps, type Row, type RowKey } from './plan-rows.ts'

const CELL = 'border-l border-line px-5 text-left font-normal'

/** What each plan includes and costs: a table on a desktop, one plan at a time on a phone. */
export function PlanTable(props: PlanTableProps) {
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
function Advice({ plans }: Pick<PlanTableProps, 'plans'>) {
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

function Table({ plans, period, present, used = NOTHING }: PlanTableProps) {
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
              <ExampleBadge plans={plans} period={period} />
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
      {PLAN_GROUPS.map((group) => (
        <tbody key={group.key}>
          <Heading columns={plans.length + 1}>{t(`plans.groups.${group.key}`)}</Heading>
          {group.rows.map((row: Row) => (
            <tr key={row.key} className="border-t border-line">
              <th scope="row" className="px-5 py-3 text-left font-normal">
                {t(`plans.rows.${row.key as RowKey}`)}
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
      ))}
      <tbody className="text-muted">
        <Heading columns={plans.length + 1}>{t('plans.coming')}</Heading>
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

const Heading = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="border-t border-line bg-well">
    <th scope="rowgroup" colSpan={columns} className="px-5 py-2 text-left text-13 font-medium text-muted">
      {children}
    </th>
  </tr>
)
