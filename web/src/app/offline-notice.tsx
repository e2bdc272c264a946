import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useConnection } from '#lib/connection.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { OfflineState } from '#ui/states.tsx'

// Nothing of the first picture needs it.
const offlineData = () => import('#lib/offline-data.ts')

/** Says that there is no network and from when the data are; keeps them while there is one. */
export function OfflineNotice({ userId }: { userId: string | null }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const client = useQueryClient()
  const offline = useConnection() === 'offline'
  const [since, setSince] = useState<number | null>(null)

  useEffect(() => {
    if (!userId) return
    let left = false
    let stop = () => {
      left = true
    }
    void offlineData().then(({ keepOfflineData }) => {
      if (!left) stop = keepOfflineData(client, userId)
    })
    return () => stop()
  }, [client, userId])
  useEffect(() => {
    if (!offline || !userId) return
    let left = false
    void offlineData()
      .then(({ restoreOfflineData }) => restoreOfflineData(client, userId))
      .then((at) => {
        if (!left) setSince(at)
      })
    return () => {
      left = true
    }
  }, [client, offline, userId])

  if (!offline) return null
  return (
    <div className="px-4 pt-4 lg:px-6">
      <OfflineState since={since !== null && t('connection.dataOf', { time: format.dateTime(since) })}>
        {t('connection.offlineNotice')}
      </OfflineState>
    </div>
  )
}
