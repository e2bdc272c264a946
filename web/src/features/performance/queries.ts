import { queryOptions } from '@tanstack/react-query'
import { publicRpc, publicRpcRows } from '#lib/data/public-rpc.ts'
import { type Filters, toDatabase } from './filters.ts'

/** Answer of `performance_figures`: decimals are text, null while undefined; rates from 0 to 1, durations in seconds. */
export type Figures = {
  /** Signals that ended, including those never entered. */
  ended: number
  resolved: number
  /** Never entered before they expired. */
  expired: number
  /** Withdrawn by their analyst before an entry, and their share of all that ended. */
  cancelled: number
  cancelled_rate: string | null
  wins: number
  losses: number
  win_rate: string | null
  win_rate_low: string | null
  win_rate_high: string | null
  average_win_r: string | null
  average_loss_r: string | null
  expectancy_r: string | null
  expectancy_half_width_r: string | null
  profit_factor: string | null
  max_drawdown_r: string | null
  max_drawdown_from: string | null
  max_drawdown_to: string | null
  current_drawdown_r: string | null
  /** The number of signals with known excursions. */
  measured: number
  average_best_r: string | null
  average_worst_r: string | null
  max_open_drawdown_r: string | null
  longest_wins: number
  longest_wins_from: string | null
  longest_wins_to: string | null
  longest_losses: number
  longest_losses_from: string | null
  longest_losses_to: string | null
  median_held_seconds: string | null
  total_r: string | null
  r_per_month: string | null
  sample: 'insufficient' | 'sufficient'
  since: string | null
  until: string | null
  demonstration: boolean
  distribution: readonly { from: string; count: number }[]
}

export type Dimension =
  | 'symbol'
  | 'timeframe'
  | 'style'
  | 'author'
  | 'direction'
  | 'tier'
  | 'weekday'
  | 'session'
  | 'weekday_session'

/** A row of `performance_breakdowns`. */
export type Part = {
  dimension: Dimension
  value: string
  /** For a weekday row, the market session, if both are distinguished. */
  session: string | null
  label: string | null
  resolved: number
  wins: number
  losses: number
  win_rate: string
  win_rate_low: string
  win_rate_high: string
  average_win_r: string | null
  average_loss_r: string | null
  profit_factor: string | null
  expectancy_r: string
  expectancy_half_width_r: string | null
  total_r: string
  sample: 'insufficient' | 'sufficient'
}

/** A row of `signal_results`: a signal that ended. Prices and R are decimal text. */
export type ResultRow = {
  signal_id: string
  number: number
  symbol: string
  timeframe: string
  style: string
  tier: string
  direction: 'buy' | 'sell'
  author_name: string
  state: 'closed' | 'expired' | 'cancelled'
  reason: string | null
  published_at: string
  entered_at: string | null
  ended_at: string
  weekday: number | null
  market_session: string | null
  held_seconds: number | null
  entry_price: string | null
  stop_loss: string
  exit_price: string | null
  realised_r: string | null
  /** Its excursions before the end; null if they were not measured. */
  best_r: string | null
  worst_r: string | null
  demonstration: boolean
}

const COLUMNS =
  'signal_id,number,symbol,timeframe,style,tier,direction,author_name,state,reason,published_at,entered_at,ended_at,weekday,market_session,held_seconds,entry_price::text,stop_loss::text,exit_price::text,realised_r::text,best_r::text,worst_r::text,demonstration'
const FRESH_MS = 60_000

// Under the key of the live signals, so that a signal that ends makes it read again.
const key = (kind: string, filters: Filters) => ['signals', 'performance', kind, toDatabase(filters)] as const

export const figuresQuery = (filters: Filters) =>
  queryOptions({
    queryKey: key('figures', filters),
    queryFn: ({ signal }) =>
      publicRpc<Figures>('performance_figures', { filters: toDatabase(filters) }, signal),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })

export const partsQuery = (filters: Filters) =>
  queryOptions({
    queryKey: key('parts', filters),
    queryFn: ({ signal }) =>
      publicRpc<readonly Part[]>('performance_breakdowns', { filters: toDatabase(filters) }, signal),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })

/** All rows behind the figures, by closing date. */
export const rowsQuery = (filters: Filters) =>
  queryOptions({
    queryKey: key('rows', filters),
    queryFn: ({ signal }) =>
      publicRpcRows<ResultRow>(
        'performance_rows',
        `select=${COLUMNS}&order=ended_at,signal_id`,
        { filters: toDatabase(filters) },
        signal,
      ),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
