import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article, create, publishContent } from '../access/content-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

let counter = 0
async function published(): Promise<{ item: string; slug: string }> {
  const slug = `aide-${++counter}`
  const item = await create(vigie, article(`Aide ${counter}`), slug)
  await publishContent(vigie, item, 1)
  return { item, slug }
}
type Client = Product['as']['freemium']
const say = (client: Client, item: string, useful: boolean, comment = '', version = 1) =>
  client
    .from('help_feedback')
    .upsert({ item, version, useful, comment }, { onConflict: 'member,item,version' })
const figures = async (item: string, who: 'analyst' | 'admin' = 'analyst') =>
  (await vigie.as[who].rpc('help_figures', { of_item: item }).throwOnError()).data

describe('feedback about a help article [S-114]', () => {
  it('is one answer a member and version, which they may change', async () => {
    const { item } = await published()
    const { client } = await vigie.member()
    await say(client, item, true).throwOnError()
    await Promise.all([
      say(client, item, false, 'Il manque un exemple'),
      say(client, item, false, 'Il manque un exemple'),
    ])
    expect(await figures(item)).toMatchObject({
      versions: [{ version: 1, useful: 0, not_useful: 1 }],
      comments: [{ version: 1, useful: false, comment: 'Il manque un exemple' }],
    })
  })

  it('is kept version by version, and only of what is published', async () => {
    const { item } = await published()
    const { client } = await vigie.member()
    await say(client, item, false).throwOnError()
    expect((await say(client, item, true, '', 2)).error).toMatchObject({ code: '42501' })
    await vigie.as.admin
      .rpc('save_content', { item, expected_version: 1, document: article('Mieux') })
      .throwOnError()
    await publishContent(vigie, item, 2)
    await say(client, item, true, '', 2).throwOnError()
    expect(await figures(item)).toMatchObject({
      versions: [
        { version: 2, useful: 1, not_useful: 0 },
        { version: 1, useful: 0, not_useful: 1 },
      ],
    })
  })

  it('names nobody to staff, and is closed to visitors and members', async () => {
    const { item } = await published()
    const { client, id } = await vigie.member()
    await say(client, item, false, 'Trop court').throwOnError()
    expect(JSON.stringify(await figures(item, 'admin'))).not.toContain(id)
    expect((await vigie.as.admin.from('help_feedback').select('item').eq('item', item)).data).toEqual([])
    for (const who of ['freemium', 'premium'] as const)
      expect((await vigie.as[who].rpc('help_figures', { of_item: item })).error).toMatchObject({
        code: '42501',
      })
    expect((await say(vigie.as.visitor, item, true)).error).not.toBeNull()
    expect((await say(client, item, true, 'x'.repeat(601))).error).toMatchObject({ code: '23514' })
  })
})

describe('whether a suggestion sufficed [S-114]', () => {
  const open = (client: Client, slug: string) => client.rpc('note_help_opening', { slug }).throwOnError()
  const age = (member: string, hours: number) =>
    vigie.admin.query(
      `update help_openings set opened_at = opened_at - make_interval(hours => $2) where member = $1`,
      [member, hours],
    )
  const ticket = (client: Client) =>
    client
      .rpc('open_ticket', {
        topic: 'other',
        subject: 'Toujours la même question',
        body: 'L’article ne suffit pas.',
        request: randomUUID(),
      })
      .throwOnError()
  const sufficed = async (of: string) =>
    ((await vigie.as.visitor.rpc('help_sufficed').throwOnError()).data as { slug: string }[]).find(
      ({ slug }) => slug === of,
    )

  it('counts members who opened no ticket within a day, once each', async () => {
    const { slug } = await published()
    const four = [vigie.member(), vigie.member(), vigie.member(), vigie.member()] as const
    const [helped, asked, later, today] = await Promise.all(four)
    for (const { client } of [helped, asked, later, today]) await open(client, slug)
    await open(helped.client, slug)
    await age(later.id, 25)
    for (const { client } of [asked, later]) await ticket(client)
    for (const { id } of [helped, asked]) await age(id, 25)
    // The ticket of `later` came more than a day after; the opening of `today` is not decided yet.
    expect(await sufficed(slug)).toEqual({ slug, opened: 3, sufficed: 2 })
  })

  it('keeps a ticket in mind when the article is opened again the same day, and begins anew after it', async () => {
    const { slug } = await published()
    const { client, id } = await vigie.member()
    await open(client, slug)
    await ticket(client)
    await open(client, slug)
    await age(id, 25)
    expect(await sufficed(slug)).toEqual({ slug, opened: 1, sufficed: 0 })
    await open(client, slug)
    await age(id, 25)
    expect(await sufficed(slug)).toEqual({ slug, opened: 1, sufficed: 1 })
  })

  it('does not count staff, visitors or articles that do not exist, and forgets after a year', async () => {
    const { slug, item } = await published()
    await open(vigie.as.admin, slug)
    await open(vigie.as.freemium, 'nulle-part')
    expect((await vigie.as.visitor.rpc('note_help_opening', { slug })).error).not.toBeNull()
    const { client, id } = await vigie.member()
    await open(client, slug)
    await age(id, 366 * 24)
    await open(vigie.as.premium, slug)
    const { rows } = await vigie.admin.query('select member from help_openings where item = $1', [item])
    expect(rows).toHaveLength(1)
    expect(rows[0].member).not.toBe(id)
  })

  it('cannot be said by a member', async () => {
    const { client, id } = await vigie.member()
    expect((await client.rpc('help_did_not_suffice', { of_member: id })).error).not.toBeNull()
  })
})
