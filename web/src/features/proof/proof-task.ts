// What the page and its worker say to each other.

import type { ProofProgress, ProofVerdict } from 'trading/verify-export'
import type { KeptHead } from 'trading/verify-heads'

/** `verify` reads the record anew and checks it; `file` gives what was read as a file. */
export type ProofTask = { anonKey: string } & ({ do: 'verify'; kept: readonly KeptHead[] } | { do: 'file' })

export type Stage = ProofProgress['check'] | 'reading'

export type ProofAnswer =
  | { is: 'progress'; stage: Stage; done: number; total: number }
  | { is: 'verdict'; verdict: ProofVerdict; milliseconds: number }
  | { is: 'file'; file: Blob }
  | { is: 'failure'; reason: string }
