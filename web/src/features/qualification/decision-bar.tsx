import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { LastDecision } from './last-decision.tsx'
import { mayDecide } from './may-decide.ts'
import type { OwnDecision } from './own-decision.ts'
import type { Decision, QueuedRequest } from './queries.ts'
import { WaitingAge } from './waiting-age.tsx'

const DECISIONS = [
  ['approved', 'A', 'outline'],
  ['needs_information', 'I', 'outline'],
  ['rejected', 'R', 'danger'],
] as const

type Props = {
  row: QueuedRequest
  /** Its proof cannot be read: asking for another one comes first. */
  unreadable: boolean
  /** The colleague who has taken it. */
  taken: string | null
  last: OwnDecision | null
  onDecide: (row: QueuedRequest, decision: Decision) => void
  onUndone: (ids: readonly string[]) => void
}

/** What can be decided of an open request, always in reach, with what is left of the promise; and the reader's last decision. */
export function DecisionBar({ row, unreadable, taken, last, onDecide, onUndone }: Props) {
  const { t } = useTranslation('qualification')
  const now = useNow()
  const possible = DECISIONS.filter(([decision]) => mayDecide(row, decision))
  const first = unreadable && mayDecide(row, 'needs_information') ? 'needs_information' : 'approved'
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 has-[>:only-child:empty]:hidden lg:col-span-2 lg:static">
      <LastDecision last={last} onUndone={onUndone} />
      {possible.map(([decision, key, look]) => (
        <Button
          key={decision}
          variant={decision === first ? 'primary' : look}
          onClick={() => onDecide(row, decision)}
        >
          {t(`decide.${decision}`)}
          {taken === null && (
            <span aria-hidden className="ml-1 pointer-coarse:hidden">
              <Kbd onLamp={decision === first}>{key}</Kbd>
            </span>
          )}
        </Button>
      ))}
      {possible.length > 0 && (
        <span className="ml-auto flex flex-wrap items-center gap-x-3">
          {taken !== null && <span className="text-13 text-muted">{t('taken', { name: taken })}</span>}
          <WaitingAge request={row} now={now} />
        </span>
      )}
    </div>
  )
}
