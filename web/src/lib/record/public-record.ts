// Owns what anybody may read of the track record: its figures and the head of the ledger, as the database computed them. A
// missing figure is null and is shown as an em dash, never as a guess.
import { publicRpc } from '#lib/data/public-rpc.ts'

/** The number of days in the public record. */
export const RECORD_DAYS = 90

/** Answer of `signal_performance`; figures are decimal texts, null while undefined. */
export type PublicPerformance = {
  published: number
  resolved: number
  expired: number
  cancelled: number
  open: number
  wins: number
  losses: number
  /** 0 to 1. */
  win_rate: string | null
  average_win_r: string | null
  average_loss_r: string | null
  expectancy_r: string | null
  expectancy_half_width_r: string | null
  profit_factor: string | null
  /** How far the curve fell from its highest point. */
  max_drawdown_r: string | null
  current_drawdown_r: string | null
  total_r: string | null
  curve: { at: string; r: string }[]
  /** Whether results of the demonstration seed are included. */
  demonstration: boolean
}

/** Answer of `ledger_head`. */
export type LedgerHead = { sequence: number; hash: string; at: string }

/** What the record of a public page reads, by the names under which the server draws it ahead. */
export const RECORD_READS = {
  performance: { rpc: 'signal_performance', args: { days: RECORD_DAYS } },
  head: { rpc: 'ledger_head', args: {} },
} as const

/** For `usePublicRead`. */
export const readPerformance = (signal: AbortSignal): Promise<PublicPerformance> =>
  publicRpc<PublicPerformance>(RECORD_READS.performance.rpc, RECORD_READS.performance.args, signal)

/** For `usePublicRead`; null before the ledger's first entry. */
export const readLedgerHead = (signal: AbortSignal): Promise<LedgerHead | null> =>
  publicRpc<LedgerHead | null>(RECORD_READS.head.rpc, RECORD_READS.head.args, signal)
