import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product('demo')
})
afterAll(() => vigie.stop())

type Contract = { state: string; ends_at: string; withdrawal: { possible: boolean; refund: number } }

async function subscriber(): Promise<string> {
  const { id, client } = await vigie.member()
  const { data, error } = await client.rpc('open_checkout', {
    plan: 'standard',
    period: 'month',
    means: 'card',
    details: { name: 'Alix Laurent', country: 'FR' },
    terms_version: '2026-11-21',
    expected_total: 3900,
    idempotency_key: randomUUID(),
  } as never)
  if (error) throw error
  const card = { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' }
  const paid = await client.rpc('sandbox_pay', {
    checkout: (data as unknown as { id: string }).id,
    card,
  } as never)
  if (paid.error) throw paid.error
  return id
}
const admin = () => vigie.as.admin
const quoteOf = async (member: string) =>
  (await admin().rpc('staff_contract' as never, { member } as never)).data as Contract | null
const act = async (name: string, values: object, who = admin()) => {
  const { data, error } = await who.rpc(name as never, values as never)
  return error ? error.message : (data as unknown)
}

it('an admin cancels a contract, takes that back, and withdraws for the refund that was quoted', async () => {
  const member = await subscriber()
  const words = 'Lettre du 12 novembre'
  const before = await quoteOf(member)
  expect(before).toMatchObject({ state: 'active', withdrawal: { possible: true, refund: 3900 } })
  expect(await act('staff_cancel', { member, words })).toMatchObject({ state: 'canceled' })
  expect(await act('staff_cancel', { member, words })).toBe('already_canceled')
  expect((await quoteOf(member))?.ends_at).toBe(before?.ends_at)
  expect(await act('staff_resume', { member, words })).toMatchObject({ state: 'active' })
  expect(await act('staff_resume', { member, words })).toBe('nothing_to_resume')
  expect(await act('staff_withdraw', { member, refund: 3899, words })).toBe('price_moved')
  expect(await act('staff_withdraw', { member, refund: 3900, words })).toMatchObject({
    subscription: { state: 'expired' },
    refunds: [{ amount: 3900, reason: 'withdrawal' }],
  })
  expect(await quoteOf(member)).toBeNull()
  expect(await act('staff_withdraw', { member, refund: 3900, words })).toBe('no_subscription')
  const { data: trail } = await admin().rpc('member_trail', { member })
  const acts = (trail as { table_name: string; after: Record<string, unknown> }[])
    .filter(({ table_name }) => table_name === 'contracts')
    .map(({ after }) => [after.act, after.words, after.refund])
  expect(acts).toEqual([
    ['withdraw', words, 3900],
    ['resume', words, undefined],
    ['cancel', words, undefined],
  ])
})

it('the member is told as if they had done it themselves', async () => {
  const member = await subscriber()
  await act('staff_cancel', { member, words: 'Demandé au téléphone' })
  const { rows } = await vigie.admin.query(
    `select template from _server.mail_outbox where to_address = (select email from auth.users where id = $1) and template = 'contract_cancelled'`,
    [member],
  )
  expect(rows).toHaveLength(1)
})

it('nobody else does, and an admin neither without words nor for themselves', async () => {
  const member = await subscriber()
  const own = (await admin().auth.getUser()).data.user?.id
  for (const [name, values] of [
    ['staff_contract', { member }],
    ['staff_cancel', { member, words: 'Pour rien' }],
    ['staff_resume', { member, words: 'Pour rien' }],
    ['staff_withdraw', { member, refund: 3900, words: 'Pour rien' }],
  ] as const) {
    for (const who of [vigie.as.freemium, vigie.as.premium, vigie.as.analyst])
      expect(await act(name, values, who)).toBe('not_admin')
    expect(await act(name, values, vigie.as.visitor)).toMatch(/permission denied/)
    if (name === 'staff_contract') continue
    expect(await act(name, { ...values, words: ' ' })).toBe('words_missing')
    expect(await act(name, { ...values, member: own })).toBe('own_account')
  }
  expect((await quoteOf(member))?.state).toBe('active')
})
