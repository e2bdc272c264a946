import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempt } from '../attempt.ts'
import { type Product, product, publish, withdraw } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const INSERT = `insert into signal_alerts (signal_id, kind, distance, unit) values ($1, 'stop', 5, 'pips')`
const fire = async (id: string, occasion = 'stop:1') =>
  (
    await vigie.admin.query<{ fired: number }>(
      `select private.fire_signal_alert(array[$1]::uuid[], 'stop', $2, 1.08, now()) as fired`,
      [id, occasion],
    )
  ).rows[0]?.fired

async function rule(actor: 'premium' | 'freemium', signalId: string): Promise<string> {
  await vigie.as[actor]
    .from('signal_alerts')
    .insert({ signal_id: signalId, kind: 'stop', distance: 5, unit: 'pips' })
    .throwOnError()
  const { data } = await vigie.as[actor]
    .from('signal_alerts')
    .select('id')
    .eq('signal_id', signalId)
    .throwOnError()
  return data[0]?.id as string
}

describe('an alert', () => {
  it('[S-100] may be set on a signal whose levels the member may read, and on no other', async () => {
    const premium = await publish(vigie)
    const free = await publish(vigie, { tier: 'freemium' })
    expect((await attempt(vigie, 'freemium', INSERT, [premium.id])).refused).toBe('42501')
    expect((await attempt(vigie, 'visitor', INSERT, [free.id])).refused).toBe('42501')
    expect((await attempt(vigie, 'freemium', INSERT, [free.id])).rows).toBe(1)
    expect((await attempt(vigie, 'premium', INSERT, [premium.id])).rows).toBe(1)
  })

  it('[S-100] is set with others, all or none, in place of the former of its kind', async () => {
    const { id } = await publish(vigie)
    const set = (actor: 'premium' | 'freemium', ...rules: object[]) =>
      vigie.as[actor].rpc('set_signal_alerts', { signal_id: id, rules })
    const stands = async () =>
      (
        await vigie.as.premium
          .from('signal_alerts')
          .select('kind, distance')
          .eq('signal_id', id)
          .order('kind')
      ).data
    const stop = { kind: 'stop', distance: 5, unit: 'pips' }
    await set('premium', stop, { kind: 'events' }).throwOnError()
    await set('premium', { ...stop, distance: 8 }).throwOnError()
    const kept = [
      { kind: 'events', distance: null },
      { kind: 'stop', distance: 8 },
    ]
    expect(await stands()).toEqual(kept)
    // The second rule has no distance.
    expect((await set('premium', stop, { kind: 'entry' })).error?.code).toBe('23514')
    expect((await set('freemium', stop)).error?.code).toBe('42501')
    expect(await stands()).toEqual(kept)
  })

  it('belongs to one member: nobody else reads, removes or is told it', async () => {
    const { id } = await publish(vigie)
    const alert = await rule('premium', id)
    await fire(alert)
    for (const actor of ['visitor', 'freemium', 'analyst', 'admin', 'service_role'] as const) {
      expect((await attempt(vigie, actor, 'select from signal_alerts where id = $1', [alert])).rows).toBe(0)
      expect((await attempt(vigie, actor, 'delete from signal_alerts where id = $1', [alert])).rows).toBe(0)
      expect(
        (await attempt(vigie, actor, 'select from signal_alerts_fired where alert_id = $1', [alert])).rows,
      ).toBe(0)
    }
    expect(
      (await vigie.as.premium.from('signal_alerts_fired').select().eq('alert_id', alert)).data,
    ).toHaveLength(1)
  })

  it('fires once for each occasion, however often it is evaluated', async () => {
    const alert = await rule('premium', (await publish(vigie)).id)
    expect(await Promise.all(Array.from({ length: 8 }, () => fire(alert)))).toContain(1)
    expect(await fire(alert)).toBe(0)
    expect(await fire(alert, 'stop:2')).toBe(1)
    const { rows } = await vigie.admin.query('select from signal_alerts_fired where alert_id = $1', [alert])
    expect(rows).toHaveLength(2)
  })

  it('[S-90] tells nothing more to a member whose premium access has ended, until the signal ends', async () => {
    const { client, id: who } = await vigie.member()
    await vigie.admin.query(
      `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
      [who],
    )
    const { id } = await publish(vigie)
    await client
      .from('signal_alerts')
      .insert({ signal_id: id, kind: 'stop', distance: 5, unit: 'pips' })
      .throwOnError()
    const { data } = await client.from('signal_alerts').select('id')
    const alert = data?.[0]?.id as string
    await vigie.admin.query(`delete from premium_grants where user_id = $1`, [who])
    expect(await fire(alert)).toBe(0)
    await withdraw(vigie, id)
    expect(await fire(alert)).toBe(1)
  })

  it('is told on the member’s own channel, which nobody else may hear', async () => {
    const alert = await rule('premium', (await publish(vigie)).id)
    await fire(alert)
    const topic = `member:${vigie.idOf.premium}`
    const hear = (actor: 'premium' | 'freemium' | 'admin' | 'visitor') =>
      attempt(vigie, actor, 'select from realtime.messages where topic = $1', [topic], {
        'realtime.topic': topic,
      })
    expect((await hear('premium')).rows).toBeGreaterThan(0)
    for (const actor of ['freemium', 'admin', 'visitor'] as const) expect((await hear(actor)).rows).toBe(0)
  })

  it('starts with the next event: earlier events are not reported', async () => {
    const { id } = await publish(vigie)
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'n' })
    await rule('premium', id)
    const { rows } = await vigie.admin.query(
      'select after_sequence from signal_alerts where signal_id = $1',
      [id],
    )
    expect(rows).toEqual([{ after_sequence: 2 }])
  })

  it('asks for the worker when something happens to a signal that somebody follows, and only then', async () => {
    const waiting = async () =>
      Number(
        (
          await vigie.admin.query(
            `select count(*) from private.pending_jobs where task = 'fire-signal-alerts'`,
          )
        ).rows[0].count,
      )
    const { id } = await publish(vigie)
    const before = await waiting()
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'n' })
    expect(await waiting()).toBe(before)
    await rule('premium', id)
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'm' })
    expect(await waiting()).toBe(before + 1)
  })

  it('cannot be written or changed as fired by any member', async () => {
    for (const statement of [
      `insert into signal_alerts_fired (alert_id, user_id, signal_id, kind, occasion, at) select id, user_id, signal_id, 'stop', 'x', now() from signal_alerts`,
      `update signal_alerts_fired set price = 1`,
      `delete from signal_alerts_fired`,
      `update signal_alerts set distance = 1`,
      `select private.fire_signal_alert('{}', 'stop', 'x', 1, now())`,
    ])
      expect((await attempt(vigie, 'premium', statement)).refused).toBe('42501')
  })
})
