import type { ApiError } from '../../http/api-error.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { type Challenge, PKCE_PREFIX } from '../identities/pkce.ts'
import { oneTimeCode, tokenHash, uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { type MailTemplate, queueMail } from '../store/mail-outbox.ts'
import { putOneTimeToken, type TokenType } from '../store/one-time-tokens.ts'
import type { UserRow } from '../store/users.ts'

/** A code and a link for an address. The token is stored and the mail queued in the caller's transaction. */
export type LinkMail = {
  user: UserRow
  /** Recipient of the mail; the code is valid for this address only. */
  to: string
  template: MailTemplate
  token: TokenType
  /** `type` in the link's query and in POST /verify. */
  type: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'
  redirectTo: string
  challenge: Challenge | null
  /** The requested new address. */
  newEmail?: string
}

export type Link = { code: string; hash: string; url: string }

/** Stores the code without sending it; an administrator passes the link on. */
export async function makeLink(
  service: Service,
  query: Query,
  { user, to, token, type, redirectTo, challenge }: Omit<LinkMail, 'template' | 'newEmail'>,
): Promise<Link> {
  const { context, settings } = service
  const code = oneTimeCode(context.random, settings.email.otp_length)
  const hash = (challenge ? PKCE_PREFIX : '') + tokenHash(to, code)
  const id = uuid(context.random)
  const row = {
    id,
    user_id: user.id,
    token_type: token,
    token_hash: hash,
    relates_to: to,
    now: nowText(service),
  }
  await putOneTimeToken(query, row)
  return { code, hash, url: confirmationUrl(context.publicUrl, hash, type, redirectTo) }
}

/** Stores the code and queues its mail. Returns the hash, which the caller also stores in the user's token column. */
export async function sendLink(service: Service, query: Query, mail: LinkMail): Promise<string> {
  const { code, hash, url } = await makeLink(service, query, mail)
  const data = {
    SiteURL: service.settings.site_url,
    ConfirmationURL: url,
    Email: mail.user.email ?? mail.to,
    Token: code,
    TokenHash: hash,
    RedirectTo: mail.redirectTo,
    SendingTo: mail.to,
    ...(mail.newEmail && { NewEmail: mail.newEmail }),
    Data: mail.user.raw_user_meta_data ?? {},
  }
  const life = service.settings.email.otp_expiry
  await queueMail(query, { to: mail.to, template: mail.template, data, life }, nowText(service))
  return hash
}

/** `redirect_to` comes last and is encoded only where necessary, because mail readers mangle long encoded links. */
function confirmationUrl(publicUrl: string, hash: string, type: string, redirectTo: string): string {
  const target = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
  return `${publicUrl}/auth/v1/verify?token=${hash}&type=${type}&redirect_to=${target}`
}

/** Seconds until the next mail may be sent; 0 when it may be sent now. */
export function secondsToWait(sentAt: string | null, frequency: number, now: Date): number {
  if (!sentAt) return 0
  return Math.max(0, Math.ceil((Date.parse(sentAt) + frequency - now.getTime()) / 1000))
}

/** Thrown where GoTrue throws it. POST /recover must not reveal whether the account exists and skips the mail silently instead. */
export const tooSoon = (seconds: number): ApiError =>
  authError(
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
