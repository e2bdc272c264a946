import { readHeads } from 'trading/proof/head-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product, publish } from './product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

type Message = { number: number; previous: number | null; kind: string; signal_id: string; signal: object }
type Feed = { head: number; messages: Message[] }

const since = async (who: keyof Product['as'], after: number | null, most?: number): Promise<Feed> => {
  const { data, error } = await vigie.as[who].rpc('signals_since', { after, ...(most ? { most } : {}) })
  if (error) throw error
  return data as Feed
}
const enter = (id: string) =>
  vigie.admin.query(
    `select private.append_signal_event($1, 'entered', clock_timestamp(), 1.2, null, '{"risk":"0.01"}')`,
    [id],
  )

describe('the feed of signals', () => {
  it('[S-100] gives each class of members what its channel told, in order and without a hole', async () => {
    const [everything, open] = [await since('premium', null), await since('freemium', null)]
    const { id } = await publish(vigie, { tier: 'premium' })
    await enter(id)
    const free = await publish(vigie, { tier: 'freemium' })
    const whole = await since('premium', everything.head)
    expect(whole.messages.map(({ kind }) => kind)).toEqual(['published', 'entered', 'published'])
    expect(whole.messages.every(({ signal }) => 'signal_levels' in signal)).toBe(true)
    const teasers = await since('freemium', open.head)
    expect(teasers.messages.map(({ kind }) => kind)).toEqual(['published', 'published'])
    expect(teasers.messages.map(({ signal }) => 'signal_levels' in signal)).toEqual([false, true])
    expect(teasers.messages.at(-1)?.signal_id).toBe(free.id)
    for (const [{ head }, { messages }] of [[everything, whole] as const, [open, teasers] as const])
      for (const [index, message] of messages.entries())
        expect([message.number, message.previous ?? 0]).toEqual([head + index + 1, head + index])
  })

  it('[S-90] numbers what freemium members hear for itself: what they may not know of leaves no gap and moves no head', async () => {
    const { id } = await publish(vigie, { tier: 'premium' })
    const { head } = await since('freemium', null)
    await enter(id)
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'Une note' })
    expect(await since('freemium', head)).toEqual({ head, messages: [] })
    await vigie.admin.query(
      `select private.append_signal_event($1, 'stopped', clock_timestamp(), 1.1, -1, '{"share":"100"}')`,
      [id],
    )
    const told = await since('freemium', head)
    expect(told.head).toBe(head + 1)
    expect(told.messages).toMatchObject([
      { number: head + 1, previous: head, kind: 'stopped', signal_id: id },
    ])
    // The end brings the whole life with it.
    expect(told.messages[0]?.signal).toMatchObject({
      signal_states: { state: 'closed' },
      signal_events: [{ kind: 'published' }, { kind: 'entered' }, { kind: 'note' }, { kind: 'stopped' }],
    })
  })

  it('answers for the channel that is named, and refuses the premium one to who is not premium', async () => {
    const ask = (who: keyof Product['as'], channel: string) =>
      vigie.as[who].rpc('signals_since', { after: 0, channel })
    expect((await ask('premium', 'freemium')).data).toEqual((await ask('freemium', 'freemium')).data)
    expect((await ask('premium', 'premium')).data).toEqual(await since('premium', 0))
    expect((await ask('freemium', 'premium')).error?.code).toBe('42501')
  })

  it.each(['premium', 'freemium'] as const)(
    'says in each live message to %s how far the chain had come, its own entry included',
    async (channel) => {
      const { rows } = await vigie.admin.query<{ head: string; kind: string; published: string }>(
        `select payload ->> 'ledger' as head, payload ->> 'kind' as kind,
                (select sequence from ledger where signal_id::text = payload ->> 'signal_id' and kind = 'published') as published
           from realtime.messages where topic = $1`,
        [`signals:${channel}`],
      )
      const { rows: chain } = await vigie.admin.query('select sequence::int, hash from ledger')
      expect(rows.length).toBeGreaterThan(2)
      for (const { head, kind, published } of rows) {
        const [kept] = readHeads(head)
        expect(chain).toContainEqual(kept)
        if (kind === 'published') expect(kept?.sequence).toBe(Number(published))
      }
    },
  )

  it.each(['premium', 'freemium'] as const)('tells %s live what it tells later', async (channel) => {
    const { rows } = await vigie.admin.query<{ payload: Message }>(
      `select payload from realtime.messages where topic = $1 order by (payload ->> 'number')::bigint`,
      [`signals:${channel}`],
    )
    const { messages } = await since(channel, 0)
    expect(rows.map(({ payload }) => [payload.number, payload.previous, payload.kind])).toEqual(
      messages.map(({ number, previous, kind }) => [number, previous, kind]),
    )
  })

  it('comes in pages, and says how far it goes', async () => {
    const all = await since('premium', 0)
    const page = await since('premium', 0, 2)
    expect(page.messages).toEqual(all.messages.slice(0, 2))
    expect(page.head).toBe(all.messages.at(-1)?.number)
    const next = await since('premium', page.messages[1]?.number ?? null, 500)
    expect(next.messages).toEqual(all.messages.slice(2))
    expect((await since('premium', null)).messages).toEqual([])
  })

  it('numbers in the order of the commits: a later number is never seen before an earlier one', async () => {
    const { head } = await since('premium', null)
    const [slow, fast] = [await vigie.admin.connect(), await vigie.admin.connect()]
    const { id: one } = await publish(vigie, { tier: 'premium' })
    const { id: other } = await publish(vigie, { tier: 'premium' })
    const append = `select private.append_signal_event($1, 'entered', clock_timestamp(), 1.2, null, '{"risk":"0.01"}')`
    try {
      await slow.query('begin')
      await slow.query(append, [one])
      const second = fast.query(append, [other])
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect((await since('premium', head)).messages).toHaveLength(2)
      await slow.query('commit')
      await second
    } finally {
      slow.release()
      fast.release()
    }
    const { messages } = await since('premium', head)
    expect(messages.slice(2).map(({ signal_id }) => signal_id)).toEqual([one, other])
  })

  it('is for members alone', async () => {
    const { error } = await vigie.as.visitor.rpc('signals_since', { after: 0 })
    expect(error?.code).toBe('42501')
  })

  it('keeps what was told as it was told, whoever asks', async () => {
    await expect(vigie.admin.query(`update private.signal_feed set kind = 'note'`)).rejects.toThrow(
      'append_only',
    )
    await expect(vigie.admin.query('delete from private.signal_feed')).rejects.toThrow('append_only')
  })
})
