import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'

type Props = {
  /** The id of the number's control, whose label they share. */
  field: string | undefined
  /** Whether the number is at its minimum or maximum. */
  ends: { less: boolean; more: boolean }
  onStep: (count: 1 | -1) => void
}

/** One step down or up, for fingers. Keyboards have the arrow keys, so Tab skips these buttons. */
export function StepButtons({ field, ends, onStep }: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const button = (way: 'less' | 'more', count: 1 | -1, Icon: typeof Plus, looks: string) => (
    <button
      type="button"
      id={`${id}-${way}`}
      tabIndex={-1}
      aria-label={t(`number.${way}`)}
      aria-labelledby={field ? `${id}-${way} ${field}-label` : undefined}
      disabled={ends[way]}
      // Pressing them neither opens nor closes a phone's keyboard.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onStep(count)}
      className={`grid size-11 place-items-center border border-l-0 border-control bg-raised text-muted transition-colors active:bg-overlay active:text-text disabled:text-faint disabled:opacity-50 ${looks}`}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  )
  return (
    <span className="hidden shrink-0 pointer-coarse:flex">
      {button('less', -1, Minus, '')}
      {button('more', 1, Plus, 'rounded-r-control')}
    </span>
  )
}
