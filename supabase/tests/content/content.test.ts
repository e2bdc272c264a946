import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article, create, publishContent } from '../access/content-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const rows = async <Row>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await vigie.admin.query(statement, values)).rows as Row[]
const itemOf = async (id: string) =>
  (await rows<Record<string, unknown>>('select * from content_items where id = $1', [id]))[0]
const read = async (slug: string, who: keyof Product['as'] = 'visitor') =>
  (await vigie.as[who].rpc('content_at', { kind: 'help-article', slug })).data
const save = (item: string, expected_version: number, document: object, who: 'admin' | 'analyst' = 'admin') =>
  vigie.as[who].rpc('save_content', { item, expected_version, document })
const longAgo = (item: string) =>
  vigie.admin.query(
    `alter table content_versions disable trigger guard_version;
     update content_versions set made_at = made_at - interval '1 hour' where item = '${item}';
     alter table content_versions enable always trigger guard_version`,
  )

describe('saving content', () => {
  it('keeps a draft that is not finished, and shows it to nobody but staff', async () => {
    const id = await create(vigie, { fields: {}, texts: { fr: { title: 'Demain' } } }, 'demain')
    expect(await itemOf(id)).toMatchObject({ state: 'draft', version: 1, languages: { fr: 'missing' } })
    expect(await read('demain')).toBeNull()
    expect(await read('demain', 'admin')).toBeNull()
  })

  it('makes a version of a changed document alone, and one of an author’s saves within ten minutes', async () => {
    const id = await create(vigie, article('Un'))
    expect((await save(id, 1, article('Un'))).data).toBe(1)
    expect((await save(id, 1, article('Deux'))).data).toBe(2)
    expect((await save(id, 2, article('Trois'))).data).toBe(3)
    const versions = () => rows('select version from content_versions where item = $1 order by version', [id])
    expect(await versions()).toEqual([{ version: 3 }])
    await longAgo(id)
    expect((await save(id, 3, article('Quatre'))).data).toBe(4)
    expect((await save(id, 4, article('Cinq'), 'analyst')).data).toBe(5)
    expect(await versions()).toEqual([{ version: 3 }, { version: 4 }, { version: 5 }])
  })

  it('never replaces what was published', async () => {
    const id = await create(vigie)
    await publishContent(vigie, id, 1)
    expect((await save(id, 1, article('Autre'))).data).toBe(2)
    expect(await rows('select version from content_versions where item = $1 order by version', [id])).toEqual(
      [{ version: 1 }, { version: 2 }],
    )
    await expect(
      vigie.admin.query(`update content_versions set document = '{}' where item = $1 and version = 1`, [id]),
    ).rejects.toThrow('append_only')
    await expect(vigie.admin.query(`delete from content_versions where item = $1`, [id])).rejects.toThrow(
      'append_only',
    )
  })

  it('tells the second of two editors that the content changed meanwhile, and loses neither’s words', async () => {
    const id = await create(vigie)
    const answers = await Promise.all([
      save(id, 1, article('Premier')),
      save(id, 1, article('Second'), 'analyst'),
    ])
    expect(answers.map(({ error }) => error?.message ?? 'kept').sort()).toEqual([
      'content_changed_meanwhile',
      'kept',
    ])
    const refused = answers.find(({ error }) => error)
    expect(refused).toMatchObject({ status: 409, error: { details: '2' } })
  })

  it('says of each language whether it is current, stale or missing', async () => {
    const document = article('Langues', ['fr', 'en', 'es'])
    const { rows: hashes } = await vigie.admin.query(
      `select md5('Langues fr') as now, md5('before') as before`,
    )
    const from = { en: { title: hashes[0].now }, es: { title: hashes[0].before } }
    const id = await create(vigie, { ...document, from })
    expect((await itemOf(id))?.languages).toEqual({
      fr: 'current',
      en: 'current',
      es: 'stale',
      it: 'missing',
    })
  })

  it.each([
    ['a part that nobody knows', { spirit: {} }, 'document_invalid', ''],
    ['a list', [], 'document_invalid', ''],
    ['a language that nobody reads', { texts: { de: {} } }, 'document_invalid', 'texts.de'],
    ['a text that its kind has not', { texts: { fr: { motto: 'x' } } }, 'document_invalid', 'texts.fr.motto'],
    ['a number for a text', { texts: { fr: { title: 1 } } }, 'document_invalid', 'texts.fr.title'],
    [
      'more text than half a megabyte',
      { texts: { fr: { title: 'x', body: 'a'.repeat(600_000) } } },
      'content_too_long',
      'texts.fr.body',
    ],
  ])('refuses %s, at its field', async (_, document, key, hint) => {
    const id = await create(vigie)
    expect((await save(id, 1, document)).error).toMatchObject({ message: key, hint })
    expect((await itemOf(id))?.version).toBe(1)
  })

  it('refuses five megabytes of text before they reach the database', async () => {
    const id = await create(vigie)
    const body = 'a'.repeat(5_000_000)
    expect((await save(id, 1, { texts: { fr: { body } } })).status).toBe(413)
    expect((await itemOf(id))?.version).toBe(1)
  })

  it('is in the audit log with who did it, and without the document, which is its own history', async () => {
    const id = await create(vigie, article('Secretword'))
    await save(id, 1, article('Secretword again'), 'analyst')
    const written = await rows<{ table_name: string; action: string; actor: string }>(
      `select table_name, action, actor from audit_log where row_key like $1 order by id`,
      [`${id}%`],
    )
    expect(written).toEqual(
      expect.arrayContaining([
        { table_name: 'content_items', action: 'insert', actor: vigie.idOf.admin },
        { table_name: 'content_versions', action: 'insert', actor: vigie.idOf.analyst },
      ]),
    )
    expect(await rows(`select from audit_log where audit_log::text like '%Secretword%'`)).toEqual([])
  })

  it('is refused to members, visitors, and staff whom the registry does not name', async () => {
    const id = await create(vigie)
    for (const who of ['visitor', 'freemium', 'premium'] as const)
      expect(
        (await vigie.as[who].rpc('save_content', { item: id, expected_version: 1, document: {} })).error
          ?.code,
      ).toBe('42501')
    await vigie.admin.query(`update content_kinds set writers = '{admin}' where kind = 'help-article'`)
    expect((await save(id, 1, article('Analyste'), 'analyst')).error?.message).toBe('not_allowed')
    await vigie.admin.query(
      `update content_kinds set writers = '{analyst,admin}' where kind = 'help-article'`,
    )
  })
})

describe('a slug', () => {
  it('is held by one item of its kind, and refused at the field to others', async () => {
    await create(vigie, article('Pris'), 'pris')
    const again = await vigie.as.admin.rpc('create_content', { kind: 'help-article', slug: 'pris' })
    expect(again).toMatchObject({ status: 409, error: { message: 'slug_taken', hint: 'slug' } })
    const id = await create(vigie)
    const rename = (slug: string) => vigie.as.admin.rpc('rename_content', { item: id, slug })
    expect((await rename('pris')).error).toMatchObject({ message: 'slug_taken', hint: 'slug' })
    for (const slug of ['', 'A', 'a', 'à-côté', 'a b', '../x'])
      expect((await rename(slug)).error).toMatchObject({ message: 'slug_invalid', hint: 'slug' })
  })

  it('leads on from what a published item was called before, and back when it is called so again', async () => {
    const id = await create(vigie, article('Ancien'), 'ancien')
    await publishContent(vigie, id, 1)
    await vigie.as.admin.rpc('rename_content', { item: id, slug: 'nouveau' }).throwOnError()
    expect(await read('ancien')).toMatchObject({ slug: 'nouveau', redirect: 'nouveau' })
    expect(await read('nouveau')).not.toHaveProperty('redirect')
    const other = await vigie.as.admin.rpc('create_content', { kind: 'help-article', slug: 'ancien' })
    expect(other.error?.message).toBe('slug_taken')
    await vigie.as.admin.rpc('rename_content', { item: id, slug: 'ancien' }).throwOnError()
    expect(await read('ancien')).not.toHaveProperty('redirect')
    expect(await read('nouveau')).toMatchObject({ redirect: 'ancien' })
  })
})

describe('the place of an item', () => {
  it('is before the one it was dropped on, or last, also for readers', async () => {
    const parent = await create(vigie)
    const ids = [await create(vigie), await create(vigie), await create(vigie)] as const
    const move = (item: string, before: string | null, within: string | null = parent) =>
      vigie.as.admin.rpc('move_content', { item, parent: within, before })
    for (const id of ids) expect((await move(id, null)).error).toBeNull()
    await publishContent(vigie, ids[2], 1)
    expect((await move(ids[2], ids[0])).error).toBeNull()
    const order = await rows<{ id: string }>(
      'select id from content_items where parent = $1 order by position',
      [parent],
    )
    expect(order.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]])
    expect(await rows('select position, parent from published_content where item = $1', [ids[2]])).toEqual([
      { position: 1, parent },
    ])
    expect((await move(parent, null, ids[0])).error).toMatchObject({
      message: 'parent_invalid',
      hint: 'parent',
    })
    expect((await move(parent, null, parent)).error?.message).toBe('parent_invalid')
  })

  it('[S-101] is in the tree of its parents, for staff alone', async () => {
    const top = await create(vigie)
    const ids = [await create(vigie), await create(vigie), await create(vigie)] as const
    const within = [top, top, ids[0]]
    for (const [place, item] of ids.entries())
      await vigie.as.admin.rpc('move_content', { item, parent: within[place] }).throwOnError()
    await vigie.as.admin.rpc('archive_content', { items: [ids[1]] }).throwOnError()
    for (const item of [top, ids[2]]) {
      const { data } = await vigie.as.analyst.rpc('content_tree', { item }).throwOnError()
      expect((data as { id: string; parent: string }[]).map(({ id, parent }) => [id, parent]).sort()).toEqual(
        [
          [top, null],
          [ids[0], top],
          [ids[2], ids[0]],
        ].sort(),
      )
      expect(data[0]).toMatchObject({ fields: { category: 'start' }, texts: { summary: expect.any(String) } })
    }
    for (const reader of ['freemium', 'premium'] as const)
      expect((await vigie.as[reader].rpc('content_tree', { item: top })).data).toEqual([])
    expect((await vigie.as.visitor.rpc('content_tree', { item: top })).error).toMatchObject({ code: '42501' })
  })
})
