import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { article, create } from '../access/content-rows.ts'
import { type Actor, type Product, product } from '../product.ts'

let vigie: Product
let item: string
beforeAll(async () => {
  vigie = await product()
  item = await create(vigie)
}, 60_000)
afterAll(async () => {
  await Promise.all(Object.values(vigie.as).map((client) => client.removeAllChannels()))
  await vigie.stop()
})

/** Joins the item's topic and returns the result. */
async function join(who: Actor, key: string): Promise<{ channel: RealtimeChannel; status: string }> {
  const channel = vigie.as[who].channel(`content:${item}`, { config: { private: true, presence: { key } } })
  channel.on('presence', { event: 'sync' }, () => {})
  return new Promise((resolve) => {
    channel.subscribe((status) => resolve({ channel, status }))
  })
}

describe('who has an item open', () => {
  it('sees who else edits it, and hears what they save', async () => {
    const mine = await join('admin', 'admin')
    const theirs = await join('analyst', 'analyst')
    expect([mine.status, theirs.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    await theirs.channel.track({ name: 'Analyste' })
    await vi.waitFor(() => expect(Object.keys(mine.channel.presenceState())).toContain('analyst'), 10_000)
    const heard: unknown[] = []
    mine.channel.on('broadcast', { event: 'saved' }, ({ payload }) => heard.push(payload))
    await vigie.as.analyst
      .rpc('save_content', { item, expected_version: 1, document: article('Autre') })
      .throwOnError()
    await vi.waitFor(() => expect(heard).toMatchObject([{ version: 2, state: 'draft' }]), 10_000)
  }, 30_000)

  it('is staff: members do not join, and cannot speak there', async () => {
    for (const who of ['visitor', 'freemium', 'premium'] as const)
      expect((await join(who, who)).status).toBe('CHANNEL_ERROR')
  }, 30_000)
})
