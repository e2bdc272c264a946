import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Progress } from '#ui/figure/progress.tsx'

const DAY = 86_400_000

type Props = {
  starts: string | number
  ends: string | number
  now: number
  /** A day within the period that matters. */
  mark?: { at: string; label: string } | undefined
  /** What is drawn below on the same scale, given the place of a moment on it, 0 to 1. */
  children?: ((shareOf: (at: number) => number) => ReactNode) | undefined
}

/** A paid period as a line on one scale: today at the needle, and a mark. Days are counted from 1. */
export function PeriodBar({ starts, ends, now, mark, children }: Props) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const [from, to] = [new Date(starts).getTime(), new Date(ends).getTime()]
  const shareOf = (at: number) => Math.min(1, Math.max(0, (at - from) / Math.max(to - from, 1)))
  const share = shareOf(now)
  const days = Math.max(1, Math.round((to - from) / DAY))
  // With the year, the two ends of a yearly period can be told apart.
  const day = days > 60 ? format.parisLongDay : format.parisDayMonth
  const words = t('plan.day', { day: Math.min(days, Math.floor((now - from) / DAY) + 1), days })
  const marked = mark && shareOf(Date.parse(mark.at))
  return (
    <div className="mt-5 text-13">
      <At share={share} className="font-medium text-lamp-text">
        {words}
      </At>
      <div className="relative mt-1.5">
        <Progress label={t('contract.period')} share={share} text={words} />
        {marked === undefined ? null : <Tick share={marked} className="h-3 w-0.5 bg-text" />}
        <Tick share={share} className="h-4 w-1 rounded-pill bg-lamp-edge" />
      </div>
      {mark && marked !== undefined ? (
        <At share={marked} className="mt-1.5 text-muted">
          {mark.label}
        </At>
      ) : null}
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-muted">
        <span>{day(starts)}</span>
        <span>{day(ends)}</span>
      </p>
      {children?.(shareOf)}
    </div>
  )
}

/** A label at a place of the line, which keeps within it: its own part at that share is above the place. */
function At({ share, className, children }: { share: number; className: string; children: ReactNode }) {
  const place = `${share * 100}%`
  return (
    <p className={classNames('flex', className)}>
      <span className="relative" style={{ left: place, transform: `translateX(-${place})` }}>
        {children}
      </span>
    </p>
  )
}

const Tick = ({ share, className }: { share: number; className: string }) => (
  <span
    aria-hidden
    className={classNames('absolute top-1/2 -translate-x-1/2 -translate-y-1/2', className)}
    style={{ left: `${share * 100}%` }}
  />
)
