import type { ApiError } from '../../http/api-error.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { type Challenge, PKCE_PREFIX } from '../identities/pkce.ts'
import { oneTimeCode, tokenHash, uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { type MailTemplate, queueMail } from '../store/mail-outbox.ts'
import { putOneTimeToken, type TokenType } from '../store/one-time-tokens.ts'
import type { UserRow } from '../store/users.ts'

/** A code and a link sent to an address: the token is stored, the mail is queued, both in the caller's transaction. */
export type LinkMail = {
  user: UserRow
  /** Who the mail goes to, and who the code is bound to. */
  to: string
  template: MailTemplate
  token: TokenType
  /** `type` of the link's query and of POST /verify. */
  type: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'
  redirectTo: string
  challenge: Challenge | null
  /** The address that will replace the present one. */
  newEmail?: string
}

/** A stored code with the link that carries its hash. */
export type Link = { code: string; hash: string; url: string }

/** Stores the code without sending it: an administrator hands the link on. */
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

/** Stores the code and queues its mail. Resolves with the hash, which also goes into the user's own token column. */
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

/** `redirect_to` comes last and is encoded only where it must be: mail readers mangle long encoded links. */
function confirmationUrl(publicUrl: string, hash: string, type: string, redirectTo: string): string {
  const target = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
  return `${publicUrl}/auth/v1/verify?token=${hash}&type=${type}&redirect_to=${target}`
}

/** Whole seconds until another mail may follow the last one; 0 when it may now. */
export function secondsToWait(sentAt: string | null, frequency: number, now: Date): number {
  if (!sentAt) return 0
  return Math.max(0, Math.ceil((Date.parse(sentAt) + frequency - now.getTime()) / 1000))
}

/** Said where GoTrue says it; POST /recover, which must not tell whether there is an account, leaves the mail out silently. */
export const tooSoon = (seconds: number): ApiError =>
  authError(
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
