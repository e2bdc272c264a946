import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product, publish } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { trimNotifications } from './trim-notifications.ts'

const DAY = 86_400_000
const log = pino({ level: 'silent' })
let vigie: Product
let pool: Pool
let member: string
beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 3, log)
  await prepareQueue(pool, log)
  member = (await vigie.member()).id
}, 60_000)
afterAll(async () => {
  await pool.end()
  await vigie.stop()
})
beforeEach(() => pool.query('delete from notifications'))

const NOW = Date.UTC(2030, 5, 15, 3, 27)
const trim = () => trimNotifications({ pool, log, now: () => NOW }, 2)
let facts = 0

/** A notification of some days ago, with a mail of the same age; `name` is how `left` identifies it. */
async function told(
  name: string,
  daysAgo: number,
  more: { category?: string; read?: boolean; signal?: string } = {},
) {
  const at = new Date(NOW - daysAgo * DAY)
  const id = (which: string) =>
    `overlay(private.first_ordered_id(${which})::text placing lpad('${++facts}', 12, '0') from 25)::uuid`
  await pool.query(
    `with note as (
       insert into notifications (id, user_id, fact, category, kind, link, in_app, created_at, read_at, signal_id)
       values (${id('$1')}, $2, $3, $4, 'approved', '/signaux', true, $1, case when $5 then $1::timestamptz end, $6) returning id, user_id)
     insert into notification_deliveries (id, notification_id, user_id, channel, due_at, sent_at)
     select ${id('$1')}, id, user_id, 'email', $1, $1 from note`,
    [at, member, name, more.category ?? 'signals', more.read ?? false, more.signal ?? null],
  )
}
const left = async (
  table: 'notifications' | 'notification_deliveries join notifications on notifications.id = notification_id',
) =>
  (await pool.query<{ fact: string }>(`select fact from ${table} order by notifications.id`)).rows.map(
    ({ fact }) => fact,
  )

describe('a member’s notifications', () => {
  it('are kept for ninety days, read or not; account notices until they are read or for a year', async () => {
    for (const daysAgo of [400, 366, 364, 91, 89, 0]) {
      await told(`signal ${daysAgo}`, daysAgo)
      await told(`read ${daysAgo}`, daysAgo, { category: 'account', read: true })
      await told(`unread ${daysAgo}`, daysAgo, { category: 'account' })
    }
    await trim()
    const kept = ['unread 364', 'unread 91']
    for (const daysAgo of [89, 0]) kept.push(`signal ${daysAgo}`, `read ${daysAgo}`, `unread ${daysAgo}`)
    expect(await left('notifications')).toEqual(kept)
    await trim()
    expect(await left('notifications')).toEqual(kept)
  })

  it('are kept as long as their signal is open', async () => {
    const { id } = await publish(vigie)
    await told('of an open signal', 500, { signal: id })
    await trim()
    expect(await left('notifications')).toContain('of an open signal')
    await pool.query(
      `select private.append_signal_event($1, 'cancelled', clock_timestamp(), null, null, '{}')`,
      [id],
    )
    await trim()
    expect(await left('notifications')).not.toContain('of an open signal')
  })

  it('keep the results of mails and pushes for thirty days', async () => {
    for (const daysAgo of [80, 31, 29, 0]) await told(`${daysAgo} days`, daysAgo)
    await trim()
    expect(await left('notifications')).toHaveLength(4)
    expect(
      await left('notification_deliveries join notifications on notifications.id = notification_id'),
    ).toEqual(['29 days', '0 days'])
  })

  it('are deleted by the time in their id, to the millisecond', async () => {
    const { rows } = await pool.query(
      `select id between private.first_ordered_id(clock_timestamp() - interval '1 second') and private.first_ordered_id(clock_timestamp() + interval '1 millisecond') as within
       from (select private.ordered_id() as id from generate_series(1, 100)) as made`,
    )
    expect(rows.every(({ within }) => within)).toBe(true)
  })
})
