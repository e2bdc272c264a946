import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ALLOWANCES } from '../../../web/src/lib/money/allowance-kinds.ts'
import { type Product, product, publish, withdraw } from '../product.ts'

let vigie: Product
let member: Awaited<ReturnType<Product['member']>>
beforeAll(async () => {
  vigie = await product('demo')
}, 60_000)
beforeEach(async () => {
  member = await vigie.member()
})
afterAll(() => vigie.stop())

const use = async (kind: string) => await member.client.rpc('use_allowance', { kind })
const mine = async (kind: string) =>
  ((await member.client.rpc('my_allowances')).data as { kind: string; used: number }[]).find(
    (row) => row.kind === kind,
  )
const give = (allowances: object) =>
  vigie.admin.query(`update plans set allowances = $1 where slug = 'freemium'`, [JSON.stringify(allowances)])

it('counts each use up to the plan’s amount, then names the limit and when it resets', async () => {
  await give({ ai_messages: 2 })
  expect((await use('ai_messages')).data).toBe(1)
  expect((await use('ai_messages')).data).toBe(0)
  const { error, status } = await use('ai_messages')
  expect([error?.message, error?.hint, status]).toEqual(['allowance_used_up', 'ai_messages', 429])
  const { rows } = await vigie.admin.query(
    `select to_jsonb((private.paris_day(now()) + 1)::timestamp at time zone 'Europe/Paris') as tomorrow`,
  )
  expect(JSON.parse(error?.details ?? '')).toEqual({
    kind: 'ai_messages',
    amount: 2,
    left: 0,
    renews_at: rows[0].tomorrow,
  })
  expect(await mine('ai_messages')).toMatchObject({ period: 'day', amount: 2, used: 2 })
})

it('has each plan’s own amount; one it does not name has what is declared, and null is without limit', async () => {
  await give({ ai_messages: null })
  expect((await use('ai_messages')).data).toBeNull()
  expect((await use('ai_messages')).error).toBeNull()
  expect(await mine('signal_alerts')).toMatchObject({
    amount: ALLOWANCES.signal_alerts.otherwise,
    renews_at: null,
  })
  await vigie.admin.query(
    `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
    [member.id],
  )
  expect(await mine('ai_messages')).toMatchObject({ amount: 50 })
})

it('a plan takes whole amounts of declared kinds, and nothing else', async () => {
  for (const wrong of [{ ai_messages: -1 }, { ai_messages: 1.5 }, { ai_messages: '5' }, { unknown: 1 }, []]) {
    await expect(give(wrong)).rejects.toThrow(/check constraint/)
  }
  expect((await use('unknown')).error?.message).toBe('unknown_allowance')
})

it('resets at midnight in Paris, and refunds nothing to a past day', async () => {
  await give({ ai_messages: 1 })
  await use('ai_messages')
  await vigie.admin.query('update allowance_uses set since = since - 1 where user_id = $1', [member.id])
  await vigie.admin.query(`select private.return_allowance($1, 'ai_messages')`, [member.id])
  expect(await mine('ai_messages')).toMatchObject({ used: 0 })
  expect((await use('ai_messages')).data).toBe(0)
  expect((await use('ai_messages')).error?.message).toBe('allowance_used_up')
})

it('counts by the calendar of Paris, whatever the server’s, in summer and winter', async () => {
  const client = await vigie.admin.connect()
  try {
    for (const zone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
      await client.query(`set time zone '${zone}'`)
      const { rows } = await client.query(
        `select since = private.paris_day(now()) as today, renews_at at time zone 'Europe/Paris' = since + 1 as midnight from private.allowance_of($1, 'data_copies')`,
        [member.id],
      )
      expect(rows).toEqual([{ today: true, midnight: true }])
    }
  } finally {
    await client.query('reset time zone')
    client.release()
  }
})

it('two at once cannot take more than there is, the first time either', async () => {
  await give({ ai_messages: 3 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => use('ai_messages')))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(3)
  expect(await mine('ai_messages')).toMatchObject({ used: 3 })
})

it('a second act waits for the first, and takes its part when that one fails', async () => {
  await give({ ai_messages: 1 })
  const first = await vigie.admin.connect()
  try {
    await first.query('begin')
    await first.query(`select private.use_allowance($1, 'ai_messages')`, [member.id])
    const second = use('ai_messages')
    await first.query('rollback')
    expect((await second).data).toBe(0)
  } finally {
    first.release()
  }
})

it('whatever is used and given back, in any order, stays between nothing and the amount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(4), fc.array(fc.boolean(), { maxLength: 14 }), async (amount, acts) => {
      await vigie.admin.query('delete from allowance_uses where user_id = $1', [member.id])
      await give({ copied_accounts: amount })
      let held = 0
      for (const takes of acts) {
        if (takes) {
          const { error } = await use('copied_accounts')
          expect(error === null).toBe(held < amount)
          held += error === null ? 1 : 0
        } else {
          await vigie.admin.query(`select private.return_allowance($1, 'copied_accounts')`, [member.id])
          held = Math.max(0, held - 1)
        }
        expect(await mine('copied_accounts')).toMatchObject({ used: held })
      }
    }),
    { numRuns: 12 },
  )
})

it('members read what they used themselves, nobody writes it, and a visitor uses nothing', async () => {
  await give({})
  await use('data_copies')
  const read = async (client: Product['as']['visitor']) =>
    (await client.from('allowance_uses').select('user_id').eq('user_id', member.id)).data
  expect(await read(member.client)).toHaveLength(1)
  expect(await read(vigie.as.premium)).toEqual([])
  expect(
    (await member.client.from('allowance_uses').update({ used: 0 }).eq('user_id', member.id)).error,
  ).not.toBeNull()
  expect((await vigie.as.visitor.rpc('use_allowance', { kind: 'data_copies' })).error).not.toBeNull()
})

describe('where it is used', () => {
  const used = async (kind: string) => (await mine(kind))?.used

  it('a new alert counts, an existing one does not, and a removed one is refunded', async () => {
    const { id: signal } = await publish(vigie, { tier: 'freemium' })
    await give({ signal_alerts: 2 })
    const set = (kind: string) =>
      member.client.from('signal_alerts').insert({ signal_id: signal, kind, distance: 5, unit: 'pips' })
    expect((await set('entry')).error).toBeNull()
    expect((await set('entry')).error?.code).toBe('23505')
    expect(await used('signal_alerts')).toBe(1)
    expect((await set('stop')).error).toBeNull()
    const refused = await set('target')
    expect([refused.error?.message, refused.status]).toEqual(['allowance_used_up', 409])
    await member.client.from('signal_alerts').delete().eq('kind', 'stop')
    expect(await used('signal_alerts')).toBe(1)
    expect((await set('target')).error).toBeNull()
  })

  it('the alerts of a signal that ends are refunded, once', async () => {
    const [ending, lasting] = [
      await publish(vigie, { tier: 'freemium' }),
      await publish(vigie, { tier: 'freemium' }),
    ]
    const before = (await used('signal_alerts')) ?? 0
    await give({ signal_alerts: before + 3 })
    const set = (signal_id: string, kind: string) =>
      member.client
        .from('signal_alerts')
        .insert({ signal_id, kind, ...(kind === 'events' ? {} : { distance: 5, unit: 'pips' }) })
    for (const kind of ['stop', 'events']) expect((await set(ending.id, kind)).error).toBeNull()
    expect((await set(lasting.id, 'stop')).error).toBeNull()
    expect(await used('signal_alerts')).toBe(before + 3)
    await withdraw(vigie, ending.id)
    expect(await used('signal_alerts')).toBe(before + 1)
    await member.client.from('signal_alerts').delete().eq('signal_id', ending.id)
    expect(await used('signal_alerts')).toBe(before + 1)
    expect((await set(lasting.id, 'events')).error).toBeNull()
  })

  it('a member with alerts and uses can leave', async () => {
    const { id: signal } = await publish(vigie, { tier: 'freemium' })
    await give({})
    await member.client.from('signal_alerts').insert({ signal_id: signal, kind: 'events' })
    await vigie.admin.query('delete from auth.users where id = $1', [member.id])
    const { rows } = await vigie.admin.query('select from allowance_uses where user_id = $1', [member.id])
    expect(rows).toEqual([])
  })
})
