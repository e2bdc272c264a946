import { sql } from '../database/sql.ts'
import { network } from '../http/network.ts'
import { type AuthErrorCode, authError } from './errors.ts'
import type { Service } from './service.ts'

/**
 * Rate limits, counted in PostgreSQL across all processes. Two adjacent windows weighted by time form a sliding one,
 * which prevents a burst of twice the limit at a window's edge.
 */
type Limit = {
  /** A name in `[auth.rate_limit]`, or a number where the configuration has no setting. */
  setting: keyof Service['settings']['rate_limit'] | number
  seconds: number
  /** Error code; `over_request_rate_limit` by default. */
  code?: AuthErrorCode
}

const limits = {
  'sign-up': { setting: 'sign_in_sign_ups', seconds: 300 },
  recover: { setting: 'sign_in_sign_ups', seconds: 300 },
  otp: { setting: 'sign_in_sign_ups', seconds: 300 },
  'user-update': { setting: 'sign_in_sign_ups', seconds: 300 },
  anonymous: { setting: 'anonymous_users', seconds: 3600 },
  'account-guess': { setting: 'account_guesses', seconds: 3600 },
  'device-guess': { setting: 'account_guesses', seconds: 3600 },
  'address-change': { setting: 'account_guesses', seconds: 3600 },
  'address-guess': { setting: 'address_guesses', seconds: 3600 },
  'code-guess': { setting: 'account_guesses', seconds: 3600 },
  'current-password': { setting: 10, seconds: 300 },
  external: { setting: 'sign_in_sign_ups', seconds: 300 },
  token: { setting: 'token_refresh', seconds: 300 },
  verify: { setting: 'token_verifications', seconds: 300 },
  factor: { setting: 15, seconds: 60 },
  'factor-change': { setting: 30, seconds: 300 },
  'factor-guess': { setting: 10, seconds: 300 },
  'recovery-guess': { setting: 5, seconds: 900, code: 'mfa_recovery_codes_locked' },
  passkey: { setting: 30, seconds: 300 },
  logout: { setting: 'sign_in_sign_ups', seconds: 300 },
  'sms-number': { setting: 10, seconds: 3600, code: 'over_sms_send_rate_limit' },
  sms: { setting: 'sms_sent', seconds: 3600, code: 'over_sms_send_rate_limit' },
  mail: { setting: 'email_sent', seconds: 3600, code: 'over_email_send_rate_limit' },
  requests: { setting: 'requests', seconds: 60 },
  'admin-requests': { setting: 'admin_requests', seconds: 60 },
} as const satisfies Record<string, Limit>

export type LimitKind = keyof typeof limits

/** The number of requests that a limit allows per window. */
export function allowedOf({ settings }: Service, kind: LimitKind): number {
  const { setting }: Limit = limits[kind]
  return typeof setting === 'number' ? setting : settings.rate_limit[setting]
}

/** Counts a request (or `by` requests) of `caller`: an address, or the recipient of a mail or code. Throws 429. */
export async function limit(service: Service, kind: LimitKind, caller: string, by = 1): Promise<void> {
  const { seconds, code = 'over_request_rate_limit' }: Limit = limits[kind]
  const allowed = allowedOf(service, kind)
  const now = service.context.now().getTime() / 1000
  const started = Math.floor(now / seconds) * seconds
  // Asynchronous commit: a count lost in a crash lets a few more requests pass, while waiting for the disk would double
  // the cost of each request.
  const [row] = await service.database.hurried(sql`
    insert into _server.rate_limits as r (key, window_started_at, count)
    values (${`${kind}:${network(caller)}`}, to_timestamp(${started}::float8), ${by}::int)
    on conflict (key) do update set
      previous_count = case
        when r.window_started_at >= excluded.window_started_at then r.previous_count
        when r.window_started_at = excluded.window_started_at - make_interval(secs => ${seconds}::float8) then r.count
        else 0 end,
      count = case when r.window_started_at >= excluded.window_started_at then least(r.count + ${by}::int, ${allowed + by}::int) else ${by}::int end,
      window_started_at = greatest(r.window_started_at, excluded.window_started_at)
    returning count, previous_count`)
  const [count, previous] = (row ?? []).map(Number) as [number, number]
  if (previous * (1 - (now - started) / seconds) + count > allowed) throw authError(code)
}

/** Undoes the count of a request that proved legitimate. */
export async function forgive({ database }: Service, kind: LimitKind, caller: string): Promise<void> {
  await database.hurried(sql`
    update _server.rate_limits set count = greatest(count - 1, 0) where key = ${`${kind}:${network(caller)}`}`)
}
