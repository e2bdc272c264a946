import { Check } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { isTaken, mayDecide } from '../may-decide.ts'
import type { Decision, QueuedRequest } from '../queries.ts'

const DECISIONS = [
  ['approved', 'A'],
  ['needs_information', 'I'],
  ['rejected', 'R'],
] as const

export type Deciding = {
  me: string | null
  onDecide: (rows: readonly QueuedRequest[], decision: Decision) => void
  onTake: (rows: readonly QueuedRequest[]) => void
}

type Props = Deciding & {
  rows: readonly QueuedRequest[]
  /** The decision to be expected. */
  first: Decision
}

/** What can be decided of one request or of many; each button names its key where the key works. */
export function DecisionButtons({ rows, first, me, onDecide, onTake }: Props) {
  const { t } = useTranslation('qualification')
  const keyed = !rows.some((row) => isTaken(row, me))
  const open = rows.filter((row) => mayDecide(row, 'rejected'))
  const key = (letter: string, onLamp: boolean) => (
    <span aria-hidden className="ml-1 pointer-coarse:hidden">
      <Kbd onLamp={onLamp}>{letter}</Kbd>
    </span>
  )
  return (
    <>
      {DECISIONS.map(([decision, letter]) => {
        const possible = rows.filter((row) => mayDecide(row, decision))
        if (possible.length === 0) return null
        return (
          <Button
            key={decision}
            variant={decision === first ? 'primary' : 'outline'}
            onClick={() => onDecide(possible, decision)}
            icon={decision === 'approved' ? <Check size={16} strokeWidth={1.75} aria-hidden /> : undefined}
          >
            {t(`decide.${decision}`)}
            {keyed && key(letter, decision === first)}
          </Button>
        )
      })}
      {open.some(({ assignee }) => assignee !== me) && (
        <Button variant="ghost" onClick={() => onTake(open)}>
          {t('take')}
          {key('C', false)}
        </Button>
      )}
    </>
  )
}
