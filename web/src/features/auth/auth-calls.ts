// Owns every call of these screens to the auth service. Each one throws what the service says; screens give it words.

import { auth } from '#lib/auth.ts'
import type { SignedUp } from './sign-up.ts'

/** Where a person lands who opens a link from a message. */
export const landing = (path: string) => `${location.origin}${path}`

/** Signs in with an e-mail or a telephone number in international form. */
export async function signIn(
  identifier: { email: string } | { phone: string },
  password: string,
): Promise<void> {
  const { error } = await auth.signInWithPassword({ ...identifier, password })
  if (error) throw error
}

/** Sends the confirmation once more. The answer is the same whether or not an account waits for it. */
export async function resendConfirmation(to: SignedUp['sentTo'], path: string): Promise<void> {
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
  const { error } = await auth.verifyOtp({ phone, token, type: 'sms' })
  if (error) throw error
}

/** Asks for a link to a new password. The answer is the same whether or not an account exists. */
export async function requestPasswordReset(email: string): Promise<void> {
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: landing('/password-reset'),
  })
  if (error) throw error
}

/** Sets the new password, then signs every other device out. */
export async function saveNewPassword(password: string): Promise<void> {
  const { error } = await auth.updateUser({ password })
  if (error) throw error
  const others = await auth.signOut({ scope: 'others' })
  if (others.error) throw others.error
}

const CALLBACK = /[#?&](error|error_code|error_description|access_token|code)=/

/** What the client refused in the address that a message or a provider led to; null when there was nothing to refuse. */
export async function linkError(): Promise<unknown> {
  if (!CALLBACK.test(location.search + location.hash)) return null
  const { error } = await auth.initialize()
  return error
}
