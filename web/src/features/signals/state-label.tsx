import { useTranslation } from '#lib/language/i18n.ts'
import type { SignalState } from '#lib/signals/signal.ts'
import { classNames } from '#ui/class-names.ts'

/** The state of a signal: the live dot for active ones, a ring for waiting ones. */
export function StateLabel({ state }: { state: SignalState }) {
  const { t } = useTranslation('signals')
  const live = state === 'active'
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-13 font-medium whitespace-nowrap',
        !live && 'text-muted',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'size-2 shrink-0 rounded-pill',
          live
            ? 'bg-lamp-edge ring-3 ring-lamp-tint'
            : state === 'pending'
              ? 'ring-2 ring-muted ring-inset'
              : 'bg-muted',
        )}
      />
      {t(`state.${state}`)}
    </span>
  )
}
