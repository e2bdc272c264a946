import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventDocument } from '../access/events-rows.ts'
import { type Document, inFour, publishItem } from '../access/learning-rows.ts'
import { type Actor, draft, type Product, product, publish, withdraw } from '../product.ts'

let vigie: Product
let host: string
beforeAll(async () => {
  vigie = await product()
  const { data } = await vigie.as.analyst
    .from('community_members')
    .select('handle')
    .eq('staff_role', 'analyst')
    .single()
    .throwOnError()
  host = data.handle
}, 60_000)
afterAll(() => vigie.stop())

const HEAD = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
const BYTES = Buffer.concat([HEAD, randomBytes(5000)])
const files = (actor: Actor) => vigie.as[actor].storage.from('replays')
async function bring(actor: Actor): Promise<string> {
  const path = `${randomUUID()}.mp4`
  const { error } = await files(actor).upload(path, new Blob([BYTES], { type: 'video/mp4' }))
  if (error) throw error
  return path
}

/** An event with an occurrence that ended a minute ago, and who had a seat at it. */
async function past(tier = 'freemium'): Promise<{ event: string; occurrence: string; at: string }> {
  const document = eventDocument({ host, rule: null, starts_at: '2026-01-02T18:00' })
  const event = await publishItem(vigie, 'event', `event-${randomUUID()}`, document, { tier })
  const { rows } = await vigie.admin.query<{ id: string }>(
    `insert into event_occurrences (event, slot, starts_at, ends_at) values ($1, '2026-01-02 18:00', now() - interval '61 minutes', now() - interval '1 minute') returning id`,
    [event],
  )
  const occurrence = rows[0]!.id
  await vigie.admin.query(`insert into event_registrations values ($1, $2, 'seated')`, [
    occurrence,
    vigie.idOf.premium,
  ])
  return { event, occurrence, at: '2026-01-02T18:00' }
}

type Passage = { second: number; symbol: string; price: string }
const replayDocument = (at: string, passages: Passage[], fields: object = {}): Document => ({
  fields: { at, video: { embed: 'https://video.example.com/1' }, seconds: 2840, passages, ...fields },
  texts: inFour({
    title: 'Débrief du vendredi',
    said: passages.map(({ symbol, price }) => `${symbol} vers ${price}`).join('\n'),
    transcript: 'Bonjour à tous.',
  }),
})
const attach = (event: string, document: Document) =>
  publishItem(vigie, 'replay', `replay-${randomUUID()}`, document, { parent: event })
const passagesFor = async (actor: Actor, occurrence: string) =>
  (await vigie.as[actor].rpc('replay_passages', { occurrence }).throwOnError()).data
const publishAgain = async (item: string, version: number, document: Document) => {
  await vigie.as.admin.rpc('save_content', { item, expected_version: version, document }).throwOnError()
  return vigie.as.admin.rpc('publish_content', { item, expected_version: version + 1 })
}

describe('a passage of a replay', () => {
  it('[S-15] is linked by the record to the signal of its instrument and level, with its real result', async () => {
    const input = draft()
    const { id, number } = await publish(vigie, input)
    await vigie.admin.query(
      `select private.append_signal_event($1, 'entered', clock_timestamp(), $2, null, '{}'),
              private.append_signal_event($1, 'stopped', clock_timestamp() + interval '1 second', $3, -1, '{"reason": "stop"}')`,
      [id, input.entry_high, input.stop_loss],
    )
    const { event, occurrence, at } = await past()
    const stop = String(input.stop_loss)
    await attach(
      event,
      replayDocument(at, [
        { second: 372, symbol: 'EURUSD', price: stop },
        { second: 1120, symbol: 'GBPUSD', price: '1.27' },
      ]),
    )
    expect(await passagesFor('freemium', occurrence)).toMatchObject([
      {
        position: 1,
        second: 372,
        signal_id: id,
        number,
        state: 'closed',
        realised_r: '-1',
        said: { fr: `EURUSD vers ${stop} fr` },
      },
      { position: 2, signal_id: null, state: null, realised_r: null, statement: null },
    ])
  })

  it('[S-15] is linked to a statement where no signal has its level, once that is open', async () => {
    const { event, occurrence, at } = await past()
    await attach(event, replayDocument(at, [{ second: 5, symbol: 'XAUUSD', price: '2384.5' }]))
    const { rows } = await vigie.admin.query<{ id: string; number: string }>(
      `insert into statements (number, author_kind, author_id, author_name, made_at, deadline, commitment)
         values (9001, 'analyst', $1, 'Claire Morvan', now() - interval '50 minutes', now() + interval '1 hour', repeat('a', 64)) returning id, number`,
      [vigie.idOf.analyst],
    )
    const { id } = rows[0]!
    await vigie.admin.query(
      `insert into statement_terms values ($1, 'XAUUSD', '{"price": "bid", "symbol": "XAUUSD", "condition": {"kind": "touch", "level": "2384.50"}}', repeat('b', 64))`,
      [id],
    )
    expect(await passagesFor('freemium', occurrence)).toMatchObject([{ statement: null, signal_id: null }])
    await vigie.admin.query(`insert into statement_openings values ($1, now())`, [id])
    expect(await passagesFor('freemium', occurrence)).toMatchObject([{ statement: 9001, came_true: null }])
    await vigie.admin.query(`insert into statement_outcomes values ($1, true, now(), '{}', now())`, [id])
    expect(await passagesFor('freemium', occurrence)).toMatchObject([{ statement: 9001, came_true: true }])
  })

  it('[S-15] does not tell freemium members of a premium signal that is open', async () => {
    const input = draft()
    const { id } = await publish(vigie, input)
    const { event, occurrence, at } = await past()
    await attach(event, replayDocument(at, [{ second: 5, symbol: 'EURUSD', price: String(input.stop_loss) }]))
    expect(await passagesFor('premium', occurrence)).toMatchObject([{ signal_id: id, state: 'pending' }])
    expect(await passagesFor('freemium', occurrence)).toMatchObject([{ signal_id: null, state: null }])
    await withdraw(vigie, id)
    expect(await passagesFor('freemium', occurrence)).toMatchObject([{ signal_id: id, state: 'cancelled' }])
  })

  it('[S-15] stays as it was published, also when it was wrong and when the recording is withdrawn', async () => {
    const { event, occurrence, at } = await past()
    const first = { second: 5, symbol: 'EURUSD', price: '1.0911' }
    const item = await attach(event, replayDocument(at, [first]))
    for (const wrong of [[], [{ ...first, price: '1.0912' }], [{ ...first, second: 6 }]])
      expect(
        (await publishAgain(item, await versionOf(item), replayDocument(at, wrong))).error?.message,
      ).toBe('passages_are_facts')
    const more = replayDocument(at, [first, { second: 9, symbol: 'XAUUSD', price: '2384' }])
    expect((await publishAgain(item, await versionOf(item), more)).error).toBeNull()
    expect(await passagesFor('premium', occurrence)).toHaveLength(2)
    await vigie.as.admin.rpc('withdraw_content', { item }).throwOnError()
    expect(await passagesFor('premium', occurrence)).toHaveLength(2)
    const { data } = await vigie.as.premium
      .from('event_replays')
      .select('path,address')
      .eq('occurrence', occurrence)
      .single()
    expect(data).toEqual({ path: null, address: null })
    await expect(vigie.admin.query('update event_passages set price = 1')).rejects.toThrow('append_only')
  })

  it.each([
    ['fields.passages.0', { passages: [{ second: 9000, symbol: 'EURUSD', price: '1.09' }] }],
    ['fields.passages.0', { passages: [{ second: 5, symbol: 'NOTHING', price: '1.09' }] }],
    ['fields.at', { at: '2026-01-09T18:00' }],
    ['fields.video', { video: null }],
    ['fields.seconds', { seconds: 0 }],
  ])('is refused at %s', async (field, fields) => {
    const { event, at } = await past()
    const document = replayDocument(at, [{ second: 5, symbol: 'EURUSD', price: '1.09' }], fields)
    await expect(attach(event, document)).rejects.toMatchObject({ message: 'field_invalid', hint: field })
  })
})
const versionOf = async (item: string) =>
  (await vigie.admin.query<{ version: number }>('select version from content_items where id = $1', [item]))
    .rows[0]!.version

describe('a replay', () => {
  it('[S-15] is told to those who had a seat, once', async () => {
    const { event, occurrence, at } = await past()
    const item = await attach(event, replayDocument(at, []))
    await publishAgain(item, 1, replayDocument(at, [], { seconds: 2841 }))
    const { rows } = await vigie.admin.query(
      `select user_id from notifications where kind = 'meeting_replay' and link like '%' || $1`,
      [occurrence],
    )
    expect(rows).toEqual([{ user_id: vigie.idOf.premium }])
  })

  it('[S-15] of a premium event, its video and its passages are for premium members alone', async () => {
    const { event, occurrence, at } = await past('premium')
    const path = await bring('analyst')
    await attach(
      event,
      replayDocument(at, [{ second: 5, symbol: 'EURUSD', price: '1.09' }], { video: { path } }),
    )
    const signed = async (actor: Actor) => (await files(actor).createSignedUrl(path, 3600)).data?.signedUrl
    expect((await fetch((await signed('premium'))!)).status).toBe(200)
    for (const actor of ['visitor', 'freemium'] as const) {
      expect(await signed(actor)).toBeUndefined()
      expect((await files(actor).list()).data ?? []).toEqual([])
      await expect(bring(actor)).rejects.toThrow()
    }
    expect(await passagesFor('freemium', occurrence)).toEqual([])
    expect(
      (await vigie.as.freemium.from('event_replays').select().eq('occurrence', occurrence)).data,
    ).toEqual([])
    // It stays while a replay shows it.
    await files('admin').remove([path])
    expect((await files('admin').list()).data?.map(({ name }) => name)).toContain(path)
    // For everybody at once when the event is.
    await vigie.as.admin.rpc('set_content_tier', { item: event, tier: 'freemium' }).throwOnError()
    expect(await signed('freemium')).toBeDefined()
  })

  it('[S-15] counts members who opened it and not how often, and keeps where each stopped', async () => {
    const { event, occurrence, at } = await past()
    await attach(event, replayDocument(at, []))
    for (const actor of ['freemium', 'premium', 'premium'] as const)
      await vigie.as[actor].from('replay_progress').upsert({ occurrence, second: 90 }).throwOnError()
    const { data } = await vigie.as.freemium
      .from('event_replays')
      .select('views,replay_progress(second)')
      .eq('occurrence', occurrence)
      .single()
    expect(data).toEqual({ views: 2, replay_progress: [{ second: 90 }] })
  })
})
