import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product('demo')
})
afterAll(() => vigie.stop())

const addTax = async (actor: 'admin' | 'analyst' | 'premium', country: string, rate: number, day: string) =>
  (await vigie.as[actor].from('tax_rates').insert({ country, rate, starts_on: day })).error?.code ?? null

it('an admin adds a rate of tax from a day to come, which holds from then on and is under audit', async () => {
  expect(await addTax('admin', 'FR', 21, '2030-01-01')).toBeNull()
  const rateOn = async (day: string) =>
    (await vigie.admin.query(`select private.tax_rate('FR', $1)::float as rate`, [day])).rows[0].rate
  expect(await rateOn('2029-12-31')).toBe(20)
  expect(await rateOn('2030-01-01')).toBe(21)
  const { rows } = await vigie.admin.query(
    `select after from public.audit_log where table_name = 'tax_rates' order by id desc limit 1`,
  )
  expect(rows).toMatchObject([{ after: { country: 'FR', starts_on: '2030-01-01' } }])
})

it('of a day that has begun, of no sense, or by anybody else it is refused, and none is changed', async () => {
  expect(await addTax('admin', 'FR', 5, '2026-01-01')).toBe('42501')
  expect(await addTax('admin', 'FR', 80, '2030-02-01')).toBe('42501')
  for (const actor of ['analyst', 'premium'] as const)
    expect(await addTax(actor, 'FR', 5, '2030-03-01')).toBe('42501')
  const changed = await vigie.as.admin.from('tax_rates').update({ rate: 1 }).eq('country', 'FR')
  expect(changed.error?.code).toBe('42501')
  await expect(vigie.admin.query(`update tax_rates set rate = 1 where country = 'FR'`)).rejects.toThrow()
})

it('a rate of commission begins now or on a day to come, never in the past', async () => {
  const add = async (starts_at?: string) =>
    (
      await vigie.as.admin
        .from('referral_rates')
        .insert({ plan: 'standard', percent: 12, ...(starts_at && { starts_at }) })
    ).error?.code ?? null
  expect(await add('2031-01-01T00:00:00Z')).toBeNull()
  expect(await add('2026-01-01T00:00:00Z')).toBe('42501')
  expect(await add()).toBeNull()
})
