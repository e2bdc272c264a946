import { Decimal } from 'trading/decimal'
import { resolvedRows } from './figures.ts'
import type { ResultRow } from './queries.ts'

/** The R of each UTC day (`2026-01-31`) by closing date, exact until it is drawn. */
export function resultsByDay(rows: readonly ResultRow[]): ReadonlyMap<string, number> {
  const days = new Map<string, Decimal>()
  for (const { ended_at, realised_r } of resolvedRows(rows)) {
    const day = new Date(ended_at).toISOString().slice(0, 10)
    days.set(day, (days.get(day) ?? new Decimal(0)).plus(realised_r ?? 0))
  }
  return new Map([...days].map(([day, total]) => [day, total.toNumber()]))
}
