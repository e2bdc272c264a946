import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { joined } from '../../../server/src/realtime/realtime-clients.ts'
import { type Product, product, publish } from '../product.ts'

/** private.is_premium alone decides who is premium: every access to levels calls it, and ends when it returns false. */
let vigie: Product
let someone: Awaited<ReturnType<Product['member']>>
let ahead = 0
beforeEach(async () => {
  vigie ??= await product('none', { now: () => new Date(Date.now() + ahead) })
  someone = await vigie.member()
  await vigie.admin.query(
    `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
    [someone.id],
  )
}, 60_000)
afterAll(() => vigie.stop())

const suspend = (until = `now() + interval '1 day'`) =>
  vigie.admin.query(`update auth.users set banned_until = ${until} where id = $1`, [someone.id])
const one = async (text: string, values: unknown[] = []) =>
  Object.values((await vigie.admin.query(text, values)).rows[0] ?? {})[0]
const tier = () =>
  one(`select public.current_tier() from set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: someone.id, role: 'authenticated' }),
  ])

describe('a premium member who is suspended', () => {
  it('[S-90] is premium for no policy, no alert and no notification, and again when it ends', async () => {
    const { id } = await publish(vigie, { tier: 'premium' })
    const reads = () => one('select private.reads_levels($1, $2)', [someone.id, id])
    expect([await tier(), await reads()]).toEqual(['premium', true])
    await suspend()
    expect([await tier(), await reads()]).toEqual(['freemium', false])
    await suspend(`now() - interval '1 second'`)
    expect([await tier(), await reads()]).toEqual(['premium', true])
  })

  it('[S-90] is told of no premium publication any more', async () => {
    await suspend()
    const { id } = await publish(vigie, { tier: 'premium' })
    await vigie.admin.query('select private.fan_out($1, 1000)', [`signal:${id}:published`])
    const told = async (member: string) =>
      one('select count(*)::int from notifications where user_id = $1 and signal_id = $2', [member, id])
    expect([await told(someone.id), await told(vigie.idOf.premium)]).toEqual([0, 1])
  })

  it('[S-90] is sent no level that was on its way by push or mail', async () => {
    const keys = {
      endpoint: `https://push.example.com/${someone.id}`,
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    }
    await someone.client.rpc('add_push_device', keys).throwOnError()
    const { id } = await publish(vigie, { tier: 'premium' })
    await vigie.admin.query('select private.fan_out($1, 1000)', [`signal:${id}:published`])
    const claims = async (channel: string) => {
      const client = await vigie.admin.connect()
      try {
        await client.query('begin')
        const { rows } = await client.query(
          `select channel.stale, channel.levels from private.claim_deliveries($1, 1000, now() + interval '2 days') as channel
           join notifications on notifications.id = notification_id where channel.user_id = $2 and signal_id = $3`,
          [channel, someone.id, id],
        )
        return rows
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const push = await claims('push')
    expect(push).toMatchObject([{ stale: null, levels: { direction: 'buy' } }])
    await suspend()
    expect(await claims('push')).toEqual([{ stale: 'not_entitled', levels: null }])
    for (const row of [...(await claims('email')), ...(await claims('digest'))])
      expect(row).toEqual({ stale: 'not_entitled', levels: null })
  })
})

describe('the channel of premium members', () => {
  const join = async () => {
    await someone.client.realtime.setAuth()
    const channel = someone.client.channel('signals:premium', { config: { private: true } })
    const told: unknown[] = []
    await joined(channel.on('broadcast', { event: 'signal' }, ({ payload }) => told.push(payload)))
    return { channel, told }
  }
  const shut = (channel: { state: string }) =>
    expect.poll(() => channel.state, { timeout: 5000 }).toBe('closed')

  it('[S-90] is shut when the period of access is taken back, and hears nothing more', async () => {
    const { channel, told } = await join()
    await vigie.admin.query('delete from premium_grants where user_id = $1', [someone.id])
    await shut(channel)
    await publish(vigie, { tier: 'premium' })
    expect(told).toEqual([])
    expect((await someone.client.rpc('my_access')).data).toMatchObject({ tier: 'freemium' })
  })

  it('[S-90] is shut within a minute of the end of the period, which nobody tells', async () => {
    await vigie.admin.query(
      `update premium_grants set ends_at = now() + interval '2 seconds' where user_id = $1`,
      [someone.id],
    )
    const { channel } = await join()
    await expect.poll(tier, { timeout: 10_000 }).toBe('freemium')
    expect(channel.state).toBe('joined')
    ahead += 60_000
    await shut(channel)
  }, 30_000)

  it('[S-90] is shut for who is no longer staff, with the session', async () => {
    await vigie.admin.query('delete from premium_grants where user_id = $1', [someone.id])
    await vigie.admin.query(`insert into staff (user_id, role) values ($1, 'analyst')`, [someone.id])
    const { channel } = await join()
    await vigie.admin.query('delete from staff where user_id = $1', [someone.id])
    await expect.poll(() => channel.state, { timeout: 5000 }).not.toBe('joined')
    expect((await someone.client.rpc('my_access')).error?.code).toBe('PGRST303')
    const email = (await vigie.admin.query('select email from auth.users where id = $1', [someone.id]))
      .rows[0].email
    await someone.client.auth.signInWithPassword({ email, password: 'a long test password' })
    expect((await someone.client.rpc('my_access')).data).toMatchObject({ tier: 'freemium' })
  })

  it('[S-90] is shut for who is suspended', async () => {
    const { channel, told } = await join()
    await suspend()
    await expect.poll(() => channel.state, { timeout: 5000 }).not.toBe('joined')
    await publish(vigie, { tier: 'premium' })
    expect(told).toEqual([])
  })
})
