// Owns the check of the public ledger that anybody can run in their own browser: every hash, every link, every opened seal.
// It uses only the server's rows, never its verdict.
import {
  type ChainBreak,
  GENESIS_HASH,
  type LedgerRow,
  verifyChain,
  verifyReveals,
} from 'trading/proof/ledger'

export type LedgerVerdict =
  | { result: 'intact'; entries: number; head: string }
  | { result: 'broken'; entries: number; break: ChainBreak }
  | { result: 'false_reveal'; entries: number; sequence: number }

/** Rows after a sequence number, in order; an empty page ends the ledger. */
export type LedgerPages = (after: number) => Promise<LedgerRow[]>

/**
 * Recomputes the whole ledger, page by page; `onProgress` receives how many entries are verified so far. Rejects as `pages`
 * does.
 */
export async function checkLedger(
  pages: LedgerPages,
  onProgress: (entries: number) => void = () => undefined,
): Promise<LedgerVerdict> {
  const rows: LedgerRow[] = []
  let head = { sequence: 0, hash: GENESIS_HASH }
  for (;;) {
    const page = await pages(head.sequence)
    if (page.length === 0) break
    const verdict = verifyChain(page, head)
    if (verdict.break) {
      return { result: 'broken', entries: rows.length + verdict.entries, break: verdict.break }
    }
    rows.push(...page)
    head = { sequence: page.at(-1)?.sequence ?? head.sequence, hash: verdict.head }
    onProgress(rows.length)
  }
  const [problem] = verifyReveals(rows)
  return problem
    ? { result: 'false_reveal', entries: rows.length, sequence: problem.sequence }
    : { result: 'intact', entries: rows.length, head: head.hash }
}
