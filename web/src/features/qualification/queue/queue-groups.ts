// Owns which requests the queue lists, in which groups, and which one is open. Pure: it reads nothing.
import type { QueuedRequest, RequestState } from '../queries.ts'

export type QueueGroup = {
  /** Requests of one state, or what was decided today. */
  key: RequestState | 'today'
  rows: readonly QueuedRequest[]
}

/** What is listed, from the address. */
export type QueueFilter = {
  /** Only the requests of this admin. */
  assignee: string | null
  broker: string | null
  words: string
}

/** The groups with the rows that the filter lets through, without the empty ones. */
export function groupsOf(
  lists: readonly QueueGroup[],
  filter: QueueFilter,
  adminName: (id: string | null) => string,
): readonly QueueGroup[] {
  const words = plain(filter.words).split(/\s+/).filter(Boolean)
  const says = (row: QueuedRequest) => {
    const text = searched(row, adminName)
    return words.every((word) => text.includes(word))
  }
  const passes = (row: QueuedRequest) =>
    (filter.assignee === null || row.assignee === filter.assignee) &&
    (filter.broker === null || row.broker === filter.broker) &&
    (words.length === 0 || says(row))
  return lists
    .map(({ key, rows }) => ({ key, rows: rows.filter(passes) }))
    .filter(({ rows }) => rows.length > 0)
}

/** What the words of a search are looked for in. */
function searched(
  { member, account_number, broker, assignee }: QueuedRequest,
  adminName: (id: string | null) => string,
): string {
  const { first_name, last_name, username, email, phone } = member
  const colleague = assignee === null ? '' : adminName(assignee)
  return plain([first_name, last_name, username, email, phone, account_number, broker, colleague].join(' '))
}

/** Removes accents and lowercases. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The open request: the one that the address names, else the one that was open, else the first. */
export const openedId = (
  groups: readonly QueueGroup[],
  named: string | null,
  kept: string | null,
): string | null => named ?? kept ?? groups[0]?.rows[0]?.id ?? null

/** The row before or after one across all groups; the first where it is not listed. */
export function rowBeside(groups: readonly QueueGroup[], id: string | null, by: 1 | -1): string | null {
  const rows = groups.flatMap((group) => group.rows)
  const place = rows.findIndex((row) => row.id === id)
  return (place < 0 ? rows[0] : rows[place + by])?.id ?? null
}

/** The row that is opened after a decision: the next one in the group that was not decided, or the last one before. */
export function nextAfter(
  groups: readonly QueueGroup[],
  id: string,
  decided: readonly string[] = [id],
): string | null {
  const rows = groups.find((group) => group.rows.some((row) => row.id === id))?.rows ?? []
  const place = rows.findIndex((row) => row.id === id)
  const remains = (row: QueuedRequest) => !decided.includes(row.id)
  return (
    (rows.slice(place + 1).find(remains) ?? rows.slice(0, Math.max(0, place)).findLast(remains))?.id ?? null
  )
}
