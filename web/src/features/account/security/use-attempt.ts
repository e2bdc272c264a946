import { useState } from 'react'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'

/** Runs one call at a time and keeps the key of its refusal. `run` resolves with whether it succeeded. */
export function useAttempt() {
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setRefusal(null)
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      setRefusal(authErrorKey(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { refusal, setRefusal, busy, run }
}
