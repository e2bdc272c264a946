import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishDue } from '../../../worker/src/tasks/publish-due.ts'
import { type Actor, draft, openMarket, type Product, product, signIn } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  // The market is open on every day of the week, so that a missing price is a reason to refuse.
  await vigie.admin.query(
    `update instruments set session = (select session from instruments where symbol = 'BTCUSD') where symbol = 'EURUSD'`,
  )
}, 60_000)
afterAll(() => vigie.stop())
beforeEach(() => quote('1.08700'))

const quote = (bid: string, age = '0 seconds') =>
  vigie.admin.query(
    `insert into quotes values ('EURUSD', $1::numeric, $1::numeric + 0.0001, now() - $2::interval, 'simulated')
     on conflict (symbol) do update set bid = excluded.bid, ask = excluded.ask, quoted_at = excluded.quoted_at`,
    [bid, age],
  )
const quiet = () => undefined
const work = () =>
  publishDue('draft of a signal', { pool: vigie.admin, log: { info: quiet, warn: quiet, error: quiet } })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

async function kept(changes: Record<string, unknown> = {}, actor: Actor = 'analyst'): Promise<string> {
  const { data, error } = await vigie.as[actor]
    .from('signal_drafts')
    .insert({ input: draft(changes) })
    .select('id')
    .single()
  if (error) throw error
  return data.id
}
const schedule = (id: string, publish_at: string | null, actor: Actor = 'analyst') =>
  vigie.as[actor].rpc('schedule_draft', { draft_id: id, publish_at })
/** Makes the draft due in the database. */
const due = (id: string) =>
  vigie.admin.query(`update signal_drafts set publish_at = now() - interval '1 second' where id = $1`, [id])
const stored = async (id: string) =>
  (
    await vigie.as.analyst
      .from('signal_drafts')
      .select('publish_at, refusal, input')
      .eq('id', id)
      .maybeSingle()
  ).data
const published = async (facts: string) =>
  (await vigie.admin.query('select signal_id from signal_levels where facts = $1', [facts])).rows.length
const signals = async () => (await vigie.admin.query('select count(*)::int as n from signals')).rows[0].n

describe('a draft', () => {
  it('is kept as typed, however absurd, until it is published', async () => {
    const { data } = await vigie.as.analyst
      .from('signal_drafts')
      .insert({ input: { symbol: '', stop_loss: '1,08x', targets: [{ price: '', share: '100' }] } })
      .select('id')
      .single()
    expect(await stored(data!.id)).toMatchObject({ input: { stop_loss: '1,08x' } })
    const { error } = await vigie.as.analyst
      .from('signal_drafts')
      .insert({ input: { x: Array.from({ length: 30_000 }, () => Math.random().toString(36)).join() } })
    expect(error?.code).toBe('23514')
  })

  it('goes in the moment it is published, and stays when it is refused', async () => {
    const id = await kept({ facts: '' })
    const publish = (changes: object) =>
      vigie.as.analyst.rpc('publish_signal', { signal: { ...draft(), ...changes, draft_id: id } })
    expect((await publish({ facts: '' })).error).toMatchObject({ message: 'missing_text', hint: 'facts' })
    expect(await stored(id)).not.toBeNull()
    expect((await publish({})).error).toBeNull()
    expect(await stored(id)).toBeNull()
    const others = await kept({}, 'admin')
    expect(
      (await vigie.as.analyst.rpc('publish_signal', { signal: draft({ draft_id: others }) })).error,
    ).toBeNull()
    const { data } = await vigie.as.admin.from('signal_drafts').select('id').eq('id', others)
    expect(data).toHaveLength(1)
  })
})

describe('schedule_draft', () => {
  it('[S-90] is for the draft’s own author, as long as they publish', async () => {
    const id = await kept()
    for (const actor of ['visitor', 'freemium', 'premium', 'service_role'] as const) {
      expect((await schedule(id, inAnHour(), actor)).error?.code).toBe('42501')
    }
    expect((await schedule(id, inAnHour(), 'admin')).error).toMatchObject({ message: 'draft_not_found' })
    expect((await schedule(id, inAnHour())).error).toBeNull()
    expect((await stored(id))?.publish_at).not.toBeNull()
    expect((await schedule(id, null)).error).toBeNull()
    expect((await stored(id))?.publish_at).toBeNull()
  })

  it.each<[string, string, Record<string, unknown>, string]>([
    ['an hour that is past', 'invalid_schedule', {}, new Date(Date.now() - 1000).toISOString()],
    ['an hour too far away', 'invalid_schedule', {}, new Date(Date.now() + 31 * 86_400_000).toISOString()],
    ['levels that no price can make right', 'stop_on_wrong_side', { stop_loss: '1.2' }, inAnHour()],
    ['a text that is missing', 'missing_text', { conflicts: '' }, inAnHour()],
    ['a validity that is none', 'invalid_validity', { validity_minutes: 0 }, inAnHour()],
    ['a style that is none', 'invalid_style', { style: 'hold' }, inAnHour()],
    [
      'a field that its author has not confirmed',
      'unconfirmed_field',
      { asks: [{ key: 'other_price', field: 'stop_loss' }] },
      inAnHour(),
    ],
  ])('refuses %s', async (_, message, changes, hour) => {
    const id = await kept(changes)
    expect((await schedule(id, hour)).error).toMatchObject({ message })
    expect((await stored(id))?.publish_at).toBeNull()
  })
})

describe('publish-drafts', () => {
  it('[S-100] publishes a draft when its hour has come, once, as its author, however many workers run', async () => {
    const facts = 'Publié à son heure'
    const id = await kept({ facts })
    await schedule(id, inAnHour())
    await work()
    expect(await published(facts)).toBe(0)
    await due(id)
    await Promise.all([work(), work(), work(), work()])
    await work()
    expect(await published(facts)).toBe(1)
    expect(await stored(id)).toBeNull()
    const { data } = await vigie.as.premium
      .from('signals')
      .select('author_id, signal_levels!inner(facts), signal_events(kind)')
      .eq('signal_levels.facts', facts)
    expect(data).toMatchObject([{ author_id: vigie.idOf.analyst, signal_events: [{ kind: 'published' }] }])
    expect((await vigie.as.admin.rpc('verify_record')).data).toMatchObject({ valid: true })
  })

  it.each<[string, string, () => Promise<unknown>]>([
    ['the price has passed its stop', 'price_past_stop', () => quote('1.08000')],
    [
      'there is no current price',
      'no_price',
      () => openMarket(vigie, 'EURUSD').then(() => quote('1.08700', '10 minutes')),
    ],
    [
      'a text was pasted into it since that left a field in doubt',
      'unconfirmed_field',
      async () => {
        const input = draft({ asks: [{ key: 'other_price', field: 'stop_loss' }] })
        await vigie.as.analyst.from('signal_drafts').update({ input }).not('publish_at', 'is', null)
      },
    ],
    [
      'its author no longer publishes',
      'not_allowed',
      () => vigie.admin.query('delete from staff where user_id = $1', [vigie.idOf.analyst]),
    ],
  ])('publishes nothing when %s, and the draft says why', async (_, key, happening) => {
    const [id, before] = [await kept(), await signals()]
    await schedule(id, inAnHour())
    await due(id)
    await happening()
    await work()
    await vigie.admin.query(
      `insert into staff (user_id, role) values ($1, 'analyst') on conflict do nothing`,
      [vigie.idOf.analyst],
    )
    // Losing the role ends the sessions.
    await signIn(vigie, 'analyst')
    expect(await signals()).toBe(before)
    expect(await stored(id)).toMatchObject({ publish_at: null, refusal: { key } })
    await work()
    expect(await signals()).toBe(before)
    await vigie.as.analyst.from('signal_drafts').update({ input: draft() }).eq('id', id)
    expect((await stored(id))?.refusal).toBeNull()
  })

  it('is the same record when it is cut off before it commits: nothing half-written, then one signal', async () => {
    const facts = 'Coupé puis publié'
    const id = await kept({ facts })
    await schedule(id, inAnHour())
    await due(id)
    const client = await vigie.admin.connect()
    await client.query('begin')
    await client.query('select private.publish_draft($1)', [id])
    // Another worker skips the locked draft and does not wait.
    await work()
    await client.query('rollback')
    client.release()
    expect(await published(facts)).toBe(0)
    expect((await stored(id))?.publish_at).not.toBeNull()
    await work()
    expect(await published(facts)).toBe(1)
  })
})
