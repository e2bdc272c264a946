// Owns the list of published signals for staff.
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { ListResource } from '#lib/data/resource.ts'
import type { SignalState } from '#lib/signals/signal.ts'

export type SignalRow = {
  id: string
  number: number
  symbol: string
  /** The usual notation: `GBP/USD`. */
  name: string
  timeframe: string
  tier: 'freemium' | 'premium'
  author_name: string
  published_at: string
  demonstration: boolean
  state: Exclude<SignalState, 'open'>
  realised_r: number | null
}

export const SIGNALS: ListResource<SignalRow> = {
  name: 'office-signals',
  list: async ({ filter, after, most }) => {
    let asked = supabase
      .from('signals')
      .select(
        'id,number,symbol,timeframe,tier,author_name,published_at,demonstration,place:signal_states!inner(state,realised_r),instrument:instruments!inner(name)',
      )
    if (filter.author) asked = asked.eq('author_id', filter.author)
    if (after) asked = asked.lt('number', after.number)
    const rows = unwrap(await asked.order('number', { ascending: false }).limit(most)) as unknown as (Omit<
      SignalRow,
      'name'
    > & {
      place: Pick<SignalRow, 'state' | 'realised_r'>
      instrument: Pick<SignalRow, 'name'>
    })[]
    return rows.map(({ place, instrument, ...row }) => ({ ...row, ...place, ...instrument }))
  },
}
