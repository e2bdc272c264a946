import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from './product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product('demo')
}, 120_000)
afterAll(() => vigie.stop())

type Member = Awaited<ReturnType<Product['member']>>
const CARD = { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' }
const ORDER = {
  plan: 'standard',
  period: 'month',
  means: 'card',
  details: { name: 'Alix Laurent', country: 'FR' },
  terms_version: '3',
}

async function call<Answer = Record<string, never>>(
  { client }: Pick<Member, 'client'>,
  name: string,
  values: object = {},
): Promise<Answer> {
  const { data, error } = await client.rpc(name as never, values as never)
  if (error) throw error
  return data as Answer
}

describe('an order', () => {
  it('[S-107] opens premium access once a test card has paid it, not before', async () => {
    const member = await vigie.member()
    const { id } = await call<{ id: string }>(member, 'open_checkout', {
      ...ORDER,
      idempotency_key: randomUUID(),
    })
    expect((await call(member, 'my_access')) as object).toMatchObject({ tier: 'freemium' })
    const paid = await call(member, 'sandbox_pay', { checkout: id, card: CARD })
    expect(paid).toMatchObject({
      checkout: { state: 'paid', total: 3900, net: 3250, tax: 650 },
      subscription: { state: 'active', plan: 'standard' },
      payment: { state: 'succeeded', amount: 3900, net: 3250, tax: 650 },
    })
    expect((await call(member, 'my_access')) as object).toMatchObject({ tier: 'premium' })
    expect(await call(member, 'my_subscription')).toMatchObject({
      tier: 'premium',
      next_charge: { amount: 3900, currency: 'EUR' },
      method: { brand: 'visa', last4: '4242' },
    })
  })
})
