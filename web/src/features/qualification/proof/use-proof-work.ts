import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { toast } from '#ui/overlay/toast.tsx'
import { mayDecide } from '../may-decide.ts'
import type { QueuedRequest } from '../queries.ts'
import { type Fact, type Tool, useCheckFact, useMarks, useMask, useRemoveMask } from './marks.ts'
import { type Area, overlap, type Place } from './place.ts'
import { useProofFile } from './use-proof-file.ts'
import { useSuggestions } from './use-suggestions.ts'

/** What a reviewer is doing with a proof: which page and which fact are looked at, what is drawn next, and whether the masks are lifted. */
export function useProofWork(row: QueuedRequest) {
  const { t } = useTranslation('qualification')
  const marks = useMarks(row.id)
  const file = useProofFile(row.proof_path)
  const suggestions = useSuggestions(row, file.pdf)
  const check = useCheckFact(row.id)
  const mask = useMask(row.id)
  const remove = useRemoveMask(row.id)
  const [chosen, setChosen] = useState<Fact | null>(null)
  const [turned, turnTo] = useState(1)
  const [tool, take] = useState<Tool>(null)
  const [lifted, setLifted] = useState(false)
  const refused = { onError: () => toast({ title: t('refused.other'), variant: 'destructive' }) }
  const open = mayDecide(row, 'rejected')
  const findings = marks.data?.findings ?? {}
  const pages = file.pdf?.pages ?? 1
  const page = Math.min(turned, pages)
  const masks = marks.data?.masks ?? []
  const masked = !lifted && masks.length > 0
  const hides = (place: Place) =>
    masked && masks.some((mask) => mask.place.page === place.page && overlap(mask.place, place))
  /** Where a fact may be found: nothing before it is known what is masked, and never what is. */
  const suggested = (fact: Fact) => {
    const found = suggestions[fact]
    return found && open && marks.data && !findings[fact]?.place && !hides(found.place) ? found : null
  }
  const suggestion = chosen === null ? null : suggested(chosen)

  const find = (fact: Fact, agrees: boolean | null, words = findings[fact]?.words ?? null) =>
    check.mutate({ fact, agrees, words, place: findings[fact]?.place ?? null }, refused)
  const place = (area: Area) => {
    const drawn = { page, ...area }
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
  const choose = (fact: Fact) => {
    if (chosen === fact) return setChosen(null)
    const place = findings[fact]?.place ?? suggested(fact)?.place
    setChosen(fact)
    if (place) turnTo(place.page)
  }
  /** Places the chosen fact where the text has it, once its page was seen. */
  const confirm = () => {
    if (chosen === null || suggestion === null) return false
    if (suggestion.place.page !== page) return turnTo(suggestion.place.page)
    const { agrees = true, words } = findings[chosen] ?? {}
    check.mutate({ fact: chosen, agrees, words: words ?? suggestion.words, place: suggestion.place }, refused)
  }
  return {
    file,
    pages,
    page,
    /** Does nothing beyond the first and the last. */
    turn: (by: number) => {
      if (page + by < 1 || page + by > pages) return false
      turnTo(page + by)
    },
    suggestion,
    confirm,
    hides,
    marks: marks.data,
    failed: marks.isLoadingError,
    retry: () => void marks.refetch(),
    findings,
    open,
    chosen,
    choose,
    tool,
    take: (next: Tool) => take((now) => (now === next ? null : next)),
    place,
    find,
    lifted,
    lift: () => setLifted(true),
    cover: () => setLifted(false),
    /** Whether something is hidden now. */
    masked,
  }
}

export type ProofWork = ReturnType<typeof useProofWork>
