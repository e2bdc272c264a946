import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => ending.test(name))
const linksOf = (language: string): string[] =>
  Object.keys(JSON.parse(readFileSync(join(import.meta.dirname, `messages/${language}.json`), 'utf8')).links)

const articles = filesIn('content/articles', /\.yaml$/)
  .map((name) => name.replace(/^.*\/\d+-|\.yaml$/g, ''))
  .sort()

describe('the help centre', () => {
  it.each(['fr', 'en', 'es', 'it'])('[S-114] names a link to each of its articles (%s)', (language) => {
    expect(articles.length).toBeGreaterThanOrEqual(30)
    expect(linksOf(language).sort()).toEqual(articles)
  })

  it('[S-114] is reached from a screen by each of its articles', () => {
    const screens = filesIn('web/src', /(?<!\.test)\.tsx?$/).map((name) =>
      readFileSync(join(root, 'web/src', name), 'utf8'),
    )
    const unreached = articles.filter(
      (slug) => !screens.some((text) => text.includes(`"${slug}"`) || text.includes(`'${slug}'`)),
    )
    expect(unreached).toEqual([])
  })
})
