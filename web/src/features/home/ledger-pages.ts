import type { LedgerRow } from 'trading/proof/ledger'
import { publicRows } from '#lib/data/public-rpc.ts'
import type { LedgerPages } from '#lib/record/ledger-check.ts'

const PAGE = 1000

/** The ledger from its beginning, page by page. Separate from the other reads, which need exact decimals. */
export const ledgerPages: LedgerPages = (after) =>
  publicRows<LedgerRow>(
    `ledger?select=sequence,entry,previous_hash,hash&sequence=gt.${after}&order=sequence&limit=${PAGE}`,
  )
