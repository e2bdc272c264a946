import { readShipped } from 'content/shipped'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article, create, publishContent } from '../access/content-rows.ts'
import { type Product, product } from '../product.ts'
import { HELP_QUERIES } from './help-queries.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  for (const { kind, slug, parent, position, tier, document, hash } of readShipped().entries)
    if (kind === 'help-article')
      await vigie.admin.query('select private.keep_shipped_content($1, $2, $3, $4, $5, $6, $7)', [
        kind,
        slug,
        parent,
        position,
        tier,
        JSON.stringify(document),
        hash,
      ])
}, 120_000)
afterAll(() => vigie.stop())

type Found = { slug: string; title: string; summary: string; minutes: number; words: string[] }
const search = async (query: string, language = 'fr', who: keyof Product['as'] = 'visitor') =>
  (await vigie.as[who].rpc('search_help', { query, language }).throwOnError()).data as Found[]

describe('search in the help centre [S-114]', () => {
  it.each(HELP_QUERIES)(
    'answers in %s to %j with %s among the first three',
    async (language, query, slug) => {
      expect((await search(query, language)).slice(0, 3).map((found) => found.slug)).toContain(slug)
    },
  )

  it('gives title, summary and length in the language, and the words to mark as articles spell them', async () => {
    expect((await search('abbonamnto', 'it'))[0]).toMatchObject({ minutes: expect.any(Number) })
    const [found] = await search('facutre')
    expect(found).toMatchObject({
      title: 'Factures et numéro de TVA',
      words: expect.arrayContaining(['facture']),
    })
  })

  it('is the same for visitors and members, and empty for words that say nothing', async () => {
    expect(await search('résilier', 'fr', 'premium')).toEqual(await search('résilier'))
    for (const query of ['', '   ', 'le la de', '!!!', 'xqzwvk', "';--", ':*&|!()', 'a'.repeat(5000)])
      expect(await search(query)).toEqual([])
  })

  it('finds a word that staff added to an article, and forgets a withdrawn article with its spelling', async () => {
    const document = article('Nouveauté')
    Object.assign(document.texts.fr ?? {}, { keywords: 'zanzibar' })
    const item = await create(vigie, document, 'nouveaute')
    expect(await search('zanzibar')).toEqual([])
    await publishContent(vigie, item, 1)
    expect((await search('zanzibarr')).map(({ slug }) => slug)).toEqual(['nouveaute'])
    expect((await search('zanzibar'))[0]?.summary).not.toContain('zanzibar')
    await vigie.as.admin.rpc('withdraw_content', { item }).throwOnError()
    expect(await search('zanzibarr')).toEqual([])
    const { rows } = await vigie.admin.query('select from private.help_words where item = $1', [item])
    expect(rows).toEqual([])
  })

  it('does not tell the words that it corrects by', async () => {
    for (const who of ['visitor', 'premium', 'admin'] as const) {
      const { error } = await vigie.as[who].rpc('help_spellings', { typed: 'facutre', language: 'fr' })
      expect(error).not.toBeNull()
    }
  })
})
