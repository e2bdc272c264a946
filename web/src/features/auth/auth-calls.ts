// Owns every call of these screens to the auth service. Each one throws what the service says; screens give it words.

import type { Provider } from '@supabase/auth-js'
import { authClient, isCallback } from '#lib/session/auth-client.ts'
import type { MailLink } from './password-reset/mail-link.ts'
import type { SignedUp } from './sign-up/sign-up.ts'

/** Where a person lands who opens a link from a message. */
export const landing = (path: string) => `${location.origin}${path}`

/** Signs in with an e-mail or a telephone number in international form. */
export async function signIn(
  identifier: { email: string } | { phone: string },
  password: string,
): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.signInWithPassword({ ...identifier, password })
  if (error) throw error
}

/** Sends the confirmation once more. The answer is the same whether or not an account waits for it. */
export async function resendConfirmation(to: SignedUp['sentTo'], path: string): Promise<void> {
  const auth = await authClient()
  const { error } =
    'email' in to
      ? await auth.resend({
          type: 'signup',
          email: to.email,
          options: { emailRedirectTo: landing(path) },
        })
      : await auth.resend({ type: 'sms', phone: to.phone })
  if (error) throw error
}

export async function confirmPhone(phone: string, token: string): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.verifyOtp({ phone, token, type: 'sms' })
  if (error) throw error
}

/** Asks for a link to a new password. The answer is the same whether or not an account exists. */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: landing('/password-reset'),
  })
  if (error) throw error
}

/** Sets the new password, then signs every other device out. */
export async function saveNewPassword(password: string): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.updateUser({ password })
  if (error) throw error
  const others = await auth.signOut({ scope: 'others' })
  if (others.error) throw others.error
}

/**
 * Sends a link and a code to sign in with. For an address without an account nothing is sent, and nothing of that is said: who
 * has an account here is nobody's business.
 */
export async function sendSignInLink(email: string, path: string): Promise<void> {
  const auth = await authClient()
  const options = { shouldCreateUser: false, emailRedirectTo: landing(path) }
  const { error } = await auth.signInWithOtp({ email, options })
  if (error && error.code !== 'otp_disabled') throw error
}

/** The six digits of a mail, of whichever kind it was. */
export async function confirmMailCode(email: string, token: string): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.verifyOtp({ email, token, type: 'email' })
  if (error) throw error
}

/** Redeems what a mail's link holds. Resolves with whether that signed in: a change of address may wait for its other link. */
export async function confirmMailLink({ tokenHash, type }: MailLink): Promise<boolean> {
  const auth = await authClient()
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) throw error
  return data.session !== null
}

/** Leaves for the provider, which comes back to `path`. */
export async function signInWithProvider(provider: string, path: string): Promise<void> {
  const auth = await authClient()
  const { withReferral } = await import('#lib/money/referral-memory.ts')
  const { error } = await auth.signInWithOAuth({
    provider: provider as Provider,
    options: { redirectTo: landing(withReferral(path, Date.now())) },
  })
  if (error) throw error
}

/** Leaves for the identity provider of the company that the address belongs to. */
export async function signInWithCompany(email: string, path: string): Promise<void> {
  const auth = await authClient()
  const { withReferral } = await import('#lib/money/referral-memory.ts')
  const domain = email.split('@').at(-1) ?? ''
  const { error } = await auth.signInWithSSO({
    domain,
    options: { redirectTo: landing(withReferral(path, Date.now())) },
  })
  if (error) throw error
}

export async function signInWithPasskey(): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.signInWithPasskey()
  if (error) throw error
}

/** An account without an address, which can be given one later. */
export async function tryWithoutAccount(locale: string, timeZone: string): Promise<void> {
  const auth = await authClient()
  const { referralDetails } = await import('#lib/money/referral-memory.ts')
  const data = { locale, time_zone: timeZone, ...referralDetails(Date.now()) }
  const { error } = await auth.signInAnonymously({ options: { data } })
  if (error) throw error
}

/** What the client refused in the address that a message or a provider led to; null when there was nothing to refuse. */
export async function linkError(): Promise<unknown> {
  if (!isCallback()) return null
  const { error } = await (await authClient()).initialize()
  return error
}
