import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answer,
  ask,
  caseAbout,
  colleague,
  type Person,
  person,
  thread,
} from '../../../supabase/tests/community/moderation-people.ts'
import { type Product, product } from '../../../supabase/tests/product.ts'
import { createPool } from '../database.ts'
import { keepModeration, sendDecisions } from './keep-moderation.ts'

const log = pino({ level: 'silent' })
let vigie: Product
let pool: Pool
let kevin: Person
let ines: Person
let place: string
beforeAll(async () => {
  vigie = await product()
  pool = createPool(vigie.databaseUrl, 4, log)
  ;[kevin, ines] = [await person(vigie), await colleague(vigie)]
  place = (await thread(kevin, 'Comment placez-vous vos stops ?')).id
}, 60_000)
afterAll(async () => {
  await pool.end()
  await vigie.stop()
})
const later = (seconds: number) => ({ pool, log, now: () => Date.now() + seconds * 1000 })

describe('the worker', () => {
  it('sends a decision after thirty seconds, once however many workers try, and not before', async () => {
    const { id } = await answer(kevin, place, 'Gains garantis pour tous.')
    await ask(ines.client, 'decide', {
      case_id: await caseAbout(vigie, id),
      reasons: ['promise'],
      measure: 'hide',
    })
    await sendDecisions(later(10))
    expect(await ask(kevin.client, 'my_decisions')).toEqual([])
    await Promise.all([sendDecisions(later(31)), sendDecisions(later(31)), sendDecisions(later(31))])
    expect(await ask(kevin.client, 'my_decisions')).toHaveLength(1)
    const { rows } = await pool.query(`select count(*)::int as entries from moderation_register`)
    expect(rows).toEqual([{ entries: 1 }])
    const { rows: told } = await pool.query(
      `select template from _server.mail_outbox where template = 'moderation_decided'`,
    )
    expect(told).toHaveLength(1)
  })

  it('computes trust, counts who used the product this month, and runs again without effect', async () => {
    await pool.query('insert into visits (user_id) values ($1)', [kevin.account])
    await pool.query('update community_members set trust = 2, trust_at = null where id = $1', [kevin.id])
    await keepModeration(later(0))
    await keepModeration(later(1))
    expect((await pool.query('select trust from community_members where id = $1', [kevin.id])).rows).toEqual([
      { trust: 0 },
    ])
    expect((await pool.query('select recipients from active_recipients')).rows).toEqual([{ recipients: 1 }])
  })
})
