import type { User } from '@supabase/auth-js'
import { type ReactNode, useState } from 'react'
import { isRecentlyProved } from './proof-calls.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** `ensure` resolves with whether the person has just proved who they are; `dialog` asks when they have not. */
export function useProof(user: User): { ensure: () => Promise<boolean>; dialog: ReactNode } {
  const [asking, setAsking] = useState<{ answer: (proved: boolean) => void } | null>(null)
  const ensure = async () => {
    if (await isRecentlyProved()) return true
    return await new Promise<boolean>((answer) => setAsking({ answer }))
  }
  const dialog = asking ? (
    <ProofDialog
      user={user}
      onDone={(proved) => {
        setAsking(null)
        asking.answer(proved)
      }}
    />
  ) : null
  return { ensure, dialog }
}
