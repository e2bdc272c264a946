// The messages between the page and its worker.

import type { Divergence } from 'trading/proof/divergence'
import type { MinuteCounts } from 'trading/proof/minute-parts'
import type { ProofProgress, ProofVerdict } from 'trading/proof/verify-export'
import type { KeptHead } from 'trading/proof/verify-heads'

/**
 * `verify` reads and checks the record, optionally with every minute of ended signals; `signal` checks the minutes of one
 * signal; `file` returns the record as a file, `minutes` those of every signal.
 */
export type ProofTask = { anonKey: string } & (
  | { do: 'verify'; kept: readonly KeptHead[]; everyMinute: boolean }
  | { do: 'signal'; id: string }
  | { do: ProofFile }
)
export type ProofFile = 'file' | 'minutes'

export type Stage = ProofProgress['check'] | 'reading'

export type ProofAnswer =
  | { is: 'progress'; stage: Stage; done: number; total: number }
  | { is: 'verdict'; verdict: ProofVerdict; milliseconds: number }
  | { is: 'signal'; counts: MinuteCounts; divergence: Divergence | null }
  | { is: 'file'; file: Blob }
  | { is: 'failure'; reason: string }
