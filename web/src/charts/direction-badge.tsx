import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Direction } from 'trading/levels'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

/** Buy or sell, as an arrow and a word; colour only repeats it. `narrow`: on a phone the word is beside it. */
export function DirectionBadge({ direction, narrow = false }: { direction: Direction; narrow?: boolean }) {
  const { t } = useTranslation('ui')
  const Arrow = direction === 'buy' ? ArrowUp : ArrowDown
  return (
    <span
      className={classNames(
        'inline-flex h-6 shrink-0 items-center gap-1 rounded-inner pr-2 pl-1.5 text-13 font-semibold',
        narrow && 'max-sm:pr-1.5',
        direction === 'buy' ? 'bg-gain-tint text-gain' : 'bg-loss-tint text-loss',
      )}
    >
      <Arrow size={14} strokeWidth={2.25} aria-hidden />
      <span className={narrow ? 'max-sm:hidden' : ''}>{t(`direction.${direction}`)}</span>
    </span>
  )
}
