import type { SupabaseClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { readHeads } from 'trading/proof/log/head-text'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draft, type Product, product, publish, withdraw } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createPusher, type Pusher } from '../push/pusher.ts'
import { keepKeyPair } from '../push/sender-identity.ts'
import { prepareQueue } from '../queue.ts'
import { Postbox } from '../testing/postbox.ts'
import { PushService } from '../testing/push-service.ts'
import { createDelivery } from './deliver-notifications.ts'
import { fanOutNotifications } from './fan-out-notifications.ts'
import { withdrawNotifications } from './withdraw-notifications.ts'

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
let vigie: Product
let pool: Pool
let box: Postbox
let service: PushService
let mailer: Mailer
let pusher: Pusher
let deliver: () => Promise<void>
let ahead = 0
const now = () => Date.now() + ahead * 1000
const context = () => ({ pool, log, now })

beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 8, log)
  await prepareQueue(pool, log)
  box = new Postbox()
  service = new PushService()
  await box.open()
  await service.open()
  mailer = box.mailer(vigie.url)
  const settings = { subject: 'mailto:no-reply@vigie.example', services: [service.origin], configured: null }
  pusher = createPusher(await keepKeyPair(pool, null), settings, now)
  deliver = createDelivery(context(), { mailer, pusher: async () => pusher })
}, 60_000)
afterAll(async () => {
  mailer.close()
  pusher.close()
  await Promise.all([box.close(), service.close(), pool.end()])
  await vigie.stop()
})
beforeEach(async () => {
  ahead = 0
  box.received.length = 0
  service.received.length = 0
  await pool.query(`delete from notifications; delete from push_devices; delete from private.notification_facts;
    delete from graphile_worker._private_jobs; delete from quotes;
    update notification_preferences set email = default, digest = default, push = default, in_app = default, quiet_from = null, quiet_to = null, signals_pierce = false`)
})
afterEach(() => expect(service.faults.splice(0)).toEqual([]))

type Named = 'freemium' | 'premium' | 'analyst' | 'admin'

/** Subscribes a member's browser through the page's function. */
async function device(actor: Named, name: string = actor): Promise<number> {
  const { data, error } = await vigie.as[actor].rpc('add_push_device', await service.subscribe(name))
  if (error) throw error
  return data
}
const prefer = (actor: Named, changes: Record<string, unknown>) =>
  vigie.as[actor]
    .from('notification_preferences')
    .update(changes)
    .eq('user_id', vigie.idOf[actor])
    .throwOnError()
const told = async (client: SupabaseClient) =>
  (await client.from('notifications').select('*').order('id').throwOnError()).data ?? []
const deliveries = async (where = 'true') =>
  (await pool.query(`select * from notification_deliveries where ${where} order by id`)).rows
const addressOf = async (actor: Named) =>
  (await pool.query('select email from auth.users where id = $1', [vigie.idOf[actor]])).rows[0]
    .email as string
const mailsTo = async (actor: Named) => {
  const address = await addressOf(actor)
  return box.received.filter(({ to }) => to?.[0]?.address === address)
}

async function published(changes: Record<string, unknown> = {}) {
  const signal = await publish(vigie, changes)
  await fanOutNotifications(context())
  return signal
}
async function withdrawn() {
  const { rows } = await pool.query(
    `select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = 'withdraw-notifications'`,
  )
  for (const { payload } of rows) await withdrawNotifications(context(), payload)
}

describe('a published signal', () => {
  it('[S-14] notifies each member who may read it once: a row, a mail and a push', async () => {
    await device('premium')
    await device('freemium')
    const { id, number } = await published()
    await fanOutNotifications(context(), { fact: `signal:${id}:published` })
    await Promise.all([deliver(), deliver()])
    await deliver()
    expect(await told(vigie.as.premium)).toMatchObject([
      {
        category: 'signals',
        kind: 'signal_published',
        link: `/signaux?signal=${number}`,
        parameters: {
          number,
          instrument: 'EUR/USD',
          timeframe: 'M15',
          head: expect.stringMatching(/^vigie-head /),
        },
        read_at: null,
        withdrawn_at: null,
      },
    ])
    expect(service.received).toHaveLength(1)
    expect(service.received[0]).toMatchObject({
      to: 'premium',
      topic: `signal-${number}`,
      ttl: '3600',
      message: {
        title: 'Nouveau signal\u00a0: EUR/USD',
        tag: `signal-${number}`,
        link: `/signaux?signal=${number}`,
        silent: false,
      },
    })
    expect(service.received[0]?.message.body).toMatch(/^Achat 1,\d{5}–1,\d{5}, stop 1,\d{5}$/)
    const [mail] = await mailsTo('premium')
    expect(mail?.subject).toBe('Nouveau signal\u00a0: EUR/USD')
    expect(mail?.text).toContain(`${vigie.url}/signaux?signal=${number}`)
    expect(mail?.text).toContain('Vous recevez ceci parce que')
    const entry = await pool.query(
      `select sequence::int, hash from ledger where kind = 'published' and entry -> 'data' -> 'number' = $1::text::jsonb`,
      [number],
    )
    expect(readHeads(mail?.text ?? '')).toEqual(entry.rows)
    expect(readHeads(mail?.html ?? '')).toEqual(entry.rows)
    expect(readHeads(service.received[0]?.message.head ?? '')).toEqual(entry.rows)
    expect((await deliveries()).every((row) => row.sent_at !== null && row.attempts === 1)).toBe(true)
  })

  it('[S-100] tells a freemium member nothing on any channel while its levels are closed, and stores no level in a row', async () => {
    await device('freemium')
    const { id } = await published()
    await deliver()
    expect(await told(vigie.as.freemium)).toEqual([])
    expect(await mailsTo('freemium')).toEqual([])
    expect(service.received).toEqual([])
    const { rows } = await pool.query('select levels.* from signal_levels as levels where signal_id = $1', [
      id,
    ])
    const { rows: kept } = await pool.query('select parameters, link from notifications')
    for (const level of ['entry_low', 'entry_high', 'stop_loss'])
      expect(JSON.stringify(kept)).not.toContain(String(Number(rows[0][level])))
    expect(JSON.stringify(kept)).not.toMatch(/buy|achat/i)
  })

  it('notifies freemium members if it is free', async () => {
    await device('freemium')
    await published({ tier: 'freemium' })
    await deliver()
    expect(await told(vigie.as.freemium)).toHaveLength(1)
    expect(service.received.map(({ to }) => to)).toEqual(['freemium'])
  })

  it('uses only the channels that a member selected', async () => {
    await device('premium')
    await prefer('premium', { in_app: [], email: [], push: [] })
    await published()
    await deliver()
    expect(await told(vigie.as.premium)).toEqual([])
    expect(await mailsTo('premium')).toEqual([])
    expect(service.received).toEqual([])
  })

  it('is not sent to members who lost the right or changed their settings before it was sent', async () => {
    const member = await vigie.member()
    await pool.query(
      `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
      [member.id],
    )
    await device('premium')
    await published()
    await pool.query('delete from premium_grants where user_id = $1', [member.id])
    await prefer('premium', { push: [] })
    await deliver()
    const dropped = await deliveries('dropped_at is not null')
    expect(dropped.map((row) => [row.user_id, row.channel, row.dropped_for])).toEqual(
      expect.arrayContaining([
        [member.id, 'email', 'not_entitled'],
        [vigie.idOf.premium, 'push', 'not_wanted'],
      ]),
    )
    expect(service.received).toEqual([])
  })
})

describe('an outdated notification', () => {
  it('is not sent once its signal has ended, and a displayed one is replaced', async () => {
    await device('premium')
    await device('analyst')
    const { id, number } = await published()
    await prefer('analyst', { quiet_from: null })
    await pool.query(
      `update notification_deliveries set due_at = now() + interval '1 hour' where channel = 'email' or user_id = $1`,
      [vigie.idOf.analyst],
    )
    await deliver()
    expect(service.received.map(({ to }) => to)).toEqual(['premium'])
    await withdraw(vigie, id)
    ahead = 3700
    await deliver()
    expect(box.received).toEqual([])
    await withdrawn()
    await deliver()
    expect(
      service.received.map(({ to, message, topic }) => [to, message.body, message.silent, topic]),
    ).toEqual([
      ['premium', expect.stringMatching(/^Achat/), false, `signal-${number}`],
      ['premium', 'Le signal a été annulé', true, `signal-${number}`],
    ])
    expect(await told(vigie.as.premium)).toMatchObject([{ withdrawn_for: 'cancelled' }])
    expect(await deliveries('sent_at is null and dropped_at is null')).toEqual([])
  })

  it('stops a fan-out in progress', async () => {
    const { id } = await publish(vigie)
    await pool.query('select private.fan_out($1, 1)', [`signal:${id}:published`])
    await withdraw(vigie, id)
    await fanOutNotifications(context())
    expect((await pool.query(`select from notifications where kind = 'signal_published'`)).rowCount).toBe(1)
  })

  it('ends when the published rule says that it is too late to enter, except for members who took the trade', async () => {
    await pool.query(`insert into quotes values ('EURUSD', 1.0850, 1.0851, now(), 'simulated')`)
    const { data } = await vigie.as.analyst
      .rpc('publish_signal', {
        signal: draft({
          order_type: 'market',
          entry_low: '1.08400',
          entry_high: '1.08600',
          stop_loss: '1.08200',
          targets: [{ price: '1.09000', share: '100' }],
        }),
      })
      .throwOnError()
    const { id } = data as { id: string }
    await fanOutNotifications(context())
    await withdrawNotifications(context())
    await withdrawn()
    expect(await told(vigie.as.premium)).toMatchObject([{ withdrawn_for: null }])
    await pool.query(
      `select private.notify_member($1, 'near', 'near_target', '{"number":1,"instrument":"x","price":"1.09"}', '/signaux', $2, true)`,
      [vigie.idOf.premium, id],
    )
    await pool.query(`update quotes set bid = 1.0889, ask = 1.0890, quoted_at = now()`)
    await withdrawNotifications(context())
    await withdrawn()
    expect((await told(vigie.as.premium)).map(({ kind, withdrawn_for }) => [kind, withdrawn_for])).toEqual([
      ['signal_published', 'too_late'],
      ['near_target', null],
    ])
  })
})

describe('timing', () => {
  it('quiet hours delay mails and pushes, unless the member exempts signals', async () => {
    await device('premium')
    const local = new Date(Date.now() - 3_600_000).toISOString().slice(11, 16)
    const later = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(11, 16)
    await pool.query(`update profiles set time_zone = 'UTC'`)
    await prefer('premium', { quiet_from: local, quiet_to: later })
    await published()
    await deliver()
    expect(service.received).toEqual([])
    ahead = 2 * 3600 + 60
    await prefer('premium', { quiet_from: local, quiet_to: later, signals_pierce: true })
    await deliver()
    expect(service.received).toHaveLength(1)
    await published()
    ahead = 0
    await deliver()
    expect(service.received).toHaveLength(2)
  })

  it('the daily mail combines a day in one mail, in the member’s language', async () => {
    await pool.query(`update profiles set time_zone = 'UTC', locale = 'es' where id = $1`, [
      vigie.idOf.premium,
    ])
    await prefer('premium', { email: [], digest: ['signals'], push: [] })
    await published({ tier: 'freemium' })
    await published({ tier: 'freemium' })
    await deliver()
    expect(await mailsTo('premium')).toEqual([])
    ahead = 25 * 3600
    await Promise.all([deliver(), createDelivery(context(), { mailer, pusher: async () => pusher })()])
    const mails = await mailsTo('premium')
    expect(mails.map(({ subject }) => subject)).toEqual(['Su resumen: 2 notificaciones'])
    expect(mails[0]?.text?.match(/Nueva señal: EUR\/USD/g)).toHaveLength(2)
    await pool.query(`update profiles set locale = 'fr' where id = $1`, [vigie.idOf.premium])
  })
})

describe('failures', () => {
  it.each([404, 410, 403])('a device for which its service answers %i is removed', async (status) => {
    const id = await device('premium', `gone-${status}`)
    service.answers.set(`gone-${status}`, { status })
    await published()
    await deliver()
    expect((await pool.query('select from push_devices where id = $1', [id])).rowCount).toBe(0)
  })

  it('a busy service is retried after the requested delay, and the device receives the push once', async () => {
    await device('premium', 'busy')
    service.answers.set('busy', { status: 429, retryAfter: '120' })
    await published()
    await deliver()
    ahead = 100
    await deliver()
    expect(await deliveries(`channel = 'push'`)).toMatchObject([
      { attempts: 1, last_error: 'the push service answered 429' },
    ])
    service.answers.delete('busy')
    ahead = 130
    await deliver()
    await deliver()
    expect(service.received.map(({ to }) => to)).toEqual(['busy'])
  })

  it('an address outside the push services is never contacted', async () => {
    const keys = await service.subscribe('elsewhere')
    for (const endpoint of [
      'http://127.0.0.1:9/x',
      'https://fcm.googleapis.com.example/x',
      'http://169.254.169.254/latest',
    ]) {
      await vigie.as.premium.rpc('add_push_device', { ...keys, endpoint }).throwOnError()
    }
    await published()
    await deliver()
    expect((await pool.query('select from push_devices')).rowCount).toBe(0)
    expect(service.received).toEqual([])
  })

  it('a slow mail server never delays a push', async () => {
    await device('premium')
    const slow = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const its: Mailer = {
      ...mailer,
      sendDrawn: async (to, message) => {
        asked.resolve()
        await slow.promise
        await mailer.sendDrawn(to, message)
      },
    }
    const send = createDelivery(context(), { mailer: its, pusher: async () => pusher })
    await published()
    const first = send()
    await asked.promise
    await published({ style: 'swing' })
    // A second caller does not wait for the mails either.
    await send()
    expect(service.received).toHaveLength(2)
    expect(box.received).toEqual([])
    slow.resolve()
    await first
    expect(await mailsTo('premium')).toHaveLength(2)
  })

  it('mails wait while their server is down, and are sent afterwards', async () => {
    const away = new Postbox()
    await away.open()
    await away.close()
    const its = away.mailer(vigie.url)
    const send = createDelivery(context(), { mailer: its, pusher: async () => pusher })
    await published()
    await send()
    const mine = `channel = 'email' and user_id = '${vigie.idOf.premium}'`
    expect(await deliveries(mine)).toMatchObject([{ attempts: 1, sent_at: null }])
    await away.open()
    ahead = 20
    await send()
    expect(await deliveries(mine)).toMatchObject([{ attempts: 2, last_error: null }])
    expect(away.received).toHaveLength((await deliveries('sent_at is not null')).length)
    its.close()
    await away.close()
  })
})

describe('a test push', () => {
  it('is sent to one of the member’s own devices, at most once in ten seconds', async () => {
    const mine = await device('premium', 'mine')
    await device('premium', 'other')
    expect((await vigie.as.freemium.rpc('test_push_device', { device_id: mine })).error?.message).toBe(
      'device_not_found',
    )
    const first = await vigie.as.premium.rpc('test_push_device', { device_id: mine })
    expect(first.data).toBe(true)
    await deliver()
    expect(service.received.map(({ to, message }) => [to, message.title])).toEqual([
      ['mine', 'Les notifications arrivent'],
    ])
    expect(await told(vigie.as.premium)).toEqual([])
  })
})

describe('unsubscribing from a category', () => {
  const headerOf = (mail: { headers: { key: string; value: string }[] } | undefined, key: string) =>
    mail?.headers.find((header) => header.key === key)?.value
  const linkIn = async () => {
    await published()
    await deliver()
    const [mail] = await mailsTo('premium')
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    return {
      call: headerOf(mail, 'list-unsubscribe')?.slice(1, -1) as string,
      page: /https?:\S+\/desabonnement\?jeton=\S+/.exec(mail?.text ?? '')?.[0] as string,
    }
  }

  it('accepts one POST from the mailbox without a signed-in user (RFC 8058)', async () => {
    const { call } = await linkIn()
    const opened = await fetch(call, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/desabonnement\?jeton=/),
    ])
    const preferences = async () =>
      (await vigie.as.premium.from('notification_preferences').select('email').single().throwOnError()).data
        .email
    expect(await preferences()).toContain('signals')
    const answer = await fetch(call, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(answer.status).toBe(200)
    expect(await preferences()).toEqual(['signal_end', 'trainings', 'events'])
    box.received.length = 0
    await published()
    await deliver()
    expect(await mailsTo('premium')).toEqual([])
  })

  it('works on the page with the same token, and can be undone', async () => {
    const { page } = await linkIn()
    const token = new URL(page).searchParams.get('jeton')
    const state = await vigie.as.visitor.rpc('unsubscribe_state', { token })
    expect(state.data).toEqual({ category: 'signals', subscribed: true })
    expect((await vigie.as.visitor.rpc('unsubscribe', { token })).data).toEqual({
      category: 'signals',
      subscribed: false,
    })
    expect((await vigie.as.visitor.rpc('unsubscribe', { token, undo: true })).data).toEqual({
      category: 'signals',
      subscribed: true,
    })
  })

  it('refuses a forged token', async () => {
    const { page, call } = await linkIn()
    const token = new URL(page).searchParams.get('jeton') as string
    for (const place of [0, 10, 21, 22, 23, 30, 43]) {
      const other = token[place] === 'A' ? 'B' : 'A'
      const forged = token.slice(0, place) + other + token.slice(place + 1)
      expect((await vigie.as.visitor.rpc('unsubscribe', { token: forged })).error?.message).toBe(
        'invalid_token',
      )
      expect((await fetch(call.replace(token, forged), { method: 'POST' })).status).toBe(400)
    }
    expect((await vigie.as.visitor.rpc('unsubscribe', { token: '' })).error?.message).toBe('invalid_token')
  })
})
