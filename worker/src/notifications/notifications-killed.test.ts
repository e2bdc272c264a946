import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, product, publish } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { Postbox } from '../testing/postbox.ts'
import { PushService } from '../testing/push-service.ts'

const MEMBERS = 5000
const DEVICES = 500
const KILLS = 10
const log = pino({ level: 'silent' })
let vigie: Product
let pool: Pool
const box = new Postbox()
const service = new PushService()

beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 4, log)
  await prepareQueue(pool, log)
  await box.open()
  await service.open()
  await pool.query(
    `with accounts as (
       insert into auth.users (id, email, email_confirmed_at)
       select gen_random_uuid(), 'member-' || n || '@example.com', now() from generate_series(1, $1) as n returning id)
     insert into premium_grants (user_id, source, ends_at) select id, 'test', now() + interval '1 day' from accounts`,
    [MEMBERS],
  )
  // Mails for some and pushes for others; everyone gets the row.
  await pool.query(
    `update notification_preferences set email = case when get_byte(uuid_send(user_id), 0) < 26 then email else '{}' end`,
  )
  const { rows } = await pool.query<{ id: string }>(
    `select id from auth.users where email like 'member-%' order by id desc limit $1`,
    [DEVICES],
  )
  const devices = await Promise.all(
    rows.map(async ({ id }) => ({ user_id: id, ...(await service.subscribe(id)) })),
  )
  await pool.query(
    `insert into push_devices (user_id, endpoint, p256dh, auth)
     select user_id, endpoint, p256dh, auth from jsonb_to_recordset($1) as device (user_id uuid, endpoint text, p256dh text, auth text)`,
    [JSON.stringify(devices)],
  )
}, 120_000)
afterAll(async () => {
  await Promise.all([box.close(), service.close(), pool.end()])
  await vigie.stop()
})

function startWorker(): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: vigie.databaseUrl,
      SMTP_URL: `smtp://127.0.0.1:${box.port}`,
      MAIL_FROM: 'Vigie <no-reply@vigie.example>',
      PUSH_SERVICES: service.origin,
      MARKET_HISTORY: 'short',
      QUOTE_INTERVAL_MS: '60000',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
}

const count = async (statement: string) =>
  Number((await pool.query<{ n: string }>(`select (${statement})::text as n`)).rows[0]?.n)
const done = () =>
  count(`select (select count(*) from notifications) * 10
    + (select count(*) from notification_deliveries where sent_at is not null)`)

it('5,000 members are notified once each, although the worker is killed ten times at random', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  await publish(vigie)
  let interrupted = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const worker = startWorker()
    const before = await done()
    // Kill a worker that is already working.
    const until = Date.now() + 15_000
    while ((await done()) === before && Date.now() < until) await sleep(5)
    await sleep(random() * 150)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    interrupted += (await done()) > before ? 1 : 0
    // The queue releases a dead process's jobs after some seconds; the test does it at once.
    await pool.query(
      `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs where locked_by is not null`,
    )
  }
  const last = startWorker()
  const left = () =>
    count(`select (select count(*) from private.notification_facts where fanned_out_at is null)
      + (select count(*) from notification_deliveries where sent_at is null and dropped_at is null)`)
  await expect.poll(left, { timeout: 90_000, interval: 200, message: `seed ${seed}` }).toBe(0)
  last.kill('SIGTERM')
  await once(last, 'exit')

  const entitled = await count(
    `select count(*) from profiles where exists (select from premium_grants where user_id = profiles.id) or exists (select from staff where user_id = profiles.id)`,
  )
  expect(entitled).toBe(MEMBERS + 3)
  expect(await count('select count(*) from notifications')).toBe(entitled)
  expect(await count('select count(distinct user_id) from notifications')).toBe(entitled)
  // Recorded as sent once, and received once: one Message-ID per mail, one tag per device's push.
  const mailed = await count(
    `select count(*) from notification_deliveries where channel = 'email' and sent_at is not null`,
  )
  const addressees = new Map(
    box.received.map(({ to, messageId }) => [`${to?.[0]?.address} ${messageId}`, to?.[0]?.address]),
  )
  expect(addressees.size).toBe(mailed)
  expect(new Set(addressees.values()).size).toBe(mailed)
  const shown = new Set(service.received.map(({ to, message }) => `${to} ${message.tag}`))
  expect(shown.size).toBe(DEVICES)
  expect(service.faults).toEqual([])
  expect(interrupted).toBeGreaterThan(2)
}, 240_000)
