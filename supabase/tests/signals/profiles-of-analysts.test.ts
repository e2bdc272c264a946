import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const profiles = (actor: Actor) => vigie.as[actor].from('signal_profiles')
async function saved(name: string, more: Record<string, unknown> = {}, actor: Actor = 'analyst') {
  return await profiles(actor)
    .insert({ name, input: { method: 'Cassure', position_held: 'none' }, ...more } as never)
    .select('id,is_default,declared_at')
    .single()
}

describe('a profile of an analyst', () => {
  it('is their own: another analyst neither reads nor changes it, and a member keeps none', async () => {
    const { data } = await saved('Indices')
    expect((await profiles('admin').select('id').eq('id', data!.id)).data).toEqual([])
    await profiles('admin').update({ name: 'Pris' }).eq('id', data!.id)
    await profiles('admin').delete().eq('id', data!.id)
    expect((await profiles('analyst').select('name').eq('id', data!.id)).data).toEqual([{ name: 'Indices' }])
    expect((await saved('Membre', {}, 'premium')).error?.code).toBe('42501')
    expect((await profiles('visitor').select('id')).data ?? []).toEqual([])
  })

  it('cannot be written for somebody else', async () => {
    const { error } = await profiles('analyst').insert({
      name: 'Forgé',
      input: {},
      author_id: vigie.idOf.admin,
    } as never)
    expect(error?.code).toBe('42501')
  })

  it('is the only default: choosing another takes it away, also at the same time', async () => {
    await saved('Un', { is_default: true })
    const second = await saved('Deux', { is_default: true })
    expect(second.data?.is_default).toBe(true)
    const defaults = async () =>
      (await profiles('analyst').select('name').eq('is_default', true)).data?.map(({ name }) => name)
    expect(await defaults()).toEqual(['Deux'])
    const answers = await Promise.all(
      ['Un', 'Deux', 'Un'].map((name) => profiles('analyst').update({ is_default: true }).eq('name', name)),
    )
    expect(answers.some(({ error }) => error === null)).toBe(true)
    expect(await defaults()).toHaveLength(1)
  })

  it('dates the declaration of interests itself, whatever a client sends', async () => {
    const { data } = await saved('Daté')
    const sent = await profiles('analyst')
      .update({ declared_at: '2031-01-01T00:00:00Z' })
      .eq('id', data!.id)
      .select('declared_at')
      .single()
    const age = Math.abs(Date.now() - Date.parse(sent.data!.declared_at))
    expect(age).toBeLessThan(3_600_000)
    const renamed = await profiles('analyst')
      .update({ name: 'Daté encore' })
      .eq('id', data!.id)
      .select('declared_at')
      .single()
    expect(renamed.data?.declared_at).toBe(sent.data?.declared_at)
  })

  it('is written down in the audit log as what staff write', async () => {
    const { data } = await saved('Audité')
    await profiles('analyst').delete().eq('id', data!.id)
    const { rows } = await vigie.admin.query(
      `select action from audit_log where table_name = 'signal_profiles' and row_key like '%' || $1 || '%' order by id`,
      [data!.id],
    )
    expect(rows).toHaveLength(2)
  })

  it('refuses a name with blanks around it, and the same name twice', async () => {
    expect((await saved(' Blanc ')).error?.code).toBe('23514')
    await saved('Double')
    expect((await saved('Double')).error?.code).toBe('23505')
  })
})
