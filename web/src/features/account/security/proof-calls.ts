// Owns how a signed-in person proves once more who they are. The database decides whether a proof is recent; here it is made.
import type { Factor, User } from '@supabase/auth-js'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { auth } from '#lib/session/auth.ts'

/** By the code of an application, by password or mailed code, or only by signing in anew: with a key or a text message. */
export type ProofWay = { kind: 'app'; factorId: string } | { kind: 'password' } | { kind: 'elsewhere' }

/** The way that an account has: who added a second factor proves by that one. */
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

/** A new session takes the place of the present one, which would otherwise stay in the list of devices. */
async function inPlace(signIn: () => Promise<{ error: unknown }>): Promise<void> {
  const before = (unwrap(await supabase.rpc('my_sessions')) as { id: string; is_current: boolean }[]).find(
    ({ is_current }) => is_current,
  )
  const { error } = await signIn()
  if (error) throw error
  if (before) unwrap(await supabase.rpc('end_session', { session_id: before.id }))
}
