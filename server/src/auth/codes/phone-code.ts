import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { oneTimeCode, tokenHash, uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { putOneTimeToken } from '../store/one-time-tokens.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import { secondsToWait } from './mail-link.ts'
import { textOf, tooSoonForText } from './sms.ts'

/**
 * Codes by text message. A code is stored in the caller's transaction and sent after it commits: no row stays locked
 * while the provider answers, and no text announces a rolled-back change.
 */
export type Text = {
  phone: string
  channel: string /** Null for a number listed in `[auth.sms.test_otp]`. */
  text: string | null
}

/** The purposes of a code, with the columns of `auth.users` that store it. */
const kinds = {
  confirmation: { type: 'confirmation_token', column: 'confirmation_token', sent: 'confirmation_sent_at' },
  phone_change: { type: 'phone_change_token', column: 'phone_change_token', sent: 'phone_change_sent_at' },
  reauthentication: {
    type: 'reauthentication_token',
    column: 'reauthentication_token',
    sent: 'reauthentication_sent_at',
  },
} as const

/** Throws `phone_provider_disabled` when no text can be sent to this number. */
export function requireTexts({ texts }: Service, phone: string): void {
  if (!texts.provider && texts.fixedCode(phone) === null) {
    throw authError('phone_provider_disabled', 'Unsupported phone provider', { status: 400 })
  }
}

/** Stores a new code for this number. Throws 429 when the previous code is too recent. */
export async function putPhoneCode(
  service: Service,
  query: Query,
  user: UserRow,
  phone: string,
  kind: keyof typeof kinds,
  channel = 'sms',
): Promise<Text> {
  const { context, settings, texts } = service
  const { type, column, sent } = kinds[kind]
  const wait = secondsToWait(user[sent], settings.sms.max_frequency, context.now())
  if (wait > 0) throw tooSoonForText(wait)
  const fixed = texts.fixedCode(phone)
  const code = fixed ?? oneTimeCode(context.random, settings.email.otp_length)
  const hash = tokenHash(phone, code)
  const now = nowText(service)
  const token = {
    id: uuid(context.random),
    user_id: user.id,
    token_type: type,
    token_hash: hash,
    relates_to: phone,
  }
  await putOneTimeToken(query, { ...token, now })
  await updateUser(query, user.id, now, { [column]: hash, [sent]: now })
  return { phone, channel, text: fixed === null ? textOf(settings.sms.template, code) : null }
}

/** Sends the code. Throws `sms_send_failed`; the code remains valid because the provider may still deliver it. */
export async function deliver(
  service: Service,
  { phone, channel, text }: Text,
): Promise<{ message_id: string }> {
  if (text === null) return { message_id: 'test-otp' }
  return { message_id: await service.texts.send(phone, text, channel) }
}

/** Counts a text against its number, whoever requested it, and against the global limit. Throws 429. */
export async function limitTexts(service: Service, phone: string): Promise<void> {
  await limit(service, 'sms-number', phone)
  await limit(service, 'sms', 'everybody')
}
