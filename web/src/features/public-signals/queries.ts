// Owns what this page reads: public rows only, by plain requests.
import { queryOptions } from '@tanstack/react-query'
import type { LedgerRow } from 'trading/proof/ledger'
import { publicRows } from '#lib/data/public-rpc.ts'
import {
  ENDINGS,
  type EndedSignal,
  endedSignal,
  type OpenSignal,
  openSignal,
} from '#lib/record/ledger-signal.ts'

/** The number of ended signals shown. */
export const SHOWN = 6
/** How many publications are searched for open signals: more than were ever open at once. */
const NEWEST = 40

type Row = Pick<LedgerRow, 'entry'>
export type Instrument = { symbol: string; name: string; digits: number }
export type LedgerSignals = {
  /** The last ended first. */
  ended: EndedSignal[]
  /** The last published first. */
  open: OpenSignal[]
  instruments: ReadonlyMap<string, Instrument>
}

/** The newest signals in the public ledger: ended ones, and open ones. */
export const newestSignals = queryOptions({
  queryKey: ['public', 'newest-signals'],
  queryFn: async ({ signal }): Promise<LedgerSignals> => {
    const ledger = (query: string) => publicRows<Row>(`ledger?select=entry&${query}`, signal)
    const [endings, published, instruments] = await Promise.all([
      ledger(`kind=in.(${ENDINGS.join(',')})&order=sequence.desc&limit=${SHOWN}`),
      ledger(`kind=eq.published&order=sequence.desc&limit=${NEWEST}`),
      publicRows<Instrument>('instruments?select=symbol,name,digits', signal),
    ])
    const ids = published.map(({ entry }) => entry.signal)
    // An ended signal may have been published long before.
    const before = endings.map(({ entry }) => entry.signal).filter((id) => !ids.includes(id))
    const [results, older] = await Promise.all([
      ids.length > 0
        ? publicRows<{ signal_id: string }>(
            `signal_results?select=signal_id&signal_id=in.(${ids.join(',')})`,
            signal,
          )
        : [],
      before.length > 0 ? ledger(`kind=eq.published&signal_id=in.(${before.join(',')})`) : [],
    ])
    const over = new Set(results.map((row) => row.signal_id))
    const beginnings = new Map([...published, ...older].map((row) => [row.entry.signal, row]))
    return {
      ended: endings.flatMap((ending) => {
        const beginning = beginnings.get(ending.entry.signal)
        return (beginning && endedSignal(beginning, ending)) ?? []
      }),
      open: published.flatMap((row) => (over.has(row.entry.signal ?? '') ? [] : (openSignal(row) ?? []))),
      instruments: new Map(instruments.map((instrument) => [instrument.symbol, instrument])),
    }
  },
  staleTime: 60_000,
  refetchOnWindowFocus: false,
})
