import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishDue } from '../../../worker/src/tasks/publish-due.ts'
import { article, create, publishContent } from '../access/content-rows.ts'
import { type Actor, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(
    `insert into content_kinds (kind, writers, tiered, required_texts, card_fields) values ('chapter', '{admin}', true, '{title,summary,body}', '{minutes}')`,
  )
}, 60_000)
afterAll(() => vigie.stop())

const one = async <Row>(statement: string, values: unknown[] = []): Promise<Row> =>
  (await vigie.admin.query(statement, values)).rows[0] as Row
const itemOf = (id: string) => one<Record<string, unknown>>('select * from content_items where id = $1', [id])
const publish = (item: string, expected_version: number, at: string | null = null) =>
  vigie.as.admin.rpc('publish_content', { item, expected_version, at })
const save = async (item: string, expected_version: number, document: object) =>
  (await vigie.as.admin.rpc('save_content', { item, expected_version, document }).throwOnError())
    .data as number
const read = async (slug: string, who: Actor = 'visitor', kind = 'help-article') =>
  (await vigie.as[who].rpc('content_at', { kind, slug }).throwOnError()).data
/** The worker's task with a given clock. */
const atTime = (moment: string) =>
  vigie.admin.query('select private.publish_scheduled(id, $1) as answer from private.due_content($1) as id', [
    moment,
  ])
const fact = (changes: object = {}) => ({
  value: '0.74',
  source: 'Site de l’entité',
  source_url: 'https://example.com/risques',
  read_on: '2026-01-12',
  valid_days: 90,
  ...changes,
})

describe('publishing content', () => {
  it('gives readers the newest version, and what is saved afterwards only when it is published too', async () => {
    const id = await create(vigie, article('Avant'), 'publier')
    expect((await publish(id, 1)).error).toBeNull()
    expect(await read('publier')).toMatchObject({
      version: 1,
      texts: { es: { title: 'Avant es' } },
      card: { texts: { fr: { title: 'Avant fr', summary: 'Résumé Avant' } }, fields: { category: 'start' } },
    })
    await save(id, 1, article('Après'))
    expect(await read('publier')).toMatchObject({ version: 1, texts: { fr: { title: 'Avant fr' } } })
    expect(await itemOf(id)).toMatchObject({ state: 'published', version: 2, published_version: 1 })
    await publishContent(vigie, id, 2)
    expect(await read('publier')).toMatchObject({ version: 2, texts: { fr: { title: 'Après fr' } } })
  })

  it('is done for French alone, and a language may follow', async () => {
    const id = await create(vigie, article('Seul', ['fr']), 'seul')
    await publishContent(vigie, id, 1)
    expect(Object.keys((await read('seul')).texts)).toEqual(['fr'])
    await save(id, 1, article('Seul', ['fr', 'it']))
    await publishContent(vigie, id, 2)
    expect(Object.keys((await read('seul')).texts).sort()).toEqual(['fr', 'it'])
  })

  it.each([
    [
      'without a French text',
      { ...article('x', ['en']), fields: { category: 'start' } },
      'french_missing',
      'texts.fr.title',
    ],
    [
      'with what its kind refuses',
      { ...article('x'), fields: { category: 'rumours' } },
      'category_unknown',
      'fields.category',
    ],
    [
      'with a fact without a source',
      { ...article('x'), fields: { category: 'start', share: fact({ source: ' ' }) } },
      'fact_incomplete',
      'fields.share',
    ],
    [
      'with a fact without a day',
      { ...article('x'), fields: { category: 'start', share: fact({ read_on: '2026-02-31' }) } },
      'fact_incomplete',
      'fields.share',
    ],
    [
      'with a fact that holds for ever',
      { ...article('x'), fields: { category: 'start', share: fact({ valid_days: 9999 }) } },
      'fact_incomplete',
      'fields.share',
    ],
    [
      'with a fact that was read tomorrow',
      { ...article('x'), fields: { category: 'start', rows: [{ share: fact({ read_on: '2999-01-01' }) }] } },
      'fact_in_the_future',
      'fields.rows.0.share.read_on',
    ],
  ])('is refused %s, at its field', async (_, document, key, hint) => {
    const id = await create(vigie, document)
    expect((await publish(id, 1)).error).toMatchObject({ message: key, hint })
    expect((await publish(id, 1, '2999-01-01')).error).toMatchObject({ message: key, hint })
    expect((await itemOf(id)).state).toBe('draft')
  })

  it('is refused of a version that somebody else has replaced', async () => {
    const id = await create(vigie)
    await save(id, 1, article('Plus récent'))
    expect((await publish(id, 1)).error?.message).toBe('content_changed_meanwhile')
  })
})

describe('a time that is set', () => {
  it('is not in the past', async () => {
    const id = await create(vigie)
    for (const at of ['2020-01-01T00:00:00Z', new Date().toISOString()])
      expect((await publish(id, 1, at)).error).toMatchObject({ message: 'schedule_in_the_past', hint: 'at' })
  })

  it('publishes then, once, the version that it was set for', async () => {
    const id = await create(vigie, article('Prévu'), 'prevu')
    expect((await publish(id, 1, '2999-06-01T08:00:00Z')).error).toBeNull()
    await save(id, 1, article('Trop tard'))
    expect((await atTime('2999-06-01T07:59:59Z')).rows).toEqual([])
    expect(await read('prevu')).toBeNull()
    expect((await atTime('2999-06-01T08:00:00Z')).rows).toEqual([{ answer: { published: id } }])
    expect((await atTime('2999-06-01T08:01:00Z')).rows).toEqual([])
    expect(await read('prevu')).toMatchObject({ version: 1, texts: { fr: { title: 'Prévu fr' } } })
    expect(await itemOf(id)).toMatchObject({ state: 'published', version: 2, publish_at: null })
  })

  it('adds the worker’s job in the same transaction, and a run without one publishes all the same', async () => {
    const id = await create(vigie, article('Tâche'), 'tache')
    expect((await publish(id, 1, new Date(Date.now() + 60_000).toISOString())).error).toBeNull()
    const jobs = await vigie.admin.query(`select from private.pending_jobs where task = 'publish-content'`)
    expect(jobs.rowCount).toBeGreaterThan(0)
    const quiet = () => {}
    const work = () =>
      publishDue('item of content', { pool: vigie.admin, log: { info: quiet, warn: quiet, error: quiet } })
    await work()
    expect(await read('tache')).toBeNull()
    await vigie.admin.query(`update content_items set publish_at = now() where id = $1`, [id])
    await Promise.all([work(), work()])
    expect(await read('tache')).toMatchObject({ version: 1 })
    expect(await itemOf(id)).toMatchObject({ state: 'published', publish_at: null })
  })

  it('leaves the reason with the item where it can no longer be published, and readers what they had', async () => {
    const id = await create(vigie, article('Bon'), 'refus')
    await publishContent(vigie, id, 1)
    const next = await save(id, 1, article('Mauvais'))
    expect((await publish(id, next, '2999-06-02T08:00:00Z')).error).toBeNull()
    await vigie.admin.query(
      `update content_kinds set required_texts = '{title,summary,body,motto}' where kind = 'help-article'`,
    )
    expect((await atTime('2999-06-02T08:00:00Z')).rows).toEqual([{ answer: { refused: 'french_missing' } }])
    await vigie.admin.query(
      `update content_kinds set required_texts = '{title,summary,body}' where kind = 'help-article'`,
    )
    expect(await itemOf(id)).toMatchObject({
      state: 'published',
      refusal: { key: 'french_missing', field: 'texts.fr.motto' },
    })
    expect(await read('refus')).toMatchObject({ version: 1 })
  })

  it('is forgotten by withdrawing: a draft stays one, and what readers had stays theirs', async () => {
    const id = await create(vigie, article('Retour'), 'retour')
    await publish(id, 1, '2999-06-03T08:00:00Z')
    const withdraw = () => vigie.as.admin.rpc('withdraw_content', { item: id }).throwOnError()
    await withdraw()
    expect(await itemOf(id)).toMatchObject({ state: 'draft', publish_at: null })
    await publishContent(vigie, id, 1)
    await publish(id, 1, '2999-06-03T08:00:00Z')
    await withdraw()
    expect(await itemOf(id)).toMatchObject({ state: 'published', publish_at: null })
    await withdraw()
    expect(await read('retour')).toBeNull()
    expect((await atTime('2999-06-03T08:00:00Z')).rows).toEqual([])
  })
})

describe('what is put away', () => {
  it('is gone for readers, keeps its history, and comes back as a draft by restoring a version', async () => {
    const id = await create(vigie, article('Rangé'), 'range')
    await publishContent(vigie, id, 1)
    await vigie.as.admin.rpc('archive_content', { items: [id, id] }).throwOnError()
    expect(await read('range')).toBeNull()
    const saved = await vigie.as.admin.rpc('save_content', {
      item: id,
      expected_version: 1,
      document: article('x'),
    })
    expect(saved.error?.message).toBe('content_archived')
    expect((await publish(id, 1)).error?.message).toBe('content_archived')
    await vigie.as.admin.rpc('restore_content', { item: id, version: 1 }).throwOnError()
    expect((await itemOf(id)).state).toBe('draft')
    expect((await vigie.as.analyst.rpc('content_history', { item: id })).data).toMatchObject([{ version: 1 }])
  })

  it('[S-90] restoring and publishing gives back exactly the document that was', async () => {
    const id = await create(vigie, article('Départ'), 'exact')
    let version = 1
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => `x${text.replaceAll('\0', '')}`)
    const texts = fc.record({ title: word, summary: word, body: word })
    const document = fc.record({
      fields: fc.record({
        category: fc.constant('money'),
        note: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', ''))),
      }),
      texts: fc.record({ fr: texts, es: texts }, { requiredKeys: ['fr'] }),
      from: fc.record({ es: fc.record({ title: word }) }, { requiredKeys: [] }),
    })
    await fc.assert(
      fc.asyncProperty(document, document, async (first, second) => {
        const kept = async (what: object) => {
          version = await save(id, version, what)
          await publishContent(vigie, id, version)
          return { at: version, shown: await read('exact') }
        }
        const before = await kept(first)
        const stored = (at: number) =>
          one('select document from content_versions where item = $1 and version = $2', [id, at])
        await kept(second)
        version = (
          await vigie.as.admin.rpc('restore_content', { item: id, version: before.at }).throwOnError()
        ).data
        await publishContent(vigie, id, version)
        expect(await stored(version)).toEqual(await stored(before.at))
        const { fields, texts: shown } = await read('exact')
        expect({ fields, texts: shown }).toEqual({ fields: before.shown.fields, texts: before.shown.texts })
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('tiers', () => {
  const READERS = {
    visitor: ['visitor', 'freemium', 'premium', 'analyst'],
    freemium: ['freemium', 'premium', 'analyst'],
    premium: ['premium', 'analyst'],
  } as const
  it.each(['visitor', 'freemium', 'premium'] as const)(
    'everybody reads the card of a %s item, and the body who has the tier',
    async (tier) => {
      const slug = `lecon-${tier}`
      const document = { ...article('Leçon'), fields: { minutes: 4, answer: 42 } }
      const { data } = await vigie.as.admin
        .rpc('create_content', { kind: 'chapter', slug, document, tier })
        .throwOnError()
      await publishContent(vigie, data, 1)
      for (const who of ['visitor', 'freemium', 'premium', 'analyst'] as const) {
        const shown = await read(slug, who, 'chapter')
        expect(shown.card).toMatchObject({ fields: { minutes: 4 }, texts: { it: { title: 'Leçon it' } } })
        expect([who, JSON.stringify(shown.card).includes('42')]).toEqual([who, false])
        const may = (READERS[tier] as readonly string[]).includes(who)
        expect([who, shown.fields?.answer ?? null]).toEqual([who, may ? 42 : null])
        const found = await vigie.as[who].rpc('search_content', { query: 'corps', language: 'fr' })
        expect([who, (found.data as { slug: string }[]).some((row) => row.slug === slug)]).toEqual([who, may])
      }
      await vigie.as.admin.rpc('set_content_tier', { item: data, tier: 'visitor' }).throwOnError()
      expect((await read(slug, 'visitor', 'chapter')).fields.answer).toBe(42)
    },
  )

  it('are refused to a kind that has none', async () => {
    const refused = await vigie.as.admin.rpc('create_content', {
      kind: 'help-article',
      slug: 'cher',
      tier: 'premium',
    })
    expect(refused.error).toMatchObject({ message: 'tier_invalid', hint: 'tier' })
  })
})

describe('dated facts', () => {
  it('say when the first of them expires, wherever in the fields it is', async () => {
    const id = await create(vigie, {
      ...article('Faits'),
      fields: {
        category: 'start',
        a: fact(),
        accounts: [{ spread: fact({ valid_days: 10 }), none: fact({ value: null, valid_days: 1 }) }],
      },
    })
    const expiry = async () =>
      (await one<{ day: string }>('select next_expiry::text as day from content_items where id = $1', [id]))
        .day
    expect(await expiry()).toBe('2026-01-22')
    const reverify = (fields: string[], expected_version: number) =>
      vigie.as.admin.rpc('reverify_facts', { item: id, expected_version, fields })
    expect((await reverify(['accounts.0.spread'], 1)).data).toBe(2)
    expect(await expiry()).toBe('2026-04-12')
    expect((await reverify(['category'], 2)).error).toMatchObject({
      message: 'fact_unknown',
      hint: 'fields.category',
    })
    const listed = await vigie.as.analyst.rpc('list_content', { most: 1 })
    expect(listed.data).toMatchObject([{ id, next_expiry: '2026-04-12', author_name: expect.any(String) }])
  })
})

describe('who has the item open', () => {
  it('hears that it was saved and published', async () => {
    const id = await create(vigie)
    await publishContent(vigie, id, 1)
    const { rows } = await vigie.admin.query(
      `select payload - 'id' as payload, event, private from realtime.messages where topic = $1 order by inserted_at, id`,
      [`content:${id}`],
    )
    expect(rows.map(({ payload }) => [payload.version, payload.state])).toEqual([
      [1, 'draft'],
      [1, 'published'],
    ])
    expect(rows.every((row) => row.event === 'saved' && row.private)).toBe(true)
  })
})
