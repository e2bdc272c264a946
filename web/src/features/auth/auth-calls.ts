// Owns every call of these screens to the auth service. Each throws the service's error; the screens word it.

import type { Provider } from '@supabase/auth-js'
import { authClient, isCallback } from '#lib/session/auth-client.ts'
import type { MailLink } from './password-reset/mail-link.ts'
import type { SignedUp } from './sign-up/sign-up.ts'

/** Where links from mails lead. */
export const landing = (path: string) => `${location.origin}${path}`

/** Signs in with an e-mail or a phone number in international form. */
export async function signIn(
  identifier: { email: string } | { phone: string },
  password: string,
): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.signInWithPassword({ ...identifier, password })
  if (error) throw error
}

/** Sends the confirmation again. The answer is the same whether or not an account waits for it. */
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

/** Requests a link to set a new password. The answer is the same whether or not an account exists. */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: landing('/password-reset'),
  })
  if (error) throw error
}

/** Sets the new password, then signs out every other device. */
export async function saveNewPassword(password: string): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.updateUser({ password })
  if (error) throw error
  const others = await auth.signOut({ scope: 'others' })
  if (others.error) throw others.error
}

/**
 * Sends a link and a code to sign in with. An address without an account gets nothing, and the answer does not reveal that:
 * who has an account here is private.
 */
export async function sendSignInLink(email: string, path: string): Promise<void> {
  const auth = await authClient()
  const options = { shouldCreateUser: false, emailRedirectTo: landing(path) }
  const { error } = await auth.signInWithOtp({ email, options })
  if (error && error.code !== 'otp_disabled') throw error
}

/** The six digits of a mail, whichever its kind. */
export async function confirmMailCode(email: string, token: string): Promise<void> {
  const auth = await authClient()
  const { error } = await auth.verifyOtp({ email, token, type: 'email' })
  if (error) throw error
}

/** Redeems the token of a mail's link. Resolves with whether that signed in: a change of address may wait for its other link. */
export async function confirmMailLink({ tokenHash, type }: MailLink): Promise<boolean> {
  const auth = await authClient()
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) throw error
  return data.session !== null
}

/** Redirects to the provider, which returns to `path`. */
export async function signInWithProvider(provider: string, path: string): Promise<void> {
  const auth = await authClient()
  const { withReferral } = await import('#lib/money/referral-memory.ts')
  const { error } = await auth.signInWithOAuth({
    provider: provider as Provider,
    options: { redirectTo: landing(withReferral(path, Date.now())) },
  })
  if (error) throw error
}

/** Redirects to the identity provider of the company that the address belongs to. */
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

/** A trial: an account without an address, which can be added later. */
export async function tryWithoutAccount(locale: string, timeZone: string): Promise<void> {
  const auth = await authClient()
  const { referralDetails } = await import('#lib/money/referral-memory.ts')
  const data = { locale, time_zone: timeZone, ...referralDetails(Date.now()) }
  const { error } = await auth.signInAnonymously({ options: { data } })
  if (error) throw error
}

/** The client's error for the address that a mail or a provider led to; null without one. */
export async function linkError(): Promise<unknown> {
  if (!isCallback()) return null
  const { error } = await (await authClient()).initialize()
  return error
}
