import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readShipped } from 'content/shipped'
import { LANGUAGES, type Language } from 'mails/languages'
import { describe, expect, it } from 'vitest'
import links from '#parts/help/messages/fr.json'
import { SCREENS } from './screens.ts'

const root = join(import.meta.dirname, '..', '..')
const articles = readShipped().entries.filter(({ kind }) => kind === 'help-article')
const slugs = new Set(articles.map(({ slug }) => slug))

/** Every text of the interface in a language, and the names of its screens in the menus. */
const labels = Object.fromEntries(
  LANGUAGES.map((language) => {
    const found = new Set<string>()
    const walk = (value: unknown): void => {
      if (typeof value === 'string') found.add(value)
      else for (const inner of Object.values(value as object)) walk(inner)
    }
    for (const file of globSync(`**/messages/${language}.json`, { cwd: root }))
      walk(JSON.parse(readFileSync(join(root, file), 'utf8')))
    return [language, found]
  }),
) as Record<Language, Set<string>>

const bodies = articles.flatMap(({ slug, document }) =>
  LANGUAGES.map((language) => ({ slug, language, texts: document.texts[language] ?? {} })),
)

describe('the help articles that ship [S-114]', () => {
  it('are at least thirty, each with a title, a summary, words to find it by and 140 to 400 words in four languages', () => {
    expect(articles.length).toBeGreaterThanOrEqual(34)
    for (const { slug, language, texts } of bodies) {
      const count = (texts.body ?? '').split(/\s+/).length
      expect(count, `${slug} ${language}`).toBeGreaterThanOrEqual(140)
      expect(count, `${slug} ${language}`).toBeLessThanOrEqual(400)
      for (const name of ['title', 'summary', 'keywords'])
        expect(texts[name]?.trim(), `${slug} ${language} ${name}`).toBeTruthy()
    }
  })

  it('lead to screens and articles that exist', () => {
    for (const { slug, language, texts } of bodies)
      for (const [, target = ''] of (texts.body ?? '').matchAll(/\]\(([^)]*)\)/g)) {
        const { pathname, searchParams } = new URL(target, 'https://here.invalid')
        expect(Object.keys(SCREENS), `${slug} ${language}: ${target}`).toContain(pathname)
        const article = searchParams.get('article')
        if (article) expect([...slugs], `${slug} ${language}`).toContain(article)
      }
  })

  it('quote labels of the screens as they are in that language', () => {
    const wrong = bodies.flatMap(({ slug, language, texts }) =>
      [...(texts.body ?? '').matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, label = '']) =>
        labels[language].has(label) ? [] : [`${slug} ${language}: ${label}`],
      ),
    )
    expect(wrong).toEqual([])
  })

  it('have the same headings, links and labels in every language', () => {
    const shape = (body = '') => ({
      headings: body.match(/^## /gm)?.length ?? 0,
      links: [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target),
      labels: body.match(/\*\*.+?\*\*/g)?.length ?? 0,
    })
    for (const { slug, document } of articles)
      for (const language of LANGUAGES)
        expect(shape(document.texts[language]?.body), `${slug} ${language}`).toEqual(
          shape(document.texts.fr?.body),
        )
  })

  it('include each one that a screen links to', () => {
    for (const slug of Object.keys(links.links)) expect([...slugs]).toContain(slug)
  })
})
