import { X } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { QueuedRequest } from '../queries.ts'
import { type Deciding, DecisionButtons } from '../request/decision-buttons.tsx'

type Props = Deciding & { rows: readonly QueuedRequest[]; onClear: () => void }

/** What can be decided of the chosen requests: it takes the place of the open one's decision. */
export function SelectionBar({ rows, onClear, ...deciding }: Props) {
  const { t } = useTranslation('qualification')
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-2.5 md:px-5">
      <p role="status" className="mr-1 font-medium">
        {t('chosen', { count: rows.length })}
      </p>
      <DecisionButtons rows={rows} first="approved" {...deciding} />
      <Button
        variant="ghost"
        className="ml-auto"
        onClick={onClear}
        icon={<X size={16} strokeWidth={1.75} aria-hidden />}
      >
        {t('unchoose')}
      </Button>
    </div>
  )
}
