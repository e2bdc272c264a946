import type { FastifyInstance } from 'fastify'
import { sql } from '../database/sql.ts'
import { loggable } from './error-log.ts'
import { nowText, type Service } from './service.ts'

/** Milliseconds. */
const HOUR = 3_600_000
/** Maximum rows per delete, so that no sign-in waits for the clean-up. */
const BATCH = 1000

/**
 * Removes expired rows once an hour, in whichever process gets the lock. Used refresh tokens are kept for a day: until
 * then, reusing one is recognised as theft.
 */
export function housekeeping(app: FastifyInstance, service: Service): void {
  const timer = setInterval(() => {
    cleanUp(service).catch((error) => app.log.error({ error: loggable(error) }, 'auth clean-up failed'))
  }, HOUR)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

export async function cleanUp(service: Service): Promise<void> {
  const { database, settings } = service
  const now = sql`${nowText(service)}::timestamptz`
  const outdated = [
    sql`delete from auth.refresh_tokens where id in (
      select id from auth.refresh_tokens where revoked and updated_at < ${now} - interval '24 hours' limit ${BATCH}::int)`,
    sql`delete from auth.flow_state where id in (
      select id from auth.flow_state where created_at < ${now} - interval '24 hours' limit ${BATCH}::int)`,
    sql`delete from auth.oauth_client_states where created_at < ${now} - interval '24 hours'`,
    sql`delete from auth.saml_relay_states where created_at < ${now} - interval '24 hours'`,
    // Provider tokens that no client fetched in time.
    sql`update auth.flow_state set provider_access_token = null, provider_refresh_token = null
      where created_at < ${now} - interval '15 minutes' and provider_access_token is not null`,
    sql`delete from auth.sessions where id in (
      select id from auth.sessions where not_after < ${now} - interval '72 hours' limit ${BATCH}::int)`,
    // An hour longer than a token lives, to allow for clock differences.
    sql`delete from _server.ended_sessions where ended_at < ${now} - make_interval(secs => ${settings.jwt_expiry + 3600}::float8)`,
    sql`delete from auth.mfa_challenges where id in (
      select id from auth.mfa_challenges where created_at < ${now} - interval '24 hours' limit ${BATCH}::int)`,
    sql`delete from auth.webauthn_challenges where id in (
      select id from auth.webauthn_challenges where expires_at < ${now} - interval '24 hours' limit ${BATCH}::int)`,
    sql`delete from auth.mfa_factors where id in (
      select id from auth.mfa_factors where status = 'unverified' and created_at < ${now} - interval '24 hours' limit ${BATCH}::int)`,
    sql`delete from _server.rate_limits where window_started_at < ${now} - interval '3 hours'`,
    sql`delete from _server.mail_outbox where created_at < ${now} - interval '30 days'`,
    // Once a mail's link has expired, its row is kept without the secrets.
    sql`update _server.mail_outbox set data = data - '{Token,TokenHash,ConfirmationURL}'::text[]
      where created_at < ${now} - make_interval(secs => ${settings.email.otp_expiry}::float8) and data ?| '{Token,TokenHash,ConfirmationURL}'::text[]`,
  ]
  for (const statement of outdated) await database.query(statement)
}
