import { useEffect, useRef, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSeconds } from '#lib/live/use-seconds.ts'
import { classNames } from '#ui/class-names.ts'
import { clockOf, partsOf, spokenBetween } from './time-left.ts'

/** The time until a release, by the second; spoken when ten, five and one minutes are left. */
export function Countdown({ to, className }: { to: string; className?: string }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const now = useSeconds()
  const left = Date.parse(to) - now
  const [spoken, setSpoken] = useState<number | null>(null)
  const before = useRef(left)
  useEffect(() => {
    const minutes = spokenBetween(before.current, left)
    before.current = left
    if (minutes !== null) setSpoken(minutes)
  }, [left])
  return (
    <>
      <span role="timer" aria-label={t('countdown.name')} className={classNames('tabular', className)}>
        {clockOf(left) ?? format.duration(left)}
      </span>
      <span role="status" className="sr-only">
        {spoken !== null && t('countdown.spoken', { count: spoken })}
      </span>
    </>
  )
}

/** The same within a row: `41 min 52`, without speaking. */
export function TimeLeft({ to }: { to: string }) {
  const format = useFormat()
  const left = Date.parse(to) - useSeconds()
  const { hours, minutes, seconds } = partsOf(left)
  return (
    <span className="tabular">
      {hours > 0 ? format.duration(left) : `${minutes}\u00a0min\u00a0${String(seconds).padStart(2, '0')}`}
    </span>
  )
}
