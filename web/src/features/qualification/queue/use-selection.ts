import { useState } from 'react'
import type { QueuedRequest } from '../queries.ts'

/** The requests chosen for a decision on many, among those listed; Shift extends from the last one that was toggled. */
export function useSelection(rows: readonly QueuedRequest[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const toggle = (id: string, extend = false) => {
    const [from, to] = [rows.findIndex((row) => row.id === last), rows.findIndex((row) => row.id === id)]
    const range =
      extend && from >= 0 && to >= 0
        ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
        : [id]
    toggleAll(range, !ids.has(id))
    setLast(id)
  }
  const toggleAll = (some: readonly string[], on: boolean) =>
    setIds((before) => new Set(on ? [...before, ...some] : [...before].filter((id) => !some.includes(id))))
  return {
    chosen: rows.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle,
    toggleAll,
    clear: () => setIds(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
