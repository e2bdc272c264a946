import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { ticketStage } from '../../../supabase/tests/support/ticket-stage.ts'
import { readMails } from './read-mails.ts'
import { readSupportAddress } from './support-address.ts'

const SECRET = 'a secret of the mail provider'
const SENDER = 'no-reply@vigie.example'
const support = readSupportAddress('support@vigie.example')
let vigie: Product
let stage: ReturnType<typeof ticketStage>
beforeAll(async () => {
  process.env.SUPPORT_MAIL_SECRET = SECRET
  vigie = await product()
  stage = ticketStage(vigie)
  await vigie.admin.query('update auth.users set email_confirmed_at = now()')
}, 60_000)
afterAll(async () => {
  delete process.env.SUPPORT_MAIL_SECRET
  await vigie.stop()
})
afterEach(() => stage.anotherDay())

const first = async (text: string, values: unknown[] = []) =>
  Object.values((await vigie.admin.query(text, values)).rows[0] ?? {})[0] as string
const address = (who: 'freemium' | 'premium') =>
  first('select email from auth.users where id = $1', [vigie.idOf[who]])
const waiting = async () => Number(await first('select count(*) from private.raw_mails'))

/** A mail of the ticket's member to its address, as bytes. */
async function mailOf(ticket: string, headers: Record<string, string> = {}, body = 'Toujours muet ce soir.') {
  const token = await first('select token from private.ticket_threads where ticket = $1', [ticket])
  const lines = {
    From: await address('freemium'),
    To: `support+${token}@vigie.example`,
    Subject: 'Re: Alerte sonore muette',
    'Message-ID': `<${randomUUID()}@example.com>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Posts a mail as the provider does. */
async function post(
  body: BodyInit | null,
  { secret = `Bearer ${SECRET}`, method = 'POST' }: { secret?: string | null; method?: string } = {},
) {
  const response = await fetch(`${vigie.url}/functions/v1/support-mail`, {
    method,
    headers: { 'content-type': 'message/rfc822', ...(secret === null ? {} : { authorization: secret }) },
    ...(body === null ? {} : { body, duplex: 'half' }),
  } as RequestInit)
  const text = await response.text()
  return [response.status, text === '' ? null : JSON.parse(text).outcome]
}

/** Reads what waits; what became of each mail, in the order in which they came. */
async function read(): Promise<string[]> {
  await vigie.admin.query('delete from private.support_mails')
  const context = { pool: vigie.admin, now: () => Date.now(), log: pino({ level: 'silent' }) }
  await readMails(context, support, SENDER, null)
  const { rows } = await vigie.admin.query<{ outcome: string }>(
    'select outcome from private.support_mails order by id',
  )
  return rows.map(({ outcome }) => outcome)
}
const texts = async (ticket: string) =>
  ((await stage.file(vigie.as.analyst, ticket)).message_list as { body: string }[]).map(({ body }) => body)

describe('the mail provider’s webhook', () => {
  it('[S-114] keeps a mail as it came, which its ticket then has once, however often it is sent', async () => {
    const id = await stage.open(vigie.as.freemium)
    const mail = await mailOf(id, {}, 'Le son est revenu, puis reparti.')
    expect(await post(mail)).toEqual([200, 'kept'])
    expect(await post(mail)).toEqual([200, 'kept'])
    expect(await waiting()).toBe(2)
    expect(await read()).toEqual(['accepted'])
    expect((await texts(id)).filter((body) => body === 'Le son est revenu, puis reparti.')).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  it('[S-114] keeps nothing with another secret, without one, or by another method', async () => {
    const mail = await mailOf(await stage.open(vigie.as.freemium))
    for (const secret of [`Bearer ${SECRET}x`, `Bearer ${SECRET.slice(1)}`, SECRET, 'Bearer ', null])
      expect(await post(mail, { secret })).toEqual([401, 'wrong_secret'])
    expect(await post(mail, { secret: `Bearer ${vigie.serviceRoleKey}` })).toEqual([401, 'wrong_secret'])
    expect(await post(null, { method: 'GET' })).toEqual([405, null])
    expect(await waiting()).toBe(0)
  })

  it('[S-114] keeps bytes that are no mail, which act on nothing and hold up no mail behind them', async () => {
    const id = await stage.open(vigie.as.freemium)
    for (const body of [
      '',
      'no header at all',
      '{"from":"support@vigie.example"}',
      Buffer.from([0, 255, 13, 10, 254]),
    ])
      expect(await post(body)).toEqual([200, 'kept'])
    expect(await post(await mailOf(id, {}, 'Derrière les autres'))).toEqual([200, 'kept'])
    expect(await read()).toEqual(['unreadable', 'unreadable', 'unreadable', 'unreadable', 'accepted'])
    expect(await texts(id)).toContain('Derrière les autres')
  })

  it('[S-114] takes a mail with large attachments whole, and refuses one of more than 30 MB, announced or not', async () => {
    const id = await stage.open(vigie.as.freemium)
    const lines = `${'QUJD'.repeat(19)}\r\n`
    const withFile = async (megabytes: number) =>
      await mailOf(
        id,
        { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' },
        `--b\r\nContent-Type: text/plain\r\n\r\nAvec ${megabytes} Mo\r\n--b\r\nContent-Type: application/zip; name=f.zip\r\nContent-Disposition: attachment; filename=f.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines.repeat((megabytes * 1_000_000) / lines.length)}\r\n--b--`,
      )
    expect(await post(await withFile(20))).toEqual([200, 'kept'])
    expect(await read()).toEqual(['accepted'])
    expect((await texts(id)).at(-1)).toMatch(/^Avec 20 Mo/)
    const huge = await withFile(31)
    expect(await post(huge)).toEqual([413, 'too_large'])
    expect(await post(new Blob([huge]).stream())).toEqual([413, 'too_large'])
    expect(await waiting()).toBe(0)
  }, 60_000)

  it('[S-114] lets nobody act with a sender who is not the ticket’s, and no program that answers by itself', async () => {
    const id = await stage.open(vigie.as.freemium)
    for (const headers of [
      { From: await address('premium') },
      { From: `${await address('freemium')}, stranger@example.com` },
      { From: 'support@vigie.example' },
      { From: SENDER },
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
    ])
      expect(await post(await mailOf(id, headers))).toEqual([200, 'kept'])
    expect(await read()).toEqual(['wrong_sender', 'wrong_sender', 'loop', 'loop', 'automatic', 'automatic'])
    expect(await texts(id)).toHaveLength(1)
  })

  it('is not there without a secret, or with one that is easily guessed', async () => {
    delete process.env.SUPPORT_MAIL_SECRET
    const [without, mail] = [await product(), await mailOf(await stage.open(vigie.as.freemium))]
    process.env.SUPPORT_MAIL_SECRET = 'short'
    const guessed = await product()
    try {
      for (const { url } of [without, guessed])
        for (const secret of ['Bearer ', 'Bearer short', `Bearer ${SECRET}`]) {
          const response = await fetch(`${url}/functions/v1/support-mail`, {
            method: 'POST',
            headers: { authorization: secret },
            body: mail,
          })
          expect([response.status, await response.json()]).toEqual([404, { outcome: 'not_found' }])
        }
    } finally {
      process.env.SUPPORT_MAIL_SECRET = SECRET
      await Promise.all([without.stop(), guessed.stop()])
    }
  }, 60_000)
})
