// Owns every call of the account screen to the auth service. Each throws the service's error; the screen words it.
import type { Factor, PasskeyListItem, Provider, User, UserIdentity } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import { auth } from '#lib/session/auth.ts'
import { brand } from '#lib/site/brand.ts'

const ACCOUNT = '/mon-compte'
const back = () => ({ emailRedirectTo: `${location.origin}${ACCOUNT}` })

/** The data of an answer of the auth client; throws its error. */
function read<Answer extends { data: unknown; error: unknown }>(answer: Answer): Success<Answer> {
  if (answer.error) throw answer.error
  return answer.data as Success<Answer>
}
type Success<Answer> = Answer extends { data: infer Data; error: null } ? Data : never

/** The account as the service has it now: pending addresses and factors change without a new session. */
export const USER_KEY = ['account', 'user'] as const
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: async (): Promise<User> => read(await auth.getUser()).user as User,
})

export type PasswordChange = { password: string; nonce?: string; current_password?: string }

/** It ends every other session. */
export async function changePassword(change: PasswordChange): Promise<void> {
  read(await auth.updateUser(change))
}

/** Sends the code that a password change may ask for. */
export async function askForCode(): Promise<void> {
  read(await auth.reauthenticate())
}

/** Resolves with the account: `new_email` is set while the address waits for its confirmation. */
export const changeEmail = async (email: string): Promise<User> =>
  read(await auth.updateUser({ email }, back())).user as User

export async function resendEmailChange(email: string): Promise<void> {
  read(await auth.resend({ type: 'email_change', email, options: back() }))
}

/** In international form. Resolves with the account: `new_phone` is set while the number waits for its code. */
export const changePhone = async (phone: string): Promise<User> =>
  read(await auth.updateUser({ phone })).user as User

export async function confirmPhone(phone: string, token: string): Promise<void> {
  read(await auth.verifyOtp({ phone, token, type: 'phone_change' }))
}

/** Gives a trial account an address and a password. */
export const keepAccount = async (email: string, password: string): Promise<User> =>
  read(await auth.updateUser({ email, password }, back())).user as User

export type Enrolment = { id: string; uri: string; secret: string }

/** Starts the enrolment of an authenticator app; it is complete after the first correct code. */
export async function enrolApp(friendlyName: string): Promise<Enrolment> {
  const { id, totp } = read(await auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: brand.name }))
  return { id, uri: totp.uri, secret: totp.secret }
}

export async function confirmApp(factorId: string, code: string): Promise<void> {
  read(await auth.mfa.challengeAndVerify({ factorId, code }))
}

export async function removeFactor({ id, factor_type }: Pick<Factor, 'id' | 'factor_type'>): Promise<void> {
  if ((factor_type as string) === 'recovery_code') read(await auth.mfa.recoveryCodes.unenroll())
  else read(await auth.mfa.unenroll({ factorId: id }))
  // The session has dropped to the remaining level; its current token is refused.
  read(await auth.refreshSession())
}

/** A new set, which invalidates the previous one. The codes are returned only once. */
export async function drawRecoveryCodes(again: boolean): Promise<string[]> {
  const codes = auth.mfa.recoveryCodes
  return read(await (again ? codes.regenerate() : codes.generate())).codes
}

export const PASSKEYS_KEY = ['account', 'passkeys'] as const
export const passkeysQuery = queryOptions({
  queryKey: PASSKEYS_KEY,
  queryFn: async (): Promise<PasskeyListItem[]> => read(await auth.passkey.list()),
})

export async function addPasskey(): Promise<void> {
  read(await auth.registerPasskey())
}

export async function removePasskey(passkeyId: string): Promise<void> {
  read(await auth.passkey.delete({ passkeyId }))
}

/** Redirects to the provider, which returns to the account. */
export async function linkProvider(provider: string): Promise<void> {
  const redirectTo = `${location.origin}${ACCOUNT}`
  read(await auth.linkIdentity({ provider: provider as Provider, options: { redirectTo } }))
}

export async function unlinkProvider(identity: UserIdentity): Promise<void> {
  read(await auth.unlinkIdentity(identity))
}

export async function endOtherSessions(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'others' })
  if (error) throw error
}
