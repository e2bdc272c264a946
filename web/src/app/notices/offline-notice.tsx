import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onUnanswered } from '#lib/data/authorized-fetch.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { lookForServer } from '#lib/live/reach.ts'
import { OfflineState } from '#ui/states.tsx'

// Fetched later: no first view needs it.
const offlineData = () => import('#lib/browser/offline-data.ts')

/** Says that the connection is lost and how old the data are, and stores data for offline use while it holds. */
export function OfflineNotice({ userId }: { userId: string | null }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const client = useQueryClient()
  const cut = useCut()
  const offline = cut !== null
  const [since, setSince] = useState<number | null>(null)

  useEffect(() => onUnanswered(() => void lookForServer()), [])
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

  if (cut === null) return null
  return (
    <div className="px-4 pt-4 lg:px-6">
      <OfflineState since={since !== null && t('connection.dataOf', { time: format.dateTime(since) })}>
        {t(`connection.${cut}Notice`)}
      </OfflineState>
    </div>
  )
}
