import { useRef } from 'react'
import { type QueuedRequest, useRequest } from '../queries.ts'
import { openedId, type QueueGroup, rowBeside } from './queue-groups.ts'
import type { QueueView } from './use-queue-view.ts'

/**
 * The request that the reader is at. In panes it is open; elsewhere it is open only if the address names it, and keys act on it
 * in the list. The first stays so when an earlier one arrives or a colleague decides it: what is being written is not lost.
 */
export function useCurrentRequest(
  view: QueueView,
  groups: readonly QueueGroup[],
  { panes, ready }: { panes: boolean; ready: boolean },
) {
  const list = useRef<HTMLElement>(null)
  const rows = groups.flatMap((group) => group.rows)
  const id = ready ? openedId(groups, view.named, view.kept) : view.named
  if (ready && id !== view.kept) view.keep(id)
  const open = panes ? id : view.named
  const listed = rows.find((row) => row.id === open)
  // Read also while it is listed: it stays on the screen when it leaves the list.
  const read = useRequest(open)
  /** Undefined before it is known; null if it is gone. */
  const row: QueuedRequest | null | undefined = listed ?? (read.isSuccess ? read.data : undefined)
  const inList = open === null || panes
  const focus = (next: string) =>
    list.current?.querySelector<HTMLElement>(`[data-request="${next}"]`)?.focus()
  const go = (next: string | null) => (panes || open !== null ? view.show(next) : view.keep(next))
  return {
    list,
    /** Named by the address, or open beside the list. */
    open,
    row,
    /** What the keys act on. */
    target: open === null ? (rows.find((one) => one.id === id) ?? rows[0]) : (row ?? undefined),
    id,
    inList,
    focus,
    go,
    step: (by: 1 | -1) => {
      const next = rowBeside(groups, id, by)
      if (next === null) return
      go(next)
      if (inList) focus(next)
    },
  }
}
