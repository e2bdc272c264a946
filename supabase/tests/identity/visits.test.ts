import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const left = (id: string, ago: string) =>
  vigie.admin.query(`update visits set seen_at = now() - $2::interval where user_id = $1`, [id, ago])

describe('a visit', () => {
  it('has none before it at first', async () => {
    const { client } = await vigie.member()
    expect(await client.rpc('begin_visit')).toMatchObject({ data: null, error: null })
  })

  it('goes on while the absence is shorter than half an hour', async () => {
    const { client, id } = await vigie.member()
    await client.rpc('begin_visit')
    await left(id, '29 minutes')
    expect((await client.rpc('begin_visit')).data).toBeNull()
  })

  it('is a new one after half an hour, and says when the last one ended', async () => {
    const { client, id } = await vigie.member()
    await client.rpc('begin_visit')
    await left(id, '2 days')
    const { data } = await client.rpc('begin_visit')
    expect(Date.now() - Date.parse(data)).toBeGreaterThan(86_400_000)
    expect((await client.rpc('begin_visit')).data, 'the same visit goes on').toBe(data)
  })

  it('has nothing left to see once its member saw everything, and goes on', async () => {
    const { client, id } = await vigie.member()
    expect((await client.rpc('see_changes')).error?.code, 'before a visit').toBe('42501')
    await client.rpc('begin_visit')
    await left(id, '2 days')
    await client.rpc('begin_visit')
    const { data: seen } = await client.rpc('see_changes').throwOnError()
    expect(Date.now() - Date.parse(seen)).toBeLessThan(60_000)
    expect((await client.rpc('begin_visit')).data).toBe(seen)
  })

  it('[S-90] is refused to visitors', async () => {
    for (const name of ['begin_visit', 'see_changes'])
      expect((await vigie.as.visitor.rpc(name)).error?.code).toBe('42501')
  })
})
