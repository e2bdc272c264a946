import { CalendarOff } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

export const IMPACTS = ['high', 'medium', 'low', 'holiday'] as const
export type Impact = (typeof IMPACTS)[number]

const BARS = { low: 1, medium: 2, high: 3 } as const
const HEIGHTS = ['h-1', 'h-2', 'h-3'] as const
const COLOURS = { low: 'bg-muted', medium: 'bg-warn', high: 'bg-loss-mark' } as const

/** How strongly an announcement usually moves prices: bars that rise, so that it is not said by colour alone. Named unless a word stands beside it. */
export function ImpactMark({ impact, named = true }: { impact: Impact; named?: boolean }) {
  const { t } = useTranslation('announcements')
  const naming = named
    ? ({ role: 'img', 'aria-label': t(`impact.${impact}`) } as const)
    : ({ 'aria-hidden': true } as const)
  if (impact === 'holiday')
    return (
      <span {...naming} className="inline-flex shrink-0 text-muted">
        <CalendarOff size={12} strokeWidth={2} aria-hidden />
      </span>
    )
  return (
    <span {...naming} className="inline-flex h-3 shrink-0 items-end gap-0.5">
      {HEIGHTS.map((height, place) => (
        <i
          key={height}
          className={classNames(
            'w-0.75 rounded-[1px]',
            height,
            place < BARS[impact] ? COLOURS[impact] : 'bg-line-strong',
          )}
        />
      ))}
    </span>
  )
}
