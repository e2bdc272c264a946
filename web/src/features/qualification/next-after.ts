/** The row that follows one in a list, or the one before the last; null for the only one, or one that is not listed. */
export function nextAfter(rows: readonly { id: string }[], id: string): string | null {
  const place = rows.findIndex((row) => row.id === id)
  return place < 0 ? null : ((rows[place + 1] ?? rows[place - 1])?.id ?? null)
}
