import { readHeads } from 'trading/proof/log/head-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signalsSince } from '../caught-up.ts'
import { type Product, product, publish } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const enter = (id: string) =>
  vigie.admin.query(
    `select private.append_signal_event($1, 'entered', clock_timestamp(), 1.2, null, '{"risk":"0.01"}')`,
    [id],
  )

describe('the feed of signals', () => {
  it('[S-100] gives each class of members what its channel told, in order and without a hole', async () => {
    const [everything, open] = [
      await signalsSince(vigie, 'premium', null),
      await signalsSince(vigie, 'freemium', null),
    ]
    const { id } = await publish(vigie, { tier: 'premium' })
    await enter(id)
    const free = await publish(vigie, { tier: 'freemium' })
    const whole = await signalsSince(vigie, 'premium', everything.head)
    expect(whole.messages.map(({ kind }) => kind)).toEqual(['published', 'entered', 'published'])
    expect(whole.messages.every(({ signal }) => 'signal_levels' in signal)).toBe(true)
    const teasers = await signalsSince(vigie, 'freemium', open.head)
    expect(teasers.messages.map(({ kind }) => kind)).toEqual(['published', 'published'])
    expect(teasers.messages.map(({ signal }) => 'signal_levels' in signal)).toEqual([false, true])
    expect(teasers.messages.at(-1)?.signal_id).toBe(free.id)
    for (const [{ head }, { messages }] of [[everything, whole] as const, [open, teasers] as const])
      for (const [index, message] of messages.entries()) expect(message.number).toBe(head + index + 1)
  })

  it('[S-90] numbers what freemium members hear for itself: what they may not know of leaves no gap and moves no head', async () => {
    const { id } = await publish(vigie, { tier: 'premium' })
    const { head } = await signalsSince(vigie, 'freemium', null)
    await enter(id)
    await vigie.as.analyst.rpc('add_signal_note', { signal_id: id, note: 'Une note' })
    expect(await signalsSince(vigie, 'freemium', head)).toEqual({ head, messages: [] })
    await vigie.admin.query(
      `select private.append_signal_event($1, 'stopped', clock_timestamp(), 1.1, -1, '{"share":"100"}')`,
      [id],
    )
    const told = await signalsSince(vigie, 'freemium', head)
    expect(told.head).toBe(head + 1)
    expect(told.messages).toMatchObject([{ number: head + 1, kind: 'stopped', signal_id: id }])
    // The end message contains the whole life of the signal.
    expect(told.messages[0]?.signal).toMatchObject({
      signal_states: { state: 'closed' },
      signal_events: [{ kind: 'published' }, { kind: 'entered' }, { kind: 'note' }, { kind: 'stopped' }],
    })
  })

  it.each(['premium', 'freemium'] as const)(
    'says in each message to %s how far the chain had come, its own entry included',
    async (channel) => {
      const { messages } = await signalsSince(vigie, channel, 0)
      const { rows: publications } = await vigie.admin.query<{ id: string; sequence: string }>(
        `select signal_id as id, sequence from ledger where kind = 'published'`,
      )
      const { rows: chain } = await vigie.admin.query('select sequence::int, hash from ledger')
      expect(messages.length).toBeGreaterThan(2)
      for (const { ledger, kind, signal_id } of messages) {
        const [kept] = readHeads(ledger)
        expect(chain).toContainEqual(kept)
        const published = publications.find(({ id }) => id === signal_id)
        if (kind === 'published') expect(kept?.sequence).toBe(Number(published?.sequence))
      }
    },
  )

  it('numbers in the order of the commits: a later number is never seen before an earlier one', async () => {
    const { head } = await signalsSince(vigie, 'premium', null)
    const [slow, fast] = [await vigie.admin.connect(), await vigie.admin.connect()]
    const { id: one } = await publish(vigie, { tier: 'premium' })
    const { id: other } = await publish(vigie, { tier: 'premium' })
    const append = `select private.append_signal_event($1, 'entered', clock_timestamp(), 1.2, null, '{"risk":"0.01"}')`
    try {
      await slow.query('begin')
      await slow.query(append, [one])
      const second = fast.query(append, [other])
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect((await signalsSince(vigie, 'premium', head)).messages).toHaveLength(2)
      await slow.query('commit')
      await second
    } finally {
      slow.release()
      fast.release()
    }
    const { messages } = await signalsSince(vigie, 'premium', head)
    expect(messages.slice(2).map(({ signal_id }) => signal_id)).toEqual([one, other])
  })

  it('refuses every change to sent messages', async () => {
    await expect(vigie.admin.query(`update private.signal_feed set kind = 'note'`)).rejects.toThrow(
      'append_only',
    )
    await expect(vigie.admin.query('delete from private.signal_feed')).rejects.toThrow('append_only')
  })
})
