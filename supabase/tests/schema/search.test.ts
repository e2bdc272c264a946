import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article, create, publishContent } from '../access/content-rows.ts'
import { type Product, product, publish } from '../product.ts'

let vigie: Product
let premium: { id: string; number: number }
beforeAll(async () => {
  vigie = await product()
  premium = await publish(vigie)
}, 60_000)
afterAll(() => vigie.stop())

const search = async (query: string, language = 'fr', most = 8) => {
  const { data, error } = await vigie.as.freemium.rpc('search', { query, language, most })
  if (error) throw error
  return data as { kind: string; key: string; title: string; detail: string; href: string }[]
}

describe('search', () => {
  it.each(['eurusd', 'EUR/USD', 'euro', 'Éuro', ' eur '])('finds an instrument by %j', async (query) => {
    expect((await search(query)).map(({ key }) => key)).toContain('EURUSD')
  })

  it('tells an instrument in the language of the page, its own symbol first', async () => {
    const [first] = await search('eurusd', 'es')
    expect(first).toEqual({
      kind: 'instrument',
      key: 'EURUSD',
      title: 'EUR/USD',
      detail: 'Euro / dólar estadounidense',
      href: '/signaux?instrument=EURUSD',
    })
  })

  it('finds a signal by its number and by its instrument, and gives a freemium member no level of it', async () => {
    for (const query of [`#${premium.number}`, String(premium.number), 'eurusd']) {
      const signal = (await search(query)).find(({ kind }) => kind === 'signal')
      expect(signal).toEqual({
        kind: 'signal',
        key: premium.id,
        title: 'EUR/USD',
        detail: `#${premium.number} · M15`,
        href: `/signaux?signal=${premium.id}`,
      })
    }
  })

  it('finds published content in the language of the page, and leads to it', async () => {
    const id = await create(vigie, article('Parapluie'), 'parapluie')
    expect((await search('parapluies')).filter(({ kind }) => kind === 'content')).toEqual([])
    await publishContent(vigie, id, 1)
    expect((await search('parapluie', 'es')).find(({ kind }) => kind === 'content')).toEqual({
      kind: 'content',
      key: 'help-article/parapluie',
      title: 'Parapluie es',
      detail: 'Résumé Parapluie',
      href: '/aide?article=parapluie',
    })
  })

  it('finds nothing for nothing, and holds to the number asked for', async () => {
    expect(await search('   ')).toEqual([])
    expect(await search('/')).toEqual([])
    expect((await search('usd', 'fr', 2)).filter(({ kind }) => kind === 'instrument')).toHaveLength(2)
  })

  it('takes any text without an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (query) => {
        expect(Array.isArray(await search(query.replaceAll('\0', '')))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('[S-90] is refused to visitors', async () => {
    expect((await vigie.as.visitor.rpc('search', { query: 'eur' })).error?.code).toBe('42501')
  })
})
