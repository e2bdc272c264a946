import type { LedgerRow } from 'trading/ledger'
import type { LedgerPages } from '#lib/ledger-check.ts'
import { publicRows } from '#lib/public-rpc.ts'

const PAGE = 1000

/** The ledger from its beginning, a page at a time. Apart from the other reads, which need exact decimals. */
export const ledgerPages: LedgerPages = (after) =>
  publicRows<LedgerRow>(
    `ledger?select=sequence,entry,previous_hash,hash&sequence=gt.${after}&order=sequence&limit=${PAGE}`,
  )
