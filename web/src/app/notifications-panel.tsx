import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Link } from '#lib/router-link.tsx'
import { firedAlertsQuery, useSeenAlerts } from '#lib/signal-alerts.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

/** The newest alerts. Opening it is having seen them. */
export default function NotificationsPanel() {
  const { t } = useTranslation('app')
  const format = useFormat()
  const alerts = useQuery(firedAlertsQuery)
  const { mutate } = useSeenAlerts()
  const newest = alerts.data?.fired[0]?.id ?? 0
  const seen = alerts.data?.seen ?? newest
  // What was new when it opened stays marked while it is open.
  const [before] = useState(seen)
  useEffect(() => {
    if (newest > seen) mutate({ upTo: newest, first: seen === 0 })
  }, [newest, seen, mutate])
  const fired = alerts.data?.fired ?? []
  return (
    <>
      <p className="font-semibold">{t('notifications.title')}</p>
      {alerts.isError ? (
        <div className="mt-2 grid gap-3 text-13 text-muted">
          <p>{t('notifications.failed')}</p>
          <Button size="sm" onClick={() => void alerts.refetch()}>
            {t('notifications.retry')}
          </Button>
        </div>
      ) : fired.length === 0 ? (
        <p className="mt-1 text-13 text-pretty text-muted">{t('notifications.empty')}</p>
      ) : (
        <ul className="-mx-4 mt-2 -mb-4 max-h-96 overflow-y-auto">
          {fired.map((alert) => {
            const { number, instruments } = alert.signals
            return (
              <li key={alert.id} className="border-t border-line">
                <Link
                  to={`/signaux?signal=${number}`}
                  className="grid grid-cols-[8px_1fr_auto] items-baseline gap-x-2.5 px-4 py-2.5 transition-colors hover:bg-raised focus-visible:-outline-offset-2"
                >
                  <span
                    aria-hidden
                    className={classNames(
                      'size-1.5 self-center rounded-pill',
                      alert.id > before && 'bg-info',
                    )}
                  />
                  <span className="text-13 font-medium">
                    {t(`notifications.alert.${alert.kind}`, { instrument: instruments.name })}
                  </span>
                  <time dateTime={alert.fired_at} className="tabular text-12 text-muted">
                    {format.relative(alert.fired_at, new Date())}
                  </time>
                  {alert.price !== null && (
                    <span className="tabular col-start-2 text-12 text-muted">
                      {t('notifications.at', { price: format.price(alert.price, instruments.digits) })}
                    </span>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
