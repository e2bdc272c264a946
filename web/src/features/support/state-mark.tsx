import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { TicketState } from './tickets.ts'

const DOTS: Readonly<Record<TicketState, string>> = {
  new: 'bg-lamp-edge shadow-[0_0_0_3px_var(--lamp-tint)]',
  open: 'bg-lamp-edge shadow-[0_0_0_3px_var(--lamp-tint)]',
  pending: 'ring-2 ring-muted ring-inset',
  on_hold: 'ring-2 ring-muted ring-inset',
  solved: 'bg-gain-mark',
  closed: 'bg-muted',
}

/** Where a ticket stands, as its member reads it: a dot and a word. */
export function StateMark({ state, side }: { state: TicketState; side: 'member' | 'staff' }) {
  const { t } = useTranslation('support')
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-13 font-medium whitespace-nowrap',
        state === 'solved' ? 'text-gain' : state === 'new' || state === 'open' ? 'text-text' : 'text-muted',
      )}
    >
      <i aria-hidden className={classNames('size-2 shrink-0 rounded-pill', DOTS[state])} />
      {t(`states.${side}.${state}`)}
    </span>
  )
}
