import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, type MoneyStage, moneyStage } from '../../../supabase/tests/money/money-stage.ts'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { createFileStore, type FileStore } from '../file-store.ts'
import { sendMails } from '../notifications/send-mails.ts'
import { announceRenewals } from '../payments/announce-renewals.ts'
import { Postbox } from '../testing/postbox.ts'
import { drawInvoices } from './draw-invoices.ts'

const log = pino({ level: 'silent' })
let vigie: Product
let stage: MoneyStage
let pool: Pool
let store: FileStore
const postbox = new Postbox()
beforeAll(async () => {
  vigie = await product('demo')
  // The demonstration's invoices are marked as rendered.
  await vigie.admin.query(
    `insert into private.invoice_files (invoice_id, sha256, bytes, drawn_at) select id, repeat('0', 64), 1, now() from invoices`,
  )
  stage = moneyStage(vigie)
  pool = createPool(vigie.databaseUrl, 5, log)
  store = createFileStore({ projectUrl: vigie.url, serviceKey: vigie.serviceRoleKey })
  await postbox.open()
}, 120_000)
afterAll(async () => {
  await postbox.close()
  await pool.end()
  await vigie.stop()
})
const at = (time: Date | number | string) => ({ pool, log, now: () => new Date(time).getTime() })
type Mail = { template: string; data: { Money: Record<string, unknown> } }
const mailsTo = (member: string, template: string) =>
  stage.rows<Mail>(
    `select template, data from _server.mail_outbox where template = $2 and to_address = (select email from auth.users where id = $1) order by id`,
    [member, template],
  )

async function bought(changes: Parameters<MoneyStage['open']>[2] = {}, more = {}) {
  const member = await vigie.member()
  await stage.rows('update auth.users set email_confirmed_at = now() where id = $1', [member.id])
  const order = await stage.open(member.id, day(0), changes)
  await stage.pay(order, day(0.01), more)
  return { ...member, order }
}

describe('the file of an invoice', () => {
  it('[S-107] is rendered once, mailed with the receipt, and readable by its member and admins only', async () => {
    const { id, client } = await bought()
    await drawInvoices(at(day(1)), store)
    await drawInvoices(at(day(1)), store)
    const { number } = await stage.one<{ number: string }>('select number from invoices where user_id = $1', [
      id,
    ])
    const path = `${id}/${number}.pdf`
    const read = async (who: typeof client) => {
      const { data } = await who.storage.from('invoices').createSignedUrl(path, 60)
      return data ? new Uint8Array(await (await fetch(data.signedUrl)).arrayBuffer()) : null
    }
    const own = (await read(client)) as Uint8Array
    const kept = await stage.one<{ sha256: string; bytes: number }>(
      'select sha256, bytes from private.invoice_files join invoices on invoices.id = invoice_id where number = $1',
      [number],
    )
    expect(kept).toEqual({ sha256: createHash('sha256').update(own).digest('hex'), bytes: own.length })
    expect(await read(vigie.as.admin)).toEqual(own)
    for (const other of [vigie.as.premium, vigie.as.analyst, vigie.as.visitor])
      expect(await read(other)).toBeNull()
    for (const who of [client, vigie.as.admin]) {
      const { error } = await who.storage
        .from('invoices')
        .upload(`${id}/mine.pdf`, new Blob(['%PDF'], { type: 'application/pdf' }))
      expect(error).not.toBeNull()
      expect((await who.storage.from('invoices').remove([path])).data ?? []).toEqual([])
    }
    expect(await mailsTo(id, 'receipt')).toHaveLength(1)

    const mailer = postbox.mailer(vigie.url)
    await sendMails(at(Date.now()), mailer, {}, store)
    const [{ email }] = (await stage.rows<{ email: string }>('select email from auth.users where id = $1', [
      id,
    ])) as [{ email: string }]
    const mail = postbox.received.find(
      ({ to, subject }) => to?.[0]?.address === email && subject?.includes(number),
    )
    expect(mail?.attachments).toMatchObject([{ filename: `${number}.pdf`, mimeType: 'application/pdf' }])
    expect(new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer)).toEqual(own)
    expect(mail?.text).toMatch(/39,00\s€/)
    // The accepted terms are attached to the mail that confirms the contract, since a page can change.
    const contract = postbox.received.find(
      ({ to, text }) => to?.[0]?.address === email && text?.includes('VG-P-'),
    )
    expect(contract?.attachments).toMatchObject([
      { filename: expect.stringMatching(/2026-11-21\.txt$/), mimeType: 'text/plain' },
    ])
    const terms = new TextDecoder().decode(contract?.attachments[0]?.content as ArrayBuffer)
    expect(terms).toContain('contact@')
    mailer.close()
  })

  it('is rendered although another fails, which is retried', async () => {
    const [first, second] = [await bought(), await bought()]
    const broken: FileStore = {
      ...store,
      write: (bucket, path, ...rest) =>
        path.startsWith(first.id) ? Promise.reject(new Error('no room')) : store.write(bucket, path, ...rest),
    }
    const drawn = async ({ id }: { id: string }) =>
      (
        await stage.rows(
          'select from private.invoice_files join invoices on invoices.id = invoice_id where user_id = $1',
          [id],
        )
      ).length
    await expect(drawInvoices(at(day(1)), broken)).rejects.toThrow(
      '1 invoices could not be rendered: no room',
    )
    expect([await drawn(first), await drawn(second)]).toEqual([0, 1])
    await drawInvoices(at(day(1)), store)
    expect([await drawn(first), await drawn(second)]).toEqual([1, 1])
  })

  it('for a credit note follows a refund', async () => {
    const { id, order } = await bought()
    await drawInvoices(at(day(1)), store)
    await stage.tell(day(2), {
      kind: 'refund_succeeded',
      payment: `p_${order.id}`,
      refund: `r_${order.id}`,
      amount: 500,
    })
    await drawInvoices(at(day(2)), store)
    expect(await mailsTo(id, 'refund_sent')).toMatchObject([
      { data: { Money: { Amount: 500, Currency: 'EUR' } } },
    ])
  })
})

describe('mails about a contract', () => {
  it('for a failed payment: once per attempt, with the next attempts and the end of access', async () => {
    const { id, order } = await bought()
    const failed = (days: number) =>
      stage.tell(day(days), {
        kind: 'payment_failed',
        subscription: `sandbox_${order.subscription_id}`,
        payment: `f_${order.id}_${days}`,
        amount: 3900,
        reason: 'card_declined',
      })
    await failed(30.1)
    await failed(31.2)
    await stage.settle(id, day(31.3))
    const mails = await mailsTo(id, 'payment_failed')
    expect(mails.map(({ data }) => (data.Money.Tries as string[]).length)).toEqual([4, 3])
    const { grace_until } = await stage.one<{ grace_until: Date }>(
      'select grace_until from subscriptions where user_id = $1',
      [id],
    )
    for (const { data } of mails) {
      expect(new Date(data.Money.EndsAt as string)).toEqual(grace_until)
      expect(data.Money).toMatchObject({ Amount: 3900, Period: 'month' })
    }
  })
})

describe('advance notices', () => {
  const YEAR = { plan: 'standard', period: 'year' }

  it('[S-106] of a yearly renewal: from three months before, once, with its deadline, and proof of sending', async () => {
    const { id } = await bought(YEAR)
    const ends = Date.parse('2027-11-12T17:04:00Z')
    await announceRenewals(at(day(-94, ends)))
    expect(await mailsTo(id, 'renewal_notice')).toEqual([])
    await announceRenewals(at(day(-91, ends)))
    await announceRenewals(at(day(-90, ends)))
    await Promise.all([1, 2, 3].map(() => announceRenewals(at(day(-40, ends)))))
    const mails = await mailsTo(id, 'renewal_notice')
    expect(mails).toMatchObject([{ data: { Money: { Amount: 39_000, Period: 'year', Currency: 'EUR' } } }])
    expect(mails[0]?.data.Money.Deadline).toMatch(/^2027-11-11/)
    const proof = () =>
      stage.one<{ sent_at: Date | null; message_id: string | null }>(
        'select sent_at, message_id from private.money_notices where user_id = $1',
        [id],
      )
    expect(await proof()).toEqual({ sent_at: null, message_id: null })
    const mailer = postbox.mailer(vigie.url)
    await sendMails(at(Date.now()), mailer)
    mailer.close()
    expect(await proof()).toEqual({
      sent_at: expect.any(Date),
      message_id: expect.stringMatching(/^<.+@.+>$/),
    })
    const mail = postbox.received.find(
      ({ subject, to }) => subject?.startsWith('Votre abonnement annuel') && to?.length,
    )
    expect(mail?.text).toMatch(/\*\*\* Date limite pour refuser la reconduction.+11 novembre 2027 \*\*\*/)
  })

  it('are not sent for a cancelled or a monthly contract', async () => {
    const cancelled = await bought(YEAR)
    await stage.rows('select private.cancel_for($1, $2)', [cancelled.id, day(3)])
    const monthly = await bought()
    await announceRenewals(at('2027-09-12T12:00:00Z'))
    await announceRenewals(at(day(20)))
    expect(await mailsTo(cancelled.id, 'renewal_notice')).toEqual([])
    expect(await mailsTo(monthly.id, 'renewal_notice')).toEqual([])
  })

  it('of a card that expires before the next charge, and of a crypto period’s end: once each', async () => {
    const card = await bought(
      {},
      { method: { kind: 'card', brand: 'visa', last4: '4242', expires: '2026-11' } },
    )
    const lasting = await bought(
      {},
      { method: { kind: 'card', brand: 'visa', last4: '4242', expires: '2026-12' } },
    )
    const crypto = await bought({ means: 'crypto' }, { method: { kind: 'crypto' } })
    for (const days of [10, 24, 25, 26]) await announceRenewals(at(day(days)))
    expect(await mailsTo(card.id, 'method_expiring')).toMatchObject([
      { data: { Money: { Card: 'Visa •••• 4242', CardExpires: '2026-11' } } },
    ])
    expect(await mailsTo(lasting.id, 'method_expiring')).toEqual([])
    expect(await mailsTo(crypto.id, 'crypto_renewal')).toMatchObject([{ data: { Money: { Amount: 3900 } } }])
  })
})
