import { createClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import { pino } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { prepareQueue } from '../queue.ts'
import { Postbox } from '../testing/postbox.ts'
import { MOST_ATTEMPTS, sendMails, waitSeconds } from './send-mails.ts'

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const password = 'corbeau lanterne 42 marée'

let vigie: Product
let pool: Pool
const postboxes: Postbox[] = []
const mailers: Mailer[] = []
let ahead = 0

beforeAll(async () => {
  // An operator's setting that makes the auth service require confirmations.
  process.env.SMTP_URL = 'smtp://127.0.0.1'
  vigie = await product()
  delete process.env.SMTP_URL
  pool = createPool(vigie.databaseUrl, 8, log)
  await prepareQueue(pool, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await vigie.stop()
})
beforeEach(async () => {
  ahead = 0
  await vigie.admin.query('delete from _server.mail_outbox')
})
afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.close()
  await Promise.all(postboxes.splice(0).map((postbox) => postbox.close()))
})

async function postbox(options?: SMTPServerOptions, credentials = '', host?: string) {
  const box = new Postbox(options)
  await box.open()
  postboxes.push(box)
  const mailer = box.mailer(vigie.url, credentials, host)
  mailers.push(mailer)
  return { box, mailer }
}

const context = () => ({ pool, log, now: () => Date.now() + ahead * 1000 })
const browser = () =>
  createClient(vigie.url, vigie.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
let people = 0
const address = () => `person-${++people}-${process.pid}@example.com`
const outbox = async (to: string) =>
  (await vigie.admin.query('select * from _server.mail_outbox where to_address = $1 order by id', [to])).rows
const signUp = (email: string, data: Record<string, string> = {}) =>
  browser().auth.signUp({ email, password, options: { data, emailRedirectTo: vigie.url } })

describe('with a mail server', () => {
  it('[S-60] sign-up waits for the confirmation link, in the person’s language', async () => {
    const { box, mailer } = await postbox()
    const email = address()
    const { data } = await signUp(email, { first_name: 'Lucía', locale: 'es' })
    expect(data.session).toBeNull()
    await sendMails(context(), mailer)
    const [mail] = box.received
    expect(mail?.to?.[0]?.address).toBe(email)
    expect(mail?.from).toEqual({ name: 'Vigie', address: 'no-reply@vigie.example' })
    expect(mail?.subject).toBe('Confirme su dirección de correo')
    expect(mail?.text).toContain('Hola, Lucía:')
    const link = /https?:\S+\/confirm#\S+/.exec(mail?.text ?? '')?.[0] as string
    expect(mail?.html).toContain(link.replaceAll('&', '&amp;'))
    // A mail scanner opens it, which confirms nothing.
    await fetch(link)
    const said = new URLSearchParams(new URL(link).hash.slice(1))
    const opened = await browser().auth.verifyOtp({
      type: said.get('type') as 'signup',
      token_hash: said.get('token_hash') as string,
    })
    expect(opened.data.session?.user.email).toBe(email)
    expect((await browser().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('[S-65] [S-66] the six digits of a magic link sign in', async () => {
    const { box, mailer } = await postbox()
    const email = address()
    await signUp(email)
    await vigie.admin.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
    await vigie.admin.query('delete from _server.mail_outbox')
    expect((await browser().auth.signInWithOtp({ email })).error).toBeNull()
    await sendMails(context(), mailer)
    const token = /^\d{6}$/m.exec(box.received[0]?.text ?? '')?.[0] as string
    const { data, error } = await browser().auth.verifyOtp({ email, token, type: 'email' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  it('records one success with the accepted Message-ID, and sends nothing again', async () => {
    const { box, mailer } = await postbox()
    const email = address()
    await signUp(email)
    await Promise.all([1, 2, 3, 4].map(() => sendMails(context(), mailer)))
    await sendMails(context(), mailer)
    const [row] = await outbox(email)
    expect(row).toMatchObject({ attempts: 1, last_error: null, failed_at: null })
    expect(row.sent_at).not.toBeNull()
    expect(box.received.map(({ messageId }) => messageId)).toEqual([row.message_id])
  })

  it('uses a server that requires STARTTLS and a password', async () => {
    const asked: unknown[] = []
    const options: SMTPServerOptions = {
      authOptional: false,
      authMethods: ['PLAIN', 'LOGIN'],
      allowInsecureAuth: false,
      onAuth: ({ username, password: given }, _, done) => {
        asked.push(username)
        if (username === 'vigie' && given === 'phare & co') done(null, { user: 'vigie' })
        else done(new Error('no'))
      },
    }
    const { box, mailer } = await postbox(options, `vigie:${encodeURIComponent('phare & co')}@`)
    await signUp(address())
    await sendMails(context(), mailer)
    expect(asked).toEqual(['vigie'])
    expect(box.secure).toEqual([true])
  })

  it('sends nothing unencrypted to another machine', async () => {
    // All addresses of this machine except loopback.
    const { box, mailer } = await postbox(
      { disabledCommands: ['STARTTLS'], hideSTARTTLS: true },
      '',
      '0.0.0.0',
    )
    const email = address()
    await signUp(email)
    await sendMails(context(), mailer)
    expect(box.received).toEqual([])
    expect((await outbox(email))[0]).toMatchObject({ attempts: 1, sent_at: null, failed_at: null })
  })
})

describe('failures', () => {
  it('retries with increasing delays while the server is down, and delivers afterwards', async () => {
    const { box, mailer } = await postbox()
    await box.close()
    const email = address()
    await signUp(email)
    await sendMails(context(), mailer)
    const [waiting] = await outbox(email)
    expect(waiting).toMatchObject({ attempts: 1, sent_at: null, failed_at: null })
    expect(waiting.last_error).toMatch(/ECONNREFUSED|closed|connect/i)
    await sendMails(context(), mailer)
    expect((await outbox(email))[0].attempts).toBe(1)
    await box.open()
    ahead = waitSeconds(1) + 1
    await sendMails(context(), mailer)
    expect((await outbox(email))[0]).toMatchObject({ attempts: 2, last_error: null })
    expect(box.received).toHaveLength(1)
  })

  it('gives up a mail that the server permanently refuses, and records the reason', async () => {
    const { mailer } = await postbox({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
    })
    const email = address()
    await signUp(email)
    await sendMails(context(), mailer)
    const [row] = await outbox(email)
    expect(row.failed_at).not.toBeNull()
    expect(row.last_error).toContain('no such mailbox')
  })

  it('retries a temporary refusal, but not forever', async () => {
    const { mailer } = await postbox({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('greylisted'), { responseCode: 451 })),
    })
    const email = address()
    await signUp(email)
    await vigie.admin.query(`update _server.mail_outbox set expires_at = now() + interval '1 year'`)
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      await sendMails(context(), mailer)
      expect((await outbox(email))[0].attempts).toBe(attempt)
      ahead += waitSeconds(attempt) + 1
    }
    expect((await outbox(email))[0].failed_at).not.toBeNull()
    await sendMails(context(), mailer)
    expect((await outbox(email))[0].attempts).toBe(MOST_ATTEMPTS)
  })

  it('does not send an expired link', async () => {
    const { box, mailer } = await postbox()
    const email = address()
    await signUp(email)
    ahead = 601
    await sendMails(context(), mailer)
    expect(box.received).toEqual([])
    expect((await outbox(email))[0]).toMatchObject({ attempts: 0, sent_at: null })
    expect((await outbox(email))[0].last_error).toContain('expired')
  })

  it('killed between the server’s answer and the record, sends again with the same Message-ID', async () => {
    const { box, mailer } = await postbox()
    const email = address()
    await signUp(email)
    const killed: Mailer = {
      ...mailer,
      async send(mail) {
        await mailer.send(mail)
        await vigie.admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'worker' and state = 'idle in transaction' and datname = current_database()`,
        )
      },
    }
    await expect(sendMails(context(), killed)).rejects.toThrow()
    expect((await outbox(email))[0]).toMatchObject({ attempts: 0, sent_at: null })
    await sendMails(context(), mailer)
    await sendMails(context(), mailer)
    const [row] = await outbox(email)
    expect(row.attempts).toBe(1)
    expect(box.received.map(({ messageId }) => messageId)).toEqual([row.message_id, row.message_id])
  })

  it('gives up a mail without a template, and continues with the others', async () => {
    const { box, mailer } = await postbox()
    await vigie.admin.query(
      `insert into _server.mail_outbox (to_address, template) values ('x@example.com', 'haiku')`,
    )
    const email = address()
    await signUp(email)
    await sendMails(context(), mailer)
    expect((await outbox('x@example.com'))[0].last_error).toContain('haiku')
    expect(box.received).toHaveLength(1)
  })
})

it('leaves the mails waiting without a mail server', async () => {
  const email = address()
  await signUp(email)
  await sendMails(context(), null)
  expect((await outbox(email))[0]).toMatchObject({ attempts: 0, sent_at: null, failed_at: null })
})

it('adds a job for each mail in its transaction', async () => {
  const jobs = async () =>
    (await pool.query(`select payload from graphile_worker._private_jobs where payload ->> 'id' is not null`))
      .rowCount
  const before = await jobs()
  const email = address()
  await signUp(email)
  expect(await jobs()).toBe((before ?? 0) + 1)
})
