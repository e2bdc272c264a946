import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { toast } from '#ui/overlay/toast.tsx'
import { type Decision, type QueuedRequest, useAssign } from '../queries.ts'
import type { Deciding } from '../request/decision-buttons.tsx'
import { nextAfter, type QueueGroup } from './queue-groups.ts'
import type { useCurrentRequest } from './use-current-request.ts'

type Asking = { rows: readonly QueuedRequest[]; decision: Decision; next: string | null }

/** What is being decided, and where the reader is afterwards: at the request that follows in the list. */
export function useDecisions(
  groups: readonly QueueGroup[],
  at: ReturnType<typeof useCurrentRequest>,
  me: string | null,
) {
  const { t } = useTranslation('qualification')
  const assign = useAssign()
  const [asking, setAsking] = useState<Asking | null>(null)
  const landing = useRef<string | null>(null)
  const deciding: Deciding = {
    me,
    onDecide: (rows, decision) => {
      const ids = rows.map(({ id }) => id)
      const decides = at.id !== null && ids.includes(at.id)
      // Known before the decision, which takes the row out of the list.
      setAsking({ rows, decision, next: decides ? nextAfter(groups, at.id ?? '', ids) : at.id })
    },
    onTake: (rows) =>
      assign.mutate(
        { ids: rows.map(({ id }) => id), assignee: me },
        {
          onSuccess: (count) => toast({ title: t('done.assigned', { count: Number(count) }) }),
          onError: () => toast({ title: t('refused.other'), variant: 'destructive' }),
        },
      ),
  }
  const close = () => setAsking(null)
  const onDecided = () => {
    const next = asking?.next ?? null
    close()
    if (next === at.id) return
    at.go(next)
    if (at.inList) landing.current = next
  }
  // Once the dialog is gone, which held the focus: a screen reader goes on at the next request.
  useEffect(() => {
    if (asking !== null || landing.current === null) return
    at.focus(landing.current)
    landing.current = null
  }, [asking, at])
  return { asking, close, onDecided, deciding }
}
