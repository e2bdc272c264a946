import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { toast } from '#ui/overlay/toast.tsx'
import { mayDecide } from '../may-decide.ts'
import type { QueuedRequest } from '../queries.ts'
import { type Fact, type Tool, useCheckFact, useMarks, useMask, useRemoveMask } from './marks.ts'
import type { Place } from './place.ts'

/** What a reviewer is doing with a proof: which fact is looked at, what is drawn next, and whether the masks are lifted. */
export function useProofWork(row: QueuedRequest) {
  const { t } = useTranslation('qualification')
  const marks = useMarks(row.id)
  const check = useCheckFact(row.id)
  const mask = useMask(row.id)
  const remove = useRemoveMask(row.id)
  const [chosen, choose] = useState<Fact | null>(null)
  const [tool, take] = useState<Tool>(null)
  const [lifted, setLifted] = useState(false)
  const refused = { onError: () => toast({ title: t('refused.other'), variant: 'destructive' }) }
  const open = mayDecide(row, 'rejected')
  const findings = marks.data?.findings ?? {}

  const find = (fact: Fact, agrees: boolean | null, words = findings[fact]?.words ?? null) =>
    check.mutate({ fact, agrees, words, place: findings[fact]?.place ?? null }, refused)
  const place = (drawn: Place) => {
    if (tool === 'mask')
      mask.mutate(drawn, {
        ...refused,
        onSuccess: (id) =>
          toast({
            title: t('masks.placed'),
            action: { label: t('masks.undo'), onClick: () => remove.mutate(id, refused) },
          }),
      })
    // What is found in its place agrees, unless it was said not to.
    else if (tool)
      check.mutate(
        {
          fact: tool,
          agrees: findings[tool]?.agrees ?? true,
          words: findings[tool]?.words ?? null,
          place: drawn,
        },
        refused,
      )
    take(null)
  }
  return {
    marks: marks.data,
    failed: marks.isError,
    retry: () => void marks.refetch(),
    findings,
    open,
    chosen,
    choose: (fact: Fact) => choose((now) => (now === fact ? null : fact)),
    tool,
    take: (next: Tool) => take((now) => (now === next ? null : next)),
    place,
    find,
    lifted,
    lift: () => setLifted(true),
    cover: () => setLifted(false),
    /** Whether something is hidden now. */
    masked: !lifted && (marks.data?.masks.length ?? 0) > 0,
  }
}

export type ProofWork = ReturnType<typeof useProofWork>
