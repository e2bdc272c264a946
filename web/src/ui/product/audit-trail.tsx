import { AUDIT, type AuditEntry } from '#lib/data/audit.ts'
import { type ListResource, type ResourceFilter, useRows } from '#lib/data/resource.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ChangeList } from './change-list.tsx'

/**
 * The staff's changes to an object, newest first: who, when, and the values before and after. `resource` gives AuditEntry
 * rows.
 */
export function AuditTrail({
  resource = AUDIT,
  filter,
}: {
  resource?: ListResource<AuditEntry>
  filter: ResourceFilter
}) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const tableName = useTableName()
  const trail = useRows(resource, filter, { most: 20 })
  if (trail.isPending) return <Skeleton className="h-24" />
  if (trail.isLoadingError) return <p className="text-loss">{t('audit.unread')}</p>
  if (trail.rows.length === 0) return <p className="text-muted">{t('audit.none')}</p>
  return (
    <div className="grid gap-3">
      <ol className="grid gap-4">
        {trail.rows.map((entry) => (
          <li key={entry.id} className="grid gap-1.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>
                <b className="font-semibold">
                  {tableName(entry.table_name)} · {t(`audit.actions.${entry.action}`)}
                </b>{' '}
                <span className="text-muted">{entry.actor_name ?? t('audit.owner')}</span>
              </span>
              <time dateTime={entry.at} className="tabular text-13 text-muted">
                {format.dateTime(entry.at)}
              </time>
            </p>
            <ChangeList before={entry.before} after={entry.after} />
          </li>
        ))}
      </ol>
      {trail.hasNextPage && (
        <Button variant="outline" busy={trail.isFetchingNextPage} onClick={() => void trail.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

/** Audited tables with a name of their own in the back-office; others show their table name. */
export const AUDITED = [
  'staff',
  'sessions',
  'member_suspensions',
  'premium_grants',
  'qualification_requests',
  'leads',
  'webhook_endpoints',
  'webhook_deliveries',
  'jobs',
  'security_settings',
  'signals',
  'signal_events',
  'plans',
  'plan_prices',
  'refunds',
  'coupons',
  'seller',
  'brokers',
  'prop_firms',
  'admin_notifications',
] as const

export function useTableName(): (table: string) => string {
  const { t } = useTranslation('office')
  return (table) => {
    const named = AUDITED.find((one) => one === table)
    return named ? t(`audit.tables.${named}`) : table
  }
}
