import { useEffect } from 'react'
import { queryClient } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { isReachable } from '#lib/live/connection.ts'
import { toast } from '#ui/overlay/toast.tsx'

const QUIET_MS = 60_000

/**
 * Says, at most once in a while, that the screen's data could not be refreshed. A failed first load is shown where the data
 * would be.
 */
export function RefreshFailures(): null {
  const { t } = useTranslation('ui')
  useEffect(() => {
    let told = Number.NEGATIVE_INFINITY
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (event.query.state.data === undefined || !isReachable() || performance.now() - told < QUIET_MS)
        return
      told = performance.now()
      toast({ title: t('stale.title'), description: t('stale.text'), variant: 'destructive' })
    })
  }, [t])
  return null
}
