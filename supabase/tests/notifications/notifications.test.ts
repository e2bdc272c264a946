import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { ACTORS, type Product, product, publish } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const notify = async (fact: string, member = vigie.idOf.premium) =>
  (
    await vigie.admin.query<{ told: boolean }>(
      `select private.notify_member($1, $2, 'push_test', '{}', '/mon-compte') as told`,
      [member, fact],
    )
  ).rows[0]?.told

describe('a notification', () => {
  it('is read and marked by its member alone', async () => {
    await notify('mine')
    const { data } = await vigie.as.premium
      .from('notifications')
      .select('id')
      .eq('fact', 'mine')
      .throwOnError()
    const id = data[0]?.id as string
    const mark = 'select public.read_notifications(array[$1]::uuid[]) as marked'
    for (const actor of ACTORS.filter((one) => one !== 'premium')) {
      expect((await attempt(vigie, actor, 'select from notifications where id = $1', [id])).rows).toBe(0)
      const { rows } = await vigie.admin.query('select read_at from notifications where id = $1', [id])
      if (actor === 'visitor' || actor === 'service_role') {
        expect((await attempt(vigie, actor, mark, [id])).refused).toBe('42501')
      } else expect((await vigie.as[actor].rpc('read_notifications', { ids: [id] })).data).toBe(0)
      expect(rows).toEqual([{ read_at: null }])
    }
    expect((await vigie.as.premium.rpc('read_notifications', { ids: [id] })).data).toBe(1)
    expect((await vigie.as.premium.rpc('read_notifications', { ids: [id] })).data).toBe(0)
    expect((await vigie.as.premium.rpc('read_notifications', { ids: [id], unread: true })).data).toBe(1)
    await notify('another')
    expect((await vigie.as.premium.rpc('read_notifications')).data).toBe(2)
  })

  it('is one for each fact and member, however often and in whatever order it is sent', async () => {
    const members = [vigie.idOf.premium, vigie.idOf.freemium, vigie.idOf.analyst]
    const telling = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...members))
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(telling, { minLength: 1, maxLength: 24 }), async (tellings) => {
        const name = `run ${++run}`
        const answers = await Promise.all(tellings.map(([fact, member]) => notify(`${name} ${fact}`, member)))
        const distinct = new Set(tellings.map(([fact, member]) => `${fact} ${member}`)).size
        expect(answers.filter(Boolean)).toHaveLength(distinct)
        const { rows } = await vigie.admin.query<{ rows: number; deliveries: number }>(
          `select count(distinct note.id)::int as rows, count(delivery.id)::int as deliveries from notifications as note
             left join notification_deliveries as delivery on delivery.notification_id = note.id where note.fact like $1`,
          [`${name} %`],
        )
        expect(rows).toEqual([{ rows: distinct, deliveries: distinct }])
      }),
      { numRuns: 25 },
    )
  }, 60_000)

  it('is told on the member’s own channel in the transaction of its fact, and not at all when that is undone', async () => {
    const topic = `member:${vigie.idOf.premium}`
    const heard = async () =>
      (
        await vigie.admin.query(
          `select payload from realtime.messages where topic = $1 and event = 'notification'`,
          [topic],
        )
      ).rows
    const before = (await heard()).length
    const client = await vigie.admin.connect()
    await client.query('begin')
    await client.query(`select private.notify_member($1, 'undone', 'push_test', '{}', '/mon-compte')`, [
      vigie.idOf.premium,
    ])
    await client.query('rollback')
    client.release()
    expect(await heard()).toHaveLength(before)
    await notify('told')
    const [last] = (await heard()).slice(-1)
    expect(Object.keys(last.payload).sort()).toEqual([
      'category',
      'created_at',
      'epoch',
      'id',
      'kind',
      'link',
      'number',
      'parameters',
      'read_at',
      'unread',
      'withdrawn_at',
      'withdrawn_for',
    ])
  })

  it('[S-100] is counted alike by every open page: an earlier count plus later messages equals the current count', async () => {
    const { client, id: member } = await vigie.member()
    const { id: signal } = await publish(vigie)
    const topic = `member:${member}`
    type Told = { payload: { number: number; unread?: number } }
    const caughtUp = async (after: { number?: number; epoch?: string }) =>
      (await client.rpc('catch_up', { topic, after: after.number, epoch: after.epoch }).throwOnError())
        .data as { epoch: string; messages: Told[] }
    const counted = async () =>
      (await client.rpc('unread_notifications').throwOnError()).data as { count: number; number: number }
    let fact = 0
    const acts = {
      tell: () =>
        vigie.admin.query(`select private.notify_member($1, $2, 'near_entry', '{}', '/signaux', $3, true)`, [
          member,
          `counted ${++fact}`,
          signal,
        ]),
      withdraw: () => vigie.admin.query(`select private.withdraw_notifications($1, 'closed', 100)`, [signal]),
      read: () => client.rpc('read_notifications').throwOnError(),
      unread: () => client.rpc('read_notifications', { unread: true }).throwOnError(),
      count: async () => void counts.push(await counted()),
    }
    let counts: { count: number; number: number }[] = []
    const act = fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { maxLength: 6 }), { minLength: 3, maxLength: 3 }),
        async (plans) => {
          counts = [await counted()]
          const { epoch } = await caughtUp({})
          await Promise.all(
            plans.map(async (plan) => {
              for (const one of plan) await acts[one]()
            }),
          )
          const now = await counted()
          for (const { count, number } of counts) {
            const { messages } = await caughtUp({ number, epoch })
            expect(messages.reduce((sum, { payload }) => sum + (payload.unread ?? 0), count)).toBe(now.count)
          }
        },
      ),
      { numRuns: 15 },
    )
    // A withdrawal sends a message of its own, with the change of the count.
    await acts.tell()
    const before = await counted()
    await acts.withdraw()
    const [told] = (await caughtUp({ number: before.number, epoch: (await caughtUp({})).epoch })).messages
    expect(told).toMatchObject({
      event: 'withdrawn',
      payload: { unread: -1, withdrawn_for: 'closed', withdrawn_at: expect.any(String) },
    })
  }, 60_000)

  it('is read in the order in which a withdrawal takes it: of two that wait for each other one would fail', async () => {
    const { client, id: member } = await vigie.member()
    for (const fact of ['read in order 1', 'read in order 2'])
      await vigie.admin.query(`select private.notify_member($1, $2, 'near_entry', '{}', '/signaux')`, [
        member,
        fact,
      ])
    const own = `select id from notifications where user_id = '${member}' order by id`
    const [first, last] = (await vigie.admin.query<{ id: string }>(own)).rows.map(({ id }) => id)
    // A new version of the first lies behind the last, where a scan of the table meets it later.
    for (const unread of [false, true])
      await client.rpc('read_notifications', { ids: [first ?? ''], unread }).throwOnError()
    const withdrawal = await vigie.admin.connect()
    try {
      await withdrawal.query('begin')
      await withdrawal.query(`select from notifications where id = $1 for update`, [first])
      const reading = client.rpc('read_notifications').then(({ data }) => data)
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%read_notifications%'`
      await expect.poll(async () => (await vigie.admin.query(waiting)).rowCount).toBe(1)
      const free = `select from notifications where id = $1 for update skip locked`
      expect((await vigie.admin.query(free, [last])).rowCount).toBe(1)
      await withdrawal.query('commit')
      expect(await reading).toBe(2)
    } finally {
      withdrawal.release(true)
    }
  })

  it('that is read in one tab is told to the others, and nothing is told where nothing changed', async () => {
    await notify('in two tabs')
    const { data } = await vigie.as.premium.rpc('catch_up', { topic: `member:${vigie.idOf.premium}` })
    const ids =
      (await vigie.as.premium.from('notifications').select('id').eq('fact', 'in two tabs')).data ?? []
    for (let tab = 0; tab < 2; tab++)
      await vigie.as.premium.rpc('read_notifications', { ids: ids.map(({ id }) => id) })
    const { epoch, head } = data as { epoch: string; head: number }
    const told = await vigie.as.premium.rpc('catch_up', {
      topic: `member:${vigie.idOf.premium}`,
      after: head,
      epoch,
    })
    expect(told.data.messages).toMatchObject([
      { event: 'read', payload: { notifications: [ids[0]?.id], unread: -1, read_at: expect.any(String) } },
    ])
  })

  it('leads nowhere but into the product', async () => {
    for (const link of ['https://example.org', '//example.org', '/\\example.org', 'javascript:alert(1)']) {
      const told = vigie.admin.query(`select private.notify_member($1, $2, 'push_test', '{}', $2)`, [
        vigie.idOf.premium,
        link,
      ])
      await expect(told).rejects.toMatchObject({ code: '23514' })
    }
  })

  it('[S-100] of a signal is fanned out by no search, count or order that a freemium member may ask for', async () => {
    const { id } = await publish(vigie)
    await vigie.admin.query('select private.fan_out($1, 1000)', [`signal:${id}:published`])
    const asked = await vigie.as.freemium
      .from('notifications')
      .select('*', { count: 'exact' })
      .eq('signal_id', id)
      .order('parameters')
    expect([asked.count, asked.data]).toEqual([0, []])
    const embedded = await vigie.as.freemium.from('notification_deliveries').select('*,notifications(*)')
    expect(embedded.data?.filter((row) => row.notifications?.signal_id === id)).toEqual([])
  })
})

describe('preferences', () => {
  it('[S-14] hold the five categories, no other, and no mail twice', async () => {
    const change = (changes: object) =>
      vigie.as.premium.from('notification_preferences').update(changes).eq('user_id', vigie.idOf.premium)
    const all = ['signals', 'announcements', 'trainings', 'daily_test', 'marketing']
    expect((await change({ push: all, in_app: all })).error).toBeNull()
    expect((await change({ push: ['account'] })).error?.code).toBe('23514')
    expect((await change({ email: ['signals'], digest: ['signals'] })).error?.code).toBe('23514')
    expect((await change({ quiet_from: '22:00' })).error?.code).toBe('23514')
    expect((await change({ quiet_from: '22:00', quiet_to: '22:00' })).error?.code).toBe('23514')
    expect((await change({ digest_hour: 24 })).error?.code).toBe('23514')
  })

  it('[S-14] sends marketing only to who asked for it, and the sign-up’s answer follows the preference', async () => {
    const newsletter = async (client: (typeof vigie)['as']['premium'], id: string) =>
      (await client.from('profiles').select('newsletter').eq('id', id).single()).data?.newsletter
    const { client, id } = await vigie.member()
    const { data } = await client.from('notification_preferences').select('email,digest').single()
    expect([...(data?.email ?? []), ...(data?.digest ?? [])]).not.toContain('marketing')
    await client
      .from('notification_preferences')
      .update({ digest: ['marketing'] })
      .eq('user_id', id)
      .throwOnError()
    expect(await newsletter(client, id)).toBe(true)
    await client.from('notification_preferences').update({ digest: [] }).eq('user_id', id).throwOnError()
    expect(await newsletter(client, id)).toBe(false)
  })
})

describe('a device', () => {
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }

  it('ends with the session that registered it', async () => {
    const { client, id } = await vigie.member()
    await client.rpc('add_push_device', { ...keys, endpoint: 'https://push.example/session' }).throwOnError()
    expect((await client.from('push_devices').select('id')).data).toHaveLength(1)
    await client.auth.signOut()
    expect((await vigie.admin.query('select from push_devices where user_id = $1', [id])).rowCount).toBe(0)
  })

  it('belongs to the account that uses it now, and nobody can read its keys', async () => {
    const endpoint = 'https://push.example/shared'
    await vigie.as.premium.rpc('add_push_device', { ...keys, endpoint }).throwOnError()
    await vigie.as.freemium.rpc('add_push_device', { ...keys, endpoint }).throwOnError()
    const { rows } = await vigie.admin.query('select user_id from push_devices where endpoint = $1', [
      endpoint,
    ])
    expect(rows).toEqual([{ user_id: vigie.idOf.freemium }])
    expect((await vigie.as.freemium.from('push_devices').select('auth')).error?.code).toBe('42501')
  })

  it('follows a new address from its push service, proved by the old one', async () => {
    const { client, id } = await vigie.member()
    const [was, now] = [`https://push.example/${id}/1`, `https://push.example/${id}/2`]
    await client.rpc('add_push_device', { ...keys, endpoint: was }).throwOnError()
    const renew = (changes: object) =>
      vigie.as.visitor.rpc('renew_push_device', { was, endpoint: now, ...keys, ...changes })
    expect((await renew({ was: `${was}0` })).data).toBe(false)
    expect((await renew({ p256dh: 'short' })).error?.code).toBe('23514')
    expect((await renew({})).data).toBe(true)
    expect((await client.from('push_devices').select('endpoint')).data).toEqual([{ endpoint: now }])
    // A device that already belongs to another account is refused, and so is a duplicate.
    await vigie.as.premium.rpc('add_push_device', { ...keys, endpoint: `${now}/premium` }).throwOnError()
    expect((await renew({ was: now, endpoint: `${now}/premium` })).data).toBe(false)
    expect((await renew({})).data).toBe(false)
    expect(
      (await vigie.as.service_role.rpc('renew_push_device', { was, endpoint: now, ...keys })).error?.code,
    ).toBe('42501')
  })

  it('is one of at most twenty, and needs a valid address', async () => {
    const { client } = await vigie.member()
    for (let n = 0; n < 20; n++) {
      await client
        .rpc('add_push_device', { ...keys, endpoint: `https://push.example/many/${n}` })
        .throwOnError()
    }
    const more = await client.rpc('add_push_device', { ...keys, endpoint: 'https://push.example/many/20' })
    expect(more.error?.message).toBe('too_many_devices')
    for (const endpoint of ['ftp://push.example/x', 'https://user@push.example/x', 'push.example']) {
      expect((await client.rpc('add_push_device', { ...keys, endpoint })).error?.code).toBe('23514')
    }
  })
})
