import { useRef, useState } from 'react'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'

/** Runs one call at a time and keeps the key of its refusal. `run` resolves with whether it ran and succeeded. */
export function useAttempt() {
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setRefusal(null)
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      setRefusal(authErrorKey(error))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { refusal, setRefusal, busy, run }
}
