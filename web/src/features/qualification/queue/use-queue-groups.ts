import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { toast } from '#ui/overlay/toast.tsx'
import { isOldestFirst, MOST_SHOWN, useArrivals, useQueue } from '../queries.ts'
import { useNames } from '../use-names.ts'
import { useDecidedToday } from './decided-today.ts'
import { groupsOf, type QueueGroup } from './queue-groups.ts'
import type { QueueView } from './use-queue-view.ts'

/** The lists of the queue as the view filters them, kept live: what is to be done, with what was decided today, or one state. */
export function useQueueGroups(view: QueueView, me: string | null, panes: boolean) {
  const { t } = useTranslation('qualification')
  const now = useNow()
  const { adminName } = useNames()
  useArrivals(() => toast({ title: t('arrived') }))
  const pending = useQueue('pending')
  const asked = useQueue('needs_information')
  const one = useQueue(view.state)
  const { today, median } = useDecidedToday(now)
  const { state, mine, broker, words } = view
  const whole = state === 'pending'
  const shown = whole ? [pending, asked] : [one]
  const lists: readonly QueueGroup[] = whole
    ? [
        { key: 'pending', rows: pending.data ?? [] },
        { key: 'needs_information', rows: asked.data ?? [] },
        { key: 'today', rows: today },
      ]
    : [{ key: state, rows: one.data ?? [] }]
  const status = shown.some((list) => list.isLoadingError)
    ? ('error' as const)
    : shown.every((list) => list.data)
      ? ('ready' as const)
      : ('loading' as const)
  // In panes a request stays open after a colleague decided the last one.
  const stays = view.named !== null || (panes && view.kept !== null)
  const finished = status === 'ready' && whole && pending.data?.length === 0 && !view.filtered && !stays
  const groups = groupsOf(lists, { assignee: mine ? me : null, broker, words }, adminName)
  return {
    groups: finished ? groups.filter(({ key }) => key === 'today') : groups,
    median,
    status,
    /** Nothing waits for the staff: only what was decided today is listed. */
    finished,
    retry: () => {
      for (const list of shown) void list.refetch()
    },
    /** Since when the request that waits longest has been waiting, whatever is filtered. */
    oldest: pending.data?.[0]?.waiting_since ?? null,
    /** How many open requests are the reader's. */
    own: [...(pending.data ?? []), ...(asked.data ?? [])].filter(({ assignee }) => assignee === me).length,
    /** Which rows of a list that is longer than can be read at once are listed; null where all are. */
    cut: shown.every((list) => (list.data?.length ?? 0) < MOST_SHOWN)
      ? null
      : isOldestFirst(state)
        ? ('oldest' as const)
        : ('newest' as const),
  }
}
