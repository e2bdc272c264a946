import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import type { Metadata } from './users.ts'

export type MailTemplate =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'invite'
  | 'email_change'
  | 'reauthentication'

/** A mail to send; `data` uses the names of GoTrue's templates. Its code is valid for `life` seconds. */
export type Mail = { to: string; template: MailTemplate; data: Metadata; life: number }

/** Stored in the transaction of the change that it reports. */
export async function queueMail(query: Query, mail: Mail, now: string): Promise<void> {
  await query(sql`
    insert into _server.mail_outbox (to_address, template, data, created_at, next_attempt_at, expires_at)
    values (${mail.to}, ${mail.template}, ${JSON.stringify(mail.data)}::jsonb, ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(secs => ${mail.life}::float8))`)
}
