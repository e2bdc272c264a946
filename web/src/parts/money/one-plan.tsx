import { type ReactNode, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { PlanCell, UsedNote } from './plan-cell.tsx'
import { ExampleBadge, PlanAction, PlanPrice, PresentBadge, stressed } from './plan-offer.tsx'
import { COMING_ROWS, NOTHING, PLAN_GROUPS, type PlanTableProps, type Row, type RowKey } from './plan-rows.ts'

/** One plan at a time, chosen above: for a phone. */
export function OnePlan({ plans, period, present, used = NOTHING }: PlanTableProps) {
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
            <ExampleBadge plans={[plan]} period={period} />
          </div>
          <PresentBadge plan={plan} present={present} />
          <PlanPrice plan={plan} period={period} />
          <PlanAction plan={plan} period={period} first={plan === first} present={present} size="lg" />
        </div>
        {PLAN_GROUPS.map((group) => (
          <div key={group.key}>
            <GroupHeading>{t(`plans.groups.${group.key}`)}</GroupHeading>
            <dl>
              {group.rows.map((row: Row) => (
                <div
                  key={row.key}
                  className="flex items-center justify-between gap-4 border-t border-line px-4 py-3"
                >
                  <dt>
                    {t(`plans.rows.${row.key as RowKey}`)}
                    <UsedNote row={row} used={used} />
                  </dt>
                  <dd className="text-right">
                    <PlanCell cell={row.cell(plan, t, plans, used)} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
        <GroupHeading>{t('plans.coming')}</GroupHeading>
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

const GroupHeading = ({ children }: { children: ReactNode }) => (
  <h4 className="border-t border-line bg-well px-4 py-2 text-13 font-medium text-muted">{children}</h4>
)
