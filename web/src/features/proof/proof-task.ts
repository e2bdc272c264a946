// What the page and its worker say to each other.

import type { Divergence } from 'trading/proof/divergence'
import type { MinuteCounts } from 'trading/proof/minute-parts'
import type { ProofProgress, ProofVerdict } from 'trading/proof/verify-export'
import type { KeptHead } from 'trading/proof/verify-heads'

/**
 * `verify` reads the record anew and checks it, every minute of ended signals too where that is wished; `signal` goes through
 * the minutes of one; `file` gives what was read as a file, `minutes` those of every signal.
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
