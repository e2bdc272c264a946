import { useState } from 'react'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'

/** A code being entered: its digits, whether it is being checked, and why it was refused. */
export function useCodeEntry(confirm: (code: string) => Promise<void>) {
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  /** Runs a call and reports its refusal. */
  const tell = async (work: Promise<void>) => {
    setRefusal(null)
    try {
      await work
    } catch (error) {
      setRefusal(authErrorKey(error))
    }
  }
  const check = async (token: string) => {
    setBusy(true)
    await tell(confirm(token))
    setBusy(false)
    setCode('')
  }
  return { code, setCode, busy, refusal, tell, check: (token: string) => void check(token) }
}
