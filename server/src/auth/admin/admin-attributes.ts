import { type output, z } from 'zod'
import { emailAddress } from '../codes/email-address.ts'
import { phoneNumber } from '../codes/phone-number.ts'
import { invalid } from '../errors.ts'
import { requireStrong } from '../passwords/password-policy.ts'
import { metadata, optionalText } from '../request-body.ts'
import type { Service } from '../service.ts'
import { goDuration } from '../sessions/go-duration.ts'

/** The attributes that an administrator may set when creating or updating an account. */
export const adminAttributes = z.object({
  id: optionalText,
  aud: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: optionalText,
})

export type AdminAttributes = output<typeof adminAttributes>

/** Normalises the addresses. Throws `validation_failed`. */
export function addresses({ email, phone }: AdminAttributes): { email: string | null; phone: string | null } {
  return { email: email ? emailAddress(email) : null, phone: phone ? phoneNumber(phone) : null }
}

/**
 * The hash to store; null when no password is given. A hash imported from another system must use an algorithm that we
 * can verify.
 */
export async function passwordHash(service: Service, attributes: AdminAttributes): Promise<string | null> {
  const { password, password_hash: hash } = attributes
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (hash) {
    if (!/^\$2[aby]\$\d\d\$[./\w]{53}$|^\$argon2(?:id|i)\$v=19\$/.test(hash) || hash.length > 255) {
      throw invalid('The password hash is not bcrypt or argon2')
    }
    return hash
  }
  if (!password) return null
  requireStrong(password, service.settings)
  return service.passwords.hash(password)
}

/** The end of the ban; `none` lifts it, and an absent value changes nothing (undefined). */
export function bannedUntil(
  service: Service,
  { ban_duration: text }: AdminAttributes,
): string | null | undefined {
  if (!text) return undefined
  if (text === 'none') return null
  const duration = goDuration(text)
  const until = new Date(service.context.now().getTime() + (duration ?? Number.NaN))
  if (Number.isNaN(until.getTime())) throw invalid(`invalid format for ban duration: ${text}`)
  return until.toISOString()
}
