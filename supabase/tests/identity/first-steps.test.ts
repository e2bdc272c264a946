import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

type Client = Awaited<ReturnType<Product['member']>>['client']
const steps = async (client: Client) => {
  const { data, error } = await client.rpc('my_first_steps')
  if (error) throw error
  return data
}
const note = (client: Client, step: string) => client.rpc('note_first_step', { step })

describe('the first steps', () => {
  it('are all open for a new member', async () => {
    const { client } = await vigie.member()
    expect(await steps(client)).toMatchObject({
      put_off_at: null,
      recomputed_at: null,
      risk: null,
      lesson_read_at: null,
      tested_at: null,
    })
  })

  it('are done by the facts of their areas', async () => {
    const { client } = await vigie.member()
    const { error } = await client
      .from('trading_settings')
      .insert({ capital_minor: 500_000, currency: 'EUR', risk_percent: '0.50' })
    expect(error).toBeNull()
    expect((await steps(client)).risk).toEqual({
      capital_minor: 500_000,
      currency: 'EUR',
      risk_percent: '0.5',
    })
  })

  it('keep the first recomputation, and can be put off and taken up again', async () => {
    const { client } = await vigie.member()
    await note(client, 'recomputed')
    const { recomputed_at: first } = await steps(client)
    await note(client, 'recomputed')
    await note(client, 'put_off')
    expect(await steps(client)).toMatchObject({ recomputed_at: first, put_off_at: expect.any(String) })
    await note(client, 'resumed')
    expect(await steps(client)).toMatchObject({ recomputed_at: first, put_off_at: null })
  })

  it('do not make a first visit a second one', async () => {
    const { client } = await vigie.member()
    await note(client, 'recomputed')
    expect((await client.rpc('begin_visit')).data).toBeNull()
  })

  it('are nobody else’s', async () => {
    const one = await vigie.member()
    const other = await vigie.member()
    await note(one.client, 'recomputed')
    expect((await steps(other.client)).recomputed_at).toBeNull()
  })

  it('[S-90] are refused to visitors, and an unknown step to everybody', async () => {
    const { visitor } = vigie.as
    expect((await visitor.rpc('my_first_steps')).error?.code).toBe('42501')
    expect((await visitor.rpc('note_first_step', { step: 'put_off' })).error?.code).toBe('42501')
    const { client } = await vigie.member()
    expect((await note(client, 'everything')).error?.message).toBe('unknown_step')
  })
})
