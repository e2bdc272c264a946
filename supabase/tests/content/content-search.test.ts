import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, publishContent } from '../access/content-rows.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
const TEXTS = {
  fr: {
    title: 'Résilier un abonnement',
    summary: 'En deux étapes.',
    body: 'Ouvrez **Mon compte**, puis [l’onglet](/mon-compte) des clôtures anticipées.',
  },
  en: {
    title: 'Cancel a subscription',
    summary: 'In two steps.',
    body: 'Open your account; renewals stop at once.',
  },
  es: {
    title: 'Cancelar una suscripción',
    summary: 'En dos pasos.',
    body: 'Abra su cuenta; las renovaciones terminarán mañana.',
  },
  it: {
    title: 'Disdire un abbonamento',
    summary: 'In due passaggi.',
    body: 'Apra il suo account: la qualità dei rinnovi non cambia, perché cessano.',
  },
}
beforeAll(async () => {
  vigie = await product()
  // Remove the articles of a new installation: searches would find them as well.
  const { rows } = await vigie.admin.query('select id from content_items')
  await vigie.as.admin.rpc('archive_content', { items: rows.map(({ id }) => id) }).throwOnError()
  const id = await create(vigie, { fields: { category: 'money' }, texts: TEXTS, from: {} }, 'fin-de-contrat')
  await publishContent(vigie, id, 1)
  const only = await create(
    vigie,
    {
      fields: { category: 'money' },
      texts: { fr: { title: 'Facture perdue', summary: 'Où la retrouver.', body: 'Dans vos paiements.' } },
      from: {},
    },
    'facture',
  )
  await publishContent(vigie, only, 1)
  await create(
    vigie,
    { fields: {}, texts: { fr: { title: 'Brouillon de résiliation', summary: 'x', body: 'x' } }, from: {} },
    'brouillon',
  )
}, 60_000)
afterAll(() => vigie.stop())

type Found = { kind: string; slug: string; title: string; excerpt: string }
const search = async (
  query: string,
  language: string,
  who: keyof Product['as'] = 'visitor',
): Promise<Found[]> => (await vigie.as[who].rpc('search_content', { query, language }).throwOnError()).data

describe('search in content', () => {
  it.each([
    ['fr', 'résilier'],
    ['fr', 'RESILIER abonnements'],
    ['fr', 'clotures anticipee'],
    ['en', 'cancelled subscriptions'],
    ['en', 'renewal'],
    ['es', 'suscripcion'],
    ['es', 'renovacion mañana'],
    ['es', 'manana'],
    ['it', 'qualita'],
    ['it', 'perche rinnovo'],
    ['it', 'abbonamenti'],
  ])('finds in %s by %j: accents, capitals and endings do not matter', async (language, query) => {
    expect((await search(query, language))[0]).toMatchObject({
      slug: 'fin-de-contrat',
      title: TEXTS[language as 'fr'].title,
    })
  })

  it('finds as it is typed, and shows a piece of the text without its marks', async () => {
    const [found] = await search('clôt', 'fr')
    expect(found?.excerpt).toContain('l’onglet des clôtures')
    expect(found?.excerpt).not.toMatch(/[*[(]/)
  })

  it('shows whole words from about the first that was typed', async () => {
    const { rows } = await vigie.admin.query(
      `select private.excerpt(repeat('mot ', 100), 1) as first, private.excerpt(repeat('mot ', 100), 150) as middle, private.excerpt('Peu de mots', 1) as short`,
    )
    expect(rows).toEqual([
      {
        first: `${'mot '.repeat(50).trim()} …`,
        middle: expect.stringMatching(/^… (mot )+mot …$/),
        short: 'Peu de mots',
      },
    ])
  })

  it('finds the French where a language is missing', async () => {
    expect(await search('facture', 'it')).toMatchObject([{ slug: 'facture', title: 'Facture perdue' }])
  })

  it('finds what has every word before what has some', async () => {
    expect((await search('facture abonnement', 'fr')).length).toBe(2)
    expect((await search('retrouver facture', 'fr'))[0]?.slug).toBe('facture')
  })

  it('finds no draft, nothing for nothing, and nothing of what was withdrawn', async () => {
    for (const who of ['visitor', 'admin'] as const)
      expect((await search('brouillon', 'fr', who)).length).toBe(0)
    expect(await search('  ', 'fr')).toEqual([])
    expect(await search("' & | ! <-> :*", 'fr')).toEqual([])
    const { rows } = await vigie.admin.query(`select id from content_items where slug = 'facture'`)
    await vigie.as.admin.rpc('withdraw_content', { item: rows[0].id }).throwOnError()
    expect(await search('facture', 'fr')).toEqual([])
  })
})
