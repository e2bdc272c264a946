// Owns what visitors may know of a signal: its entries in the public ledger. For an open premium signal that is its seal and
// its time, not even its instrument (decision 026).
import type { LedgerRow } from 'trading/proof/ledger'
import { type LedgerLevels, levelsOf, text } from '#lib/record/ledger-levels.ts'

/** The kinds of entry that end a signal. */
export const ENDINGS = ['stopped', 'closed', 'expired', 'cancelled'] as const
const REASONS = ['targets', 'stop', 'break_even', 'analyst', 'expired', 'not_entered', 'cancelled'] as const
export type Reason = (typeof REASONS)[number]

type Published = {
  id: string
  number: number
  author: string
  publishedAt: string
  /** SHA-256 over nonce and levels, hexadecimal. */
  commitment: string
  demonstration: boolean
}
/** `levels` are null while they are sealed. */
export type OpenSignal = Published & { levels: LedgerLevels | null }
export type EndedSignal = Published & {
  levels: LedgerLevels
  endedAt: string
  /** The price of the last exit; null if there was no entry. */
  exitPrice: string | null
  /** In R; null if there was no entry. */
  result: string | null
  reason: Reason | null
}

/** The data of a publication; null for any other entry, or an incomplete one. */
export function openSignal({ entry }: Pick<LedgerRow, 'entry'>): OpenSignal | null {
  const { commitment, number, author, published_at, demonstration, levels } = entry.data
  const said = { commitment: text(commitment), author: text(author), publishedAt: text(published_at) }
  if (entry.kind !== 'published' || entry.signal === null || typeof number !== 'number') return null
  if (!said.commitment || !said.author || !said.publishedAt) return null
  return {
    id: entry.signal,
    number,
    author: said.author,
    publishedAt: said.publishedAt,
    commitment: said.commitment,
    demonstration: demonstration === true,
    levels: levelsOf(levels),
  }
}

/** A signal from its publication and its end; null if the two do not give its levels. */
export function endedSignal(
  published: Pick<LedgerRow, 'entry'>,
  ending: Pick<LedgerRow, 'entry'>,
): EndedSignal | null {
  const open = openSignal(published)
  const { kind, signal, data } = ending.entry
  const endedAt = text(data.at)
  // Sealed levels come with the end; unsealed ones are in the publication.
  const levels = levelsOf(data.levels) ?? open?.levels
  if (!open || !levels || !endedAt || open.id !== signal || !isEnding(kind)) return null
  const result = text(data.result_r)
  return {
    ...open,
    levels,
    endedAt,
    exitPrice: result === null ? null : text(data.price),
    result,
    reason: REASONS.find((known) => known === data.reason) ?? null,
  }
}

const isEnding = (kind: string) => ENDINGS.some((known) => known === kind)
