import { Secret, TOTP } from 'otpauth'
import type { Random } from '../secrets.ts'

/** Authenticator app codes (RFC 6238): SHA-1, six digits, 30 seconds, one step of tolerance in either direction. */
const STEP = 30
const WINDOW = 1
const settings = { algorithm: 'SHA1', digits: 6, period: STEP } as const

/** 160 bits in base32. */
export const totpSecret = (random: Random): string =>
  new Secret({ buffer: Uint8Array.from(random(20)).buffer }).base32

/** The content of the QR code: `otpauth://totp/{issuer}:{account}?…`. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  new TOTP({ ...settings, secret: Secret.fromBase32(secret), issuer, label: account || issuer }).toString()

/** The matching step, as the number of periods since 1970; null when the code matches no step near `now`. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP) + delta
}
