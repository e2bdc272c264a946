import { queryOptions } from '@tanstack/react-query'
import { readLedgerHead } from './public-record.ts'

/** The newest entry of the ledger, which every figure of the record rests on. */
export const ledgerHeadQuery = queryOptions({
  queryKey: ['record', 'head'],
  queryFn: ({ signal }) => readLedgerHead(signal),
  staleTime: 60_000,
})
