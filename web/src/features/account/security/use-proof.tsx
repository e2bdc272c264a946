import type { User } from '@supabase/auth-js'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isRecentlyProved } from './proof-calls.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { useAttempt } from './use-attempt.ts'

/** `ensure` resolves with whether the person has recently proved their identity; `dialog` asks if they have not. */
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

/** Changes to how an account is entered: each asks for a proof first, then reads the changed data again. */
export function useProvedChange(user: User, changes: QueryKey) {
  const client = useQueryClient()
  const { refusal, busy, run } = useAttempt()
  const { ensure, dialog } = useProof(user)
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      if (!(await ensure())) return
      await work()
      await client.invalidateQueries({ queryKey: changes })
    })
  return { refusal, busy, change, dialog }
}
