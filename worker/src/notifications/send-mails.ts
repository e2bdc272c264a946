// Delivers the auth service's outbox. A mail's row is locked while it is sent, and the result is recorded in the same
// transaction, so no two workers send it. A process killed between the server's answer and the record sends the mail again with
// the same Message-ID, which mailboxes recognise: delivered at least once, recorded as sent exactly once.
import { createHash } from 'node:crypto'
import { type MailData, writeMail } from 'mails/mail'
import { termsFile } from 'mails/terms'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction, type Queryable } from '../database.ts'
import type { FileStore } from '../file-store.ts'
import { INVOICES } from '../invoices/draw-invoices.ts'
import { type Mailer, MailRefused, type Outgoing } from '../mail/mailer.ts'
import { replyAddress, threadId } from '../support/support-address.ts'
import type { TaskContext } from '../tasks/task-context.ts'

/** Maximum attempts. */
export const MOST_ATTEMPTS = 12
const FIRST_WAIT_S = 5
const LONGEST_WAIT_S = 3600
/** Maximum mails per run. */
const MOST_AT_ONCE = 200

const job = z.object({ id: z.coerce.string().optional() })

/** Sends the job's mail, or every due one. Without a mail server they wait. */
export async function sendMails(
  { pool, log, now }: TaskContext,
  mailer: Mailer | null,
  payload: unknown = {},
  store: FileStore | null = null,
): Promise<void> {
  if (!mailer || !(await hasOutbox(pool))) return
  const { id } = job.parse(payload)
  const handled: string[] = []
  while (handled.length < MOST_AT_ONCE) {
    const mail = await inTransaction(pool, (client) =>
      sendNext(client, { mailer, store }, now(), id ?? null, handled),
    )
    if (!mail) return
    handled.push(mail.id)
    const bindings = { mail: mail.id, template: mail.template, attempts: mail.attempts }
    if (mail.outcome === 'sent') log.debug(bindings, 'mail sent')
    else log.warn({ ...bindings, reason: mail.reason }, `mail not sent: ${mail.outcome}`)
    if (id) return
  }
}

async function hasOutbox(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('_server.mail_outbox') is not null as there`,
  )
  return rows[0]?.there ?? false
}

type Row = {
  id: string
  to_address: string
  template: string
  data: MailData
  created_at: Date
  expires_at: Date
  attempts: number
  language: string
  time_zone: string
  name: string
}

type Outcome = { outcome: 'sent' | 'try again' | 'given up'; reason: string | null }

async function sendNext(
  client: Queryable,
  { mailer, store }: { mailer: Mailer; store: FileStore | null },
  now: number,
  id: string | null,
  handled: readonly string[],
): Promise<(Row & Outcome) | null> {
  const row = await lockNext(client, now, id, handled)
  if (!row) return null
  const attempts = row.attempts + 1
  if (row.expires_at.getTime() <= now) {
    return { ...row, ...(await giveUp(client, row, now, row.attempts, 'expired before it could be sent')) }
  }
  const messageId = messageIdOf(row, mailer.settings.from.address)
  try {
    const attachments = await attached(row, mailer, store)
    await mailer.send({
      to: row.to_address,
      messageId,
      ...(await written(row, mailer)),
      ...threadOf(row, mailer),
      ...attachments,
    })
  } catch (error) {
    const reason = (error as Error).message.slice(0, 500)
    const hopeless = (error instanceof MailRefused && error.permanent) || error instanceof RangeError
    if (hopeless || attempts >= MOST_ATTEMPTS) {
      return { ...row, attempts, ...(await giveUp(client, row, now, attempts, reason)) }
    }
    await client.query(
      `update _server.mail_outbox set attempts = $2, last_error = $3, next_attempt_at = $4 where id = $1`,
      [row.id, attempts, reason, new Date(now + waitSeconds(attempts) * 1000)],
    )
    return { ...row, attempts, outcome: 'try again', reason }
  }
  await client.query(
    `update _server.mail_outbox set attempts = $2, last_error = null, sent_at = $3, message_id = $4 where id = $1`,
    [row.id, attempts, new Date(now), messageId],
  )
  return { ...row, attempts, outcome: 'sent', reason: null }
}

/** Seconds until the next attempt: 5, 10, 20, … an hour at most. */
export const waitSeconds = (attempts: number): number =>
  Math.min(FIRST_WAIT_S * 2 ** (attempts - 1), LONGEST_WAIT_S)

async function lockNext(
  client: Queryable,
  now: number,
  id: string | null,
  handled: readonly string[],
): Promise<Row | undefined> {
  // The profile's language is the person's choice; the sign-up's comes next.
  const { rows } = await client.query<Row>(
    `with next as (
       select * from _server.mail_outbox
        where sent_at is null and failed_at is null and next_attempt_at <= $1
          and ($2::bigint is null or id = $2::bigint) and id <> all ($3::bigint[])
        order by id limit 1 for update skip locked
     )
     select next.*, coalesce(profile.locale, next.data -> 'Data' ->> 'locale', 'fr') as language,
            coalesce(profile.time_zone, 'Europe/Paris') as time_zone,
            coalesce(nullif(profile.first_name, ''), next.data -> 'Data' ->> 'first_name', '') as name
       from next
       left join auth.users as account on account.email = next.data ->> 'Email' and not account.is_sso_user
       left join public.profiles as profile on profile.id = account.id`,
    [new Date(now), id, handled],
  )
  return rows[0]
}

function written(row: Row, { settings }: Mailer) {
  const { template, data, language, name } = row
  const minutes = Math.max(1, Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 60_000))
  const { siteUrl } = settings
  const timeZone = row.time_zone
  return writeMail({ template, data, language, timeZone, name, brand: settings.from.name, siteUrl, minutes })
}

/** Of a mail about a ticket: its conversation, and its own address where mail comes in. */
function threadOf({ data: { ThreadToken } }: Row, { settings: { support } }: Mailer) {
  if (!ThreadToken || !support) return {}
  const thread = threadId(support, ThreadToken)
  return { replyTo: replyAddress(support, ThreadToken), inReplyTo: thread, references: thread }
}

/** The attached document. If it no longer exists, the mail is sent without it; the account has it. */
async function attached(
  { template, data: { Money }, language }: Row,
  { settings }: Mailer,
  store: FileStore | null,
): Promise<Pick<Outgoing, 'attachments'>> {
  const terms = template === 'contract_concluded' && termsFile(Money, language, settings.from.name)
  if (terms) {
    const content = Buffer.from(terms.text)
    return { attachments: [{ filename: terms.filename, content, contentType: 'text/plain; charset=utf-8' }] }
  }
  const bytes = Money?.File && store ? await store.read(INVOICES, Money.File) : null
  if (!bytes) return {}
  const content = Buffer.from(bytes)
  return { attachments: [{ filename: `${Money?.Number}.pdf`, content, contentType: 'application/pdf' }] }
}

/** The same for each attempt, and unique across databases. */
function messageIdOf({ id, to_address, created_at }: Row, sender: string): string {
  const hash = createHash('sha256').update(`${id} ${to_address} ${created_at.toISOString()}`).digest('hex')
  return `<${id}.${hash.slice(0, 24)}@${sender.split('@')[1]}>`
}

async function giveUp(
  client: Queryable,
  { id }: Row,
  now: number,
  attempts: number,
  reason: string,
): Promise<Outcome> {
  await client.query(
    `update _server.mail_outbox set attempts = $2, last_error = $3, failed_at = $4 where id = $1`,
    [id, attempts, reason, new Date(now)],
  )
  return { outcome: 'given up', reason }
}
