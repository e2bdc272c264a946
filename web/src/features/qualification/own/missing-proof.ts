import type { Sending } from '#ui/files/uploads.ts'

/** Why a form would go out without a file that its author sees in the list; null if it would not. */
export function missingProof(files: readonly Pick<Sending, 'state'>[]): 'sending' | 'lost' | null {
  if (files.some(({ state }) => state === 'sending')) return 'sending'
  return files.some(({ state }) => state === 'refused' || state === 'failed') ? 'lost' : null
}
