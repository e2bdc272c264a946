// Owns how a signed-in person proves their identity again. The database decides whether a proof is recent; this makes one.
import type { Factor, User } from '@supabase/auth-js'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { auth } from '#lib/session/auth.ts'

/** By an app's code, by password or mailed code; or, with a key or text messages, by signing in again. */
export type ProofWay = { kind: 'app'; factorId: string } | { kind: 'password' } | { kind: 'elsewhere' }

/** The method of an account: with a second factor, that factor. */
export function proofWay({ factors = [] }: { factors?: readonly Factor[] | undefined }): ProofWay {
  const verified = factors.filter(({ status }) => status === 'verified')
  const app = verified.find(({ factor_type }) => factor_type === 'totp')
  if (app) return { kind: 'app', factorId: app.id }
  return { kind: verified.length > 0 ? 'elsewhere' : 'password' }
}

export const isRecentlyProved = async (): Promise<boolean> => unwrap(await supabase.rpc('recently_proved'))

export async function proveByApp(factorId: string, code: string): Promise<void> {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

export async function proveByPassword({ email, phone }: User, password: string): Promise<void> {
  await inPlace(() =>
    auth.signInWithPassword(
      email ? { email, password } : { phone: `+${phone?.replace(/^\+/, '')}`, password },
    ),
  )
}

export async function sendProofCode(email: string): Promise<void> {
  const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  if (error) throw error
}

export async function proveByCode(email: string, token: string): Promise<void> {
  await inPlace(() => auth.verifyOtp({ email, token, type: 'email' }))
}

/** A new session replaces the current one, which would otherwise stay in the list of devices. */
async function inPlace(signIn: () => Promise<{ error: unknown }>): Promise<void> {
  const before = (unwrap(await supabase.rpc('my_sessions')) as { id: string; is_current: boolean }[]).find(
    ({ is_current }) => is_current,
  )
  const { error } = await signIn()
  if (error) throw error
  if (before) unwrap(await supabase.rpc('end_session', { session_id: before.id }))
}
