import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product, publish } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createPusher, type Pusher } from '../push/pusher.ts'
import { keepKeyPair } from '../push/sender-identity.ts'
import { prepareQueue } from '../queue.ts'
import { Postbox } from '../testing/postbox.ts'
import { PushService } from '../testing/push-service.ts'
import { createDelivery } from './deliver-notifications.ts'
import { fanOutNotifications } from './fan-out-notifications.ts'
import { fireSignalAlerts } from './fire-signal-alerts.ts'
import { withdrawNotifications } from './withdraw-notifications.ts'

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const box = new Postbox()
const service = new PushService()
let vigie: Product
let pool: Pool
let mailer: Mailer
let pusher: Pusher
let deliver: () => Promise<void>
let ahead = 0
const now = () => Date.now() + ahead * 1000
const context = () => ({ pool, log, now })
const PRICE = 1.08765

beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 8, log)
  await prepareQueue(pool, log)
  await Promise.all([box.open(), service.open()])
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
  await pool.query(`delete from notifications; delete from push_devices; delete from signal_alerts; delete from private.notification_facts;
    delete from graphile_worker._private_jobs; update profiles set time_zone = 'UTC';
    update notification_preferences set email = default, push = default, in_app = default, quiet_from = null, quiet_to = null`)
  for (const actor of ['premium', 'freemium'] as const)
    await vigie.as[actor].rpc('add_push_device', await service.subscribe(actor)).throwOnError()
})

const prefer = (changes: Record<string, unknown>) =>
  vigie.as.premium
    .from('notification_preferences')
    .update(changes)
    .eq('user_id', vigie.idOf.premium)
    .throwOnError()
const happens = (id: string, kind: string, price: number | null = PRICE, r = 0) =>
  pool.query(`select private.append_signal_event($1, $2, clock_timestamp(), $3, $4, '{}')`, [
    id,
    kind,
    price,
    r,
  ])
const rows = async (actor: 'premium' | 'freemium' = 'premium') =>
  (await vigie.as[actor].from('notifications').select('*').order('id').throwOnError()).data ?? []
async function tell() {
  await fanOutNotifications(context())
  const { rows: jobs } = await pool.query(
    `delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
      where task.id = job.task_id and task.identifier = 'withdraw-notifications' returning payload`,
  )
  for (const { payload } of jobs) await withdrawNotifications(context(), payload)
  await deliver()
}
const pushes = () => service.received.map(({ to, message, topic }) => [to, message.title, topic])
const ALL = ['signals', 'signal_entry', 'signal_stop', 'signal_targets', 'signal_end', 'signal_notes']

describe('a signal’s events', () => {
  it('create a notification in the application each; by default only the publication and the end are pushed and mailed', async () => {
    const { id, number } = await publish(vigie)
    await tell()
    for (const kind of ['entered', 'target_reached', 'stop_moved', 'note']) await happens(id, kind)
    await Promise.all([tell(), fanOutNotifications(context(), { fact: `signal:${id}:2` })])
    await happens(id, 'stopped', PRICE, 1.8)
    await tell()
    await tell()
    expect((await rows()).map(({ kind, category }) => [kind, category])).toEqual([
      ['signal_published', 'signals'],
      ['event_entered', 'signal_entry'],
      ['event_target_reached', 'signal_targets'],
      ['event_stop_moved', 'signal_stop'],
      ['event_note', 'signal_notes'],
      ['event_stopped', 'signal_end'],
    ])
    expect(pushes()).toEqual([
      ['premium', 'Nouveau signal\u00a0: EUR/USD', `signal-${number}`],
      ['premium', 'EUR/USD\u00a0: stop touché', `signal-${number}`],
    ])
    expect(service.received[1]?.message.body).toMatch(/résultat \+1,8\u00a0R\. Prix\u00a0: 1,08765/)
    const mine = (await pool.query('select email from auth.users where id = $1', [vigie.idOf.premium]))
      .rows[0]
    expect(
      box.received.filter(({ to }) => to?.[0]?.address === mine.email).map(({ subject }) => subject),
    ).toEqual(['Nouveau signal\u00a0: EUR/USD', 'EUR/USD\u00a0: stop touché'])
  })

  it('are pushed with the price where selected, and stored without it', async () => {
    await prefer({ push: ALL, in_app: ['signals', 'signal_targets'] })
    const { id, number } = await publish(vigie)
    await tell()
    await happens(id, 'entered')
    await tell()
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'Je garde 1.08765.' }).throwOnError()
    await tell()
    expect(service.received.slice(1).map(({ message, topic }) => [message.body, topic])).toEqual([
      [expect.stringContaining('1,08765'), `signal-${number}`],
      ['Je garde 1.08765.', `signal-${number}`],
    ])
    expect((await rows()).map(({ kind }) => kind)).toEqual(['signal_published'])
    const { rows: kept } = await pool.query(
      `select to_jsonb(n)::text || (select jsonb_agg(f)::text from private.notification_facts as f) as text from notifications as n`,
    )
    for (const { text } of kept) expect(text).not.toMatch(/1[.,]08765/)
  })

  it('[S-100] reach no freemium member while the levels are closed; the end reaches those notified of the publication', async () => {
    const leaves = await vigie.member()
    await pool.query(
      `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
      [leaves.id],
    )
    await pool.query(`update notification_preferences set push = $1, email = $1 where user_id in ($2, $3)`, [
      ALL,
      leaves.id,
      vigie.idOf.freemium,
    ])
    await leaves.client.rpc('add_push_device', await service.subscribe('leaves')).throwOnError()
    const { id } = await publish(vigie)
    await tell()
    await happens(id, 'entered')
    await fanOutNotifications(context())
    await pool.query('delete from premium_grants where user_id = $1', [leaves.id])
    await tell()
    await happens(id, 'target_reached')
    await tell()
    expect(await rows('freemium')).toEqual([])
    const to = (name: string) => service.received.filter((one) => one.to === name)
    expect(to('freemium')).toEqual([])
    expect(to('leaves').map(({ message }) => message.title)).toEqual(['Nouveau signal\u00a0: EUR/USD'])
    await happens(id, 'stopped', PRICE, -1)
    await tell()
    expect(to('leaves').at(-1)?.message.title).toBe('EUR/USD\u00a0: stop touché')
    expect(to('freemium')).toEqual([])
    expect(await rows('freemium')).toEqual([])
  })

  it('of a free signal reach everyone', async () => {
    const { id } = await publish(vigie, { tier: 'freemium' })
    await happens(id, 'entered')
    await happens(id, 'stopped', PRICE, -1)
    await tell()
    expect((await rows('freemium')).map(({ kind }) => kind)).toEqual(['event_stopped'])
    expect(service.received.filter(({ to }) => to === 'freemium')).toHaveLength(1)
  })

  it('are sent once after quiet hours: a signal’s newest replaces earlier ones', async () => {
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    await prefer({ push: ALL, quiet_from: clock(-1), quiet_to: clock(2) })
    const { id } = await publish(vigie)
    for (const kind of ['entered', 'target_reached', 'stop_moved']) await happens(id, kind)
    await tell()
    expect(pushes()).toEqual([])
    ahead = 2 * 3600 + 60
    await tell()
    expect(pushes().map(([to, title]) => [to, title])).toEqual([['premium', 'EUR/USD\u00a0: stop déplacé']])
    const { rows: dropped } = await pool.query(
      `select dropped_for, count(*)::int from notification_deliveries where channel = 'push' and dropped_at is not null group by 1`,
    )
    expect(dropped).toEqual([{ dropped_for: 'replaced', count: 3 }])
  })

  it('are withdrawn with the signal, and the push of the end is the last on the screen', async () => {
    await prefer({ push: ALL })
    const { id } = await publish(vigie)
    await tell()
    await happens(id, 'entered')
    await tell()
    await happens(id, 'stopped', PRICE, -1)
    await fanOutNotifications(context())
    await tell()
    expect(pushes().map(([, title]) => title)).toEqual([
      'Nouveau signal\u00a0: EUR/USD',
      'EUR/USD\u00a0: entrée touchée',
      'EUR/USD\u00a0: stop touché',
    ])
    expect((await rows()).map(({ kind, withdrawn_for }) => [kind, withdrawn_for])).toEqual([
      ['signal_published', 'closed'],
      ['event_entered', 'closed'],
      ['event_stopped', null],
    ])
  })

  it('are reported only by a member’s own alert where one is set', async () => {
    const { id } = await publish(vigie)
    await vigie.as.premium.from('signal_alerts').insert({ signal_id: id, kind: 'events' }).throwOnError()
    await happens(id, 'entered')
    await tell()
    await fireSignalAlerts(context())
    await tell()
    expect((await rows()).map(({ kind }) => kind)).toEqual(['signal_published', 'signal_entered'])
  })

  it('remain when it is too late to enter: only the publication is withdrawn', async () => {
    const { id } = await publish(vigie)
    await happens(id, 'entered')
    await tell()
    await pool.query(`select private.withdraw_signal($1, 'too_late')`, [id])
    await happens(id, 'target_reached')
    await tell()
    expect((await rows()).map(({ kind, withdrawn_for }) => [kind, withdrawn_for])).toEqual([
      ['signal_published', 'too_late'],
      ['event_entered', null],
      ['event_target_reached', null],
    ])
  })
})
