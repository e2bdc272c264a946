// Owns the calls that raise a session to its second factor. Each throws the service's error; the client stores the new
// session and fires MFA_CHALLENGE_VERIFIED.
import { auth } from '#lib/session/auth.ts'

/** Six digits of an authenticator app. */
export async function answerWithApp(factorId: string, code: string): Promise<void> {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

/** Sends a code to the factor's phone. Resolves with the challenge that the code answers. */
export async function sendFactorCode(factorId: string): Promise<string> {
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  if (error) throw error
  return data.id
}

export async function answerWithPhone(factorId: string, challengeId: string, code: string): Promise<void> {
  const { error } = await auth.mfa.verify({ factorId, challengeId, code })
  if (error) throw error
}

export async function answerWithKey(factorId: string): Promise<void> {
  const { error } = await auth.mfa.webauthn.authenticate({ factorId })
  if (error) throw error
}

export async function answerWithRecoveryCode(code: string): Promise<void> {
  const { error } = await auth.mfa.recoveryCodes.verify({ code })
  if (error) throw error
}
