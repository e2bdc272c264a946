import { useCallback } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

const startOfDay = (at: number) => new Date(at).setHours(0, 0, 0, 0)

/** How a conversation writes its times: `il y a 4 min`, `14:30`, `hier, 21:14`, `18/11 14:30`. */
export function useWhenAt(): (at: string, now: number) => string {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  return useCallback(
    (at, now) => {
      const time = Date.parse(at)
      if (now - time < MINUTE) return t('when.now')
      if (now - time < HOUR) return format.relative(time, new Date(now))
      const day = startOfDay(now)
      if (time < day && time >= startOfDay(day - HOUR))
        return t('when.yesterday', { time: format.time(time) })
      return format.moment(time, now)
    },
    [t, format],
  )
}

export function useWhen(): (at: string) => string {
  const when = useWhenAt()
  const now = useNow()
  return (at) => when(at, now)
}
