import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Progress } from '#ui/figure/progress.tsx'

const DAY = 86_400_000

/** The paid period as a line, with today on it. Days are counted from 1. */
export function PeriodBar({ starts, ends, now }: { starts: string; ends: string; now: number }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const [from, to] = [Date.parse(starts), Date.parse(ends)]
  const share = Math.min(1, Math.max(0, (now - from) / Math.max(to - from, 1)))
  const days = Math.max(1, Math.round((to - from) / DAY))
  // With the year, the two ends of a yearly period can be told apart.
  const day = days > 60 ? format.parisLongDay : format.parisDayMonth
  const words = t('plan.day', { day: Math.min(days, Math.floor((now - from) / DAY) + 1), days })
  return (
    <div className="mt-5">
      <div className="relative">
        <Progress label={t('contract.period')} share={share} text={words} />
        <span
          aria-hidden
          className="absolute top-1/2 h-3 w-1 -translate-x-1/2 -translate-y-1/2 rounded-pill bg-lamp-edge"
          style={{ left: `${share * 100}%` }}
        />
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-13 text-muted">
        <span>{day(starts)}</span>
        <span className="text-center text-text max-sm:order-last max-sm:w-full">{words}</span>
        <span className="text-right">{day(ends)}</span>
      </p>
    </div>
  )
}
