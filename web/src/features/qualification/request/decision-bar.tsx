import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { isTaken, mayDecide } from '../may-decide.ts'
import type { QueuedRequest } from '../queries.ts'
import { WaitingAge } from '../queue/waiting-age.tsx'
import { useNames } from '../use-names.ts'
import { type Deciding, DecisionButtons } from './decision-buttons.tsx'

type Props = Deciding & {
  row: QueuedRequest
  /** Its proof cannot be read: asking for another one comes first. */
  unreadable: boolean
  /** The reader's last decision, where it is not beside the list. */
  last?: ReactNode
  /** Whose request a decision opens. */
  then?: string | null
}

/** What can be decided of the open request, always in reach, with what is left of the promise. */
export function DecisionBar({ row, unreadable, last, then = null, me, ...deciding }: Props) {
  const { t } = useTranslation('qualification')
  const { adminName } = useNames()
  const now = useNow()
  const first = unreadable && mayDecide(row, 'needs_information') ? 'needs_information' : 'approved'
  return (
    <div className="sticky bottom-0 z-10 flex min-h-15 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2.5 empty:hidden has-[>:only-child:empty]:hidden md:px-5 lg:static lg:col-span-2 @container">
      {last}
      <DecisionButtons rows={[row]} first={first} me={me} {...deciding} />
      {mayDecide(row, 'rejected') && (
        <span className="ml-auto flex min-w-0 items-center gap-x-4">
          <span className="min-w-0 truncate text-13 text-muted">
            {isTaken(row, me)
              ? t('taken', { name: adminName(row.assignee) })
              : then !== null && <span className="@max-[880px]:hidden">{t('then', { name: then })}</span>}
          </span>
          {/* In panes the list says it too, which leaves the room to the buttons. */}
          <span className="shrink-0 xl:@max-[800px]:hidden">
            <WaitingAge request={row} now={now} />
          </span>
        </span>
      )}
    </div>
  )
}
