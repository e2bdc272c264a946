import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product('demo')
}, 60_000)
afterAll(() => vigie.stop())

async function ordered(client: SupabaseClient, means: 'card' | 'crypto'): Promise<string> {
  const { data } = await client
    .rpc('open_checkout', {
      plan: 'standard',
      period: 'month',
      means,
      details: { name: 'Camille Vidal', country: 'FR' },
      terms_version: '2026-11-21',
      expected_total: 3900,
    })
    .throwOnError()
  return (data as { id: string }).id
}

/** What the function answers: its status, and its data or the code of its refusal. */
async function asked(client: SupabaseClient, checkout: unknown) {
  const { data, error, response } = await client.functions.invoke('crypto-invoice', { body: { checkout } })
  return error
    ? [response?.status, ((await response?.json()) as { error?: { code?: string } })?.error?.code]
    : [200, data]
}

it('says where and how much to send to whoever made the order, and to nobody else', async () => {
  const member = await vigie.member()
  const order = await ordered(member.client, 'crypto')
  expect(await asked(member.client, order)).toEqual([
    200,
    expect.objectContaining({
      confirmations: 1,
      methods: [expect.objectContaining({ coin: 'BTC', network: 'Bitcoin', test: true, due: '0.00048750' })],
    }),
  ])
  const { data } = await member.client.functions.invoke('crypto-invoice', { body: { checkout: order } })
  await member.client.rpc('sandbox_crypto', { checkout: order, outcome: 'underpaid' }).throwOnError()
  const after = await member.client.functions.invoke('crypto-invoice', { body: { checkout: order } })
  expect(after.data.methods[0]).toMatchObject({
    address: data.methods[0].address,
    due: '0.00024375',
    transfers: [{ amount: '0.00024375' }],
  })
  for (const other of [vigie.as.premium, vigie.as.admin, vigie.as.visitor])
    expect(await asked(other, order)).toEqual([404, 'no_such_checkout'])
})

it('has no answer for an order by card, an unknown one, or what is no order', async () => {
  const member = await vigie.member()
  const card = await ordered(member.client, 'card')
  expect(await asked(member.client, card)).toEqual([404, 'no_such_checkout'])
  expect(await asked(member.client, '00000000-0000-4000-8000-000000000000')).toEqual([
    404,
    'no_such_checkout',
  ])
  for (const wrong of [null, 7, '../../etc', 'x'.repeat(36)])
    expect(await asked(member.client, wrong)).toEqual([400, 'no_such_checkout'])
})
