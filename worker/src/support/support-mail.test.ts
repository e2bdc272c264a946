import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { ticketStage } from '../../../supabase/tests/support/ticket-stage.ts'
import { createMailer, type Mailer } from '../mail/mailer.ts'
import { sendMails } from '../notifications/send-mails.ts'
import { Mailbox } from '../testing/mailbox.ts'
import { Postbox } from '../testing/postbox.ts'
import { fetchMails, readMailbox } from './fetch-mails.ts'
import { readMails } from './read-mails.ts'
import { readSupportAddress } from './support-address.ts'

let vigie: Product
let stage: ReturnType<typeof ticketStage>
let mailer: Mailer
const box = new Mailbox()
const post = new Postbox()
const support = readSupportAddress('support@vigie.example')
const from = { name: 'Vigie', address: 'no-reply@vigie.example' }
const stored = new Map<string, string>()
const store = {
  read: async () => null,
  write: async (bucket: string, path: string, bytes: Uint8Array, type: string) => {
    stored.set(path, type)
    await vigie.admin.query('insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3)', [
      bucket,
      path,
      { size: bytes.length, mimetype: type },
    ])
  },
  remove: async (bucket: string, paths: readonly string[]) => {
    for (const path of paths) stored.delete(path)
    await vigie.admin.query(`select set_config('storage.allow_delete_query', 'true', false)`)
    await vigie.admin.query('delete from storage.objects where bucket_id = $1 and name = any ($2)', [
      bucket,
      paths,
    ])
  },
}
const context = { now: () => Date.now(), log: pino({ level: 'silent' }) }
beforeAll(async () => {
  vigie = await product()
  stage = ticketStage(vigie)
  await vigie.admin.query('update auth.users set email_confirmed_at = now()')
  await Promise.all([box.open(), post.open()])
  mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${post.port}`,
    from,
    siteUrl: 'https://vigie.example',
    support,
  })
  await readMails({ ...context, pool: vigie.admin }, support, from.address, store)
}, 60_000)
afterAll(async () => {
  mailer.close()
  await Promise.all([box.close(), post.close()])
  await vigie.stop()
})
afterEach(async () => {
  await stage.anotherDay()
  box.mails.length = 0
  box.cutAfter = null
  post.received.length = 0
})

const addressOf = async (who: 'freemium' | 'premium') =>
  (
    await vigie.admin.query<{ email: string }>('select email from auth.users where id = $1', [
      vigie.idOf[who],
    ])
  ).rows[0]?.email ?? ''
const tokenOf = async (ticket: string) =>
  (
    await vigie.admin.query<{ token: string }>('select token from private.ticket_threads where ticket = $1', [
      ticket,
    ])
  ).rows[0]?.token ?? ''
const put = async (ticket: string, headers: Record<string, string> = {}, body = 'Toujours muet ce soir.') => {
  const lines = {
    From: await addressOf('freemium'),
    To: `support+${await tokenOf(ticket)}@vigie.example`,
    Subject: 'Re: [Vigie #1] Alerte sonore muette',
    'Message-ID': `<${randomUUID()}@example.com>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  // Bytes, as a mailbox holds them.
  const raw = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`).toString('latin1')
  box.mails.push({ raw, seen: false })
}
const comeIn = async () => {
  const own = { ...context, pool: vigie.admin }
  await fetchMails(own, readMailbox(box.url))
  await readMails(own, support, from.address, store)
}
const goOut = () => sendMails({ ...context, pool: vigie.admin }, mailer)
const outcomes = async () =>
  (
    await vigie.admin.query<{ outcome: string }>('select outcome from private.support_mails order by id desc')
  ).rows.map(({ outcome }) => outcome)
const texts = async (ticket: string) =>
  ((await stage.file(vigie.as.analyst, ticket)).message_list as { body: string }[]).map(({ body }) => body)

describe('mail of tickets', () => {
  it('[S-114] [wish §8.6] carries an answer out with the ticket’s own address, and its member’s reply to it in again, once', async () => {
    const id = await stage.open(vigie.as.freemium)
    await stage.answer(id, { body: 'Rechargez la page.' }).throwOnError()
    await goOut()
    const sent = post.received.find(({ text }) => text?.includes('Rechargez la page.'))
    const token = await tokenOf(id)
    expect(sent?.replyTo).toMatchObject([{ address: `support+${token}@vigie.example` }])
    expect(sent?.references).toBe(`<t.${token}@vigie.example>`)
    expect(`${sent?.text}${sent?.html}`).not.toContain(token)
    await put(
      id,
      { 'Message-ID': '<once@example.com>' },
      'Toujours muet ce soir.\r\n\r\nLe 19 nov. 2026, Support a écrit :\r\n> Rechargez la page.',
    )
    await comeIn()
    await put(id, { 'Message-ID': '<once@example.com>' })
    await comeIn()
    const { message_list, state } = await stage.file(vigie.as.freemium, id)
    expect(message_list).toHaveLength(3)
    expect(message_list.at(-1)).toMatchObject({
      channel: 'mail',
      body: 'Toujours muet ce soir.',
      own: true,
      quoted: expect.stringContaining('Rechargez'),
    })
    expect(state).toBe('open')
    expect(box.mails.every(({ seen }) => seen)).toBe(true)
  })

  it('[S-114] acts for nobody with a forged sender, without a token, or with somebody else’s', async () => {
    const id = await stage.open(vigie.as.freemium)
    await put(id, { From: await addressOf('premium') })
    await put(id, { From: 'stranger@example.com' })
    await put(id, { From: `${await addressOf('freemium')}, stranger@example.com` })
    await put(id, { To: `support+${'0'.repeat(32)}@vigie.example` })
    await put(id, { To: 'support@vigie.example' })
    await comeIn()
    expect(await texts(id)).toHaveLength(1)
    expect((await outcomes()).slice(0, 5)).toEqual([
      'unmatched',
      'unmatched',
      'wrong_sender',
      'wrong_sender',
      'wrong_sender',
    ])
    expect(await stage.events(id)).toContain('mail_refused')
  })

  it('[S-114] lets two programs that answer each other stop after at most two mails', async () => {
    const id = await stage.open(vigie.as.freemium)
    await goOut()
    post.received.length = 0
    await stage.answer(id).throwOnError()
    // The member's mailbox answers each mail at once: as programs should (RFC 3834), and as some do, as if a person wrote.
    for (const header of [{ 'Auto-Submitted': 'auto-replied' }, {}] as Record<string, string>[])
      for (let round = 0; round < 6; round++) {
        await goOut()
        const answered = post.received.length
        if (answered === 0) break
        await put(id, header, 'Je suis absent jusqu’au 2 décembre.')
        await comeIn()
        await goOut()
        expect(post.received.length).toBeLessThanOrEqual(2)
      }
    expect(post.received.length).toBeLessThanOrEqual(2)
    expect(await outcomes()).toContain('automatic')
  })

  it('[S-114] takes ten mails an hour of a sender, and nothing that we sent ourselves', async () => {
    const id = await stage.open(vigie.as.freemium)
    await put(id, { From: from.address })
    await put(id, { From: 'support@vigie.example' })
    await comeIn()
    expect((await outcomes()).slice(0, 2)).toEqual(['loop', 'loop'])
    await vigie.admin.query('delete from private.support_mails')
    for (let n = 0; n < 12; n++) await put(id, {}, `Message ${n}`)
    await comeIn()
    expect((await outcomes()).filter((outcome) => outcome === 'accepted')).toHaveLength(10)
    expect((await outcomes()).filter((outcome) => outcome === 'too_many')).toHaveLength(2)
    await vigie.admin.query('delete from private.support_mails')
  })

  it('notes a mail that bounced on its ticket, and answers no bounce', async () => {
    const id = await stage.open(vigie.as.freemium)
    await goOut()
    post.received.length = 0
    const token = await tokenOf(id)
    await put(
      id,
      {
        From: 'MAILER-DAEMON@mx.example.com',
        To: from.address,
        'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
      },
      `--b\r\nContent-Type: text/plain\r\n\r\nUnknown user\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nReferences: <t.${token}@vigie.example>\r\n\r\nx\r\n--b--`,
    )
    await comeIn()
    await goOut()
    expect(await stage.events(id)).toContain('mail_failed')
    expect(post.received).toEqual([])
  })

  it('[S-114] [wish §8.7] keeps attachments of known bytes with the ticket, and names those that it drops', async () => {
    const id = await stage.open(vigie.as.freemium)
    const png = Buffer.from('\u0089PNG\r\n\u001a\nxyz', 'latin1').toString('base64')
    await put(
      id,
      { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' },
      `--b\r\nContent-Type: text/html\r\n\r\n<p>Voici <script>alert(1)</script></p>\r\n--b\r\nContent-Type: image/png; name=page.png\r\nContent-Disposition: attachment; filename=page.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}\r\n--b\r\nContent-Type: image/png; name=virus.png\r\nContent-Disposition: attachment; filename=virus.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('MZ').toString('base64')}\r\n--b--`,
    )
    await comeIn()
    const { message_list } = await stage.file(vigie.as.freemium, id)
    expect(message_list.at(-1)).toMatchObject({
      body: 'Voici\n\n✗ virus.png',
      files: [{ name: 'page.png', type: 'image/png' }],
    })
    expect([...stored.values()]).toEqual(['image/png'])
  })

  it('[S-114] keeps nothing of a mail that is cut, takes it whole the next time, and reads a huge one by its header', async () => {
    const id = await stage.open(vigie.as.freemium)
    await put(id)
    box.cutAfter = 40
    await expect(fetchMails({ ...context, pool: vigie.admin }, readMailbox(box.url))).rejects.toThrow()
    expect((await vigie.admin.query('select 1 from private.raw_mails')).rowCount).toBe(0)
    box.cutAfter = null
    await comeIn()
    expect(await texts(id)).toHaveLength(2)
    await put(id)
    box.mails.at(-1)!.size = 31_000_000
    await comeIn()
    expect(await texts(id)).toHaveLength(2)
    expect((await outcomes())[0]).toBe('too_large')
    await goOut()
    expect(post.received.filter(({ subject }) => subject?.includes('rattaché'))).toHaveLength(1)
  })

  it('opens a follow-up for a new subject on a solved ticket, and reopens it for the old one', async () => {
    const id = await stage.open(vigie.as.freemium)
    await stage.answer(id, { next: 'solved' }).throwOnError()
    await put(id, { Subject: 'Facture de novembre' }, 'Où est ma facture ?')
    await comeIn()
    expect(await stage.row(id)).toMatchObject({ state: 'solved' })
    const { followed_by } = await stage.file(vigie.as.freemium, id)
    expect((await stage.file(vigie.as.freemium, followed_by[0].id)).subject).toBe('Facture de novembre')
    await put(id, {}, 'Cela recommence.')
    await comeIn()
    expect(await stage.row(id)).toMatchObject({ state: 'open', reopened: 1 })
  })

  it('loses no mail when the worker dies in between, and reads none twice', async () => {
    const id = await stage.open(vigie.as.freemium)
    await put(id, {}, 'Écrit pendant la panne')
    await fetchMails({ ...context, pool: vigie.admin }, readMailbox(box.url))
    const broken = { ...store, write: async () => Promise.reject(new Error('gone')) }
    await Promise.all(
      [1, 2].map(() => readMails({ ...context, pool: vigie.admin }, support, from.address, broken)),
    )
    expect((await texts(id)).filter((body) => body === 'Écrit pendant la panne')).toHaveLength(1)
  })

  it('holds up no mail behind one that cannot be read, and notes that one in the end', async () => {
    const id = await stage.open(vigie.as.freemium)
    const png = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1').toString('base64')
    await put(
      id,
      { 'Content-Type': 'multipart/mixed; boundary=b' },
      `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}\r\n--b--`,
    )
    await put(id, {}, 'Le suivant')
    await fetchMails({ ...context, pool: vigie.admin }, readMailbox(box.url))
    const broken = { ...store, write: async () => Promise.reject(new Error('gone')) }
    const read = () => readMails({ ...context, pool: vigie.admin }, support, from.address, broken)
    await expect(read()).rejects.toThrow('gone')
    await expect(read()).rejects.toThrow('gone')
    expect(await texts(id)).toContain('Le suivant')
    for (let n = 0; n < 3; n++) await expect(read()).rejects.toThrow('gone')
    await read()
    expect((await outcomes())[0]).toBe('unreadable')
    expect((await vigie.admin.query('select 1 from private.raw_mails')).rowCount).toBe(0)
  })

  it('says to pages that no mail comes in where no address is set', async () => {
    const mail = async () =>
      ((await vigie.as.visitor.rpc('support_figures').throwOnError()).data as { mail: string | null }).mail
    expect(await mail()).toBe('support@vigie.example')
    await readMails({ ...context, pool: vigie.admin }, null, null, null)
    expect(await mail()).toBeNull()
    expect(() => readMailbox('imap://a:b@mail.example.com')).toThrow(RangeError)
    expect(() => readSupportAddress('support+x@vigie.example')).toThrow(RangeError)
  })
})
