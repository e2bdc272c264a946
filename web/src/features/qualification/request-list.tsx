import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { classNames } from '#ui/class-names.ts'
import type { QueuedRequest } from './queries.ts'
import { personName } from './queue-columns.tsx'
import { StateBadge } from './state-badge.tsx'
import { WaitingAge } from './waiting-age.tsx'

/** Requests shown before and after the open one. */
const AROUND = 30

type Props = {
  rows: readonly QueuedRequest[]
  chosen: string
  brokerName: (slug: string) => string
  onShow: (id: string) => void
}

/** The list beside the request that is open, each with what is left of its promise. */
export function RequestList({ rows, chosen, brokerName, onShow }: Props) {
  const { t } = useTranslation('qualification')
  const now = useNow()
  const at = rows.findIndex(({ id }) => id === chosen)
  return (
    <nav aria-label={t('title')} className="min-h-0 overflow-y-auto border-r border-line max-xl:hidden">
      <ul className="divide-y divide-line">
        {rows.slice(Math.max(0, at - AROUND), Math.max(0, at) + AROUND).map((row) => (
          <li key={row.id}>
            <button
              type="button"
              aria-current={row.id === chosen}
              onClick={() => onShow(row.id)}
              className={classNames(
                'grid w-full gap-1 border-l-2 px-4 py-3 text-left -outline-offset-2',
                row.id === chosen ? 'border-text bg-raised' : 'border-transparent hover:bg-raised/40',
              )}
            >
              <span className="truncate font-medium">{personName(row.member)}</span>
              <span className="truncate text-13 text-muted">
                {brokerName(row.broker)} · <span className="tabular">{row.account_number}</span>
              </span>
              {row.state === 'pending' || row.state === 'needs_information' ? (
                <WaitingAge request={row} now={now} />
              ) : (
                <span>
                  <StateBadge state={row.state} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
