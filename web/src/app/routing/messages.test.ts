import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from 'mails/languages'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

const folders = globSync('{app,app/*,ui,lib,charts,studio,parts/*,features/*,features/*/studio}/messages', {
  cwd: root,
}).sort()

/** Every text of a folder in a language, by its dotted key. */
function texts(folder: string, language: Language): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') found.set(key, value)
    else
      for (const [name, inner] of Object.entries(value as object)) walk(inner, key ? `${key}.${name}` : name)
  }
  walk(JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')), '')
  return found
}

const everyText = folders.flatMap((folder) =>
  LANGUAGES.flatMap((language) =>
    [...texts(folder, language)].map(([key, text]) => ({
      language,
      key,
      text,
      where: `${folder}/${language}.json ${key}`,
    })),
  ),
)

const placeholders = (text: string) =>
  [...text.matchAll(/{{\s*(\w+)\s*}}|<(\w+)>/g)].map(([all]) => all).sort()

/** Promises of return, which no page of a trading product may make. Sentences that deny one are allowed by name. */
const PROMISES: Record<Language, RegExp> = {
  fr: /gains? (garantis?|assurés?)|sans (aucun )?risque|(profit|rendement|revenu)s? (garanti|assuré)s?|argent facile|gagn(er|ez) à coup sûr|100 ?% gagnant|devenir riche|rapidement riche/i,
  en: /guaranteed? (profit|return|gain|income|win)s?|risk[- ]free|without (any )?risk|easy money|get rich|can.?t lose|100 ?% win/i,
  es: /(ganancia|beneficio|rendimiento|ingreso)s? (garantizad|asegurad)[oa]s?|sin (ningún )?riesgo|dinero fácil|hacerse rico|100 ?% ganador/i,
  it: /(guadagn|profitt|rendiment|reddit)[oi] (garantit|assicurat|sicur)[oi]|senza (alcun )?rischi[oo]?|soldi facili|diventare ricc|100 ?% vincent/i,
}

describe('the texts of the interface', () => {
  it('are there for every feature', () => {
    expect(folders.length).toBeGreaterThan(15)
  })

  it.each(folders)('[S-50] of %s have the same keys, values and tags in the four languages', (folder) => {
    const french = texts(folder, 'fr')
    for (const language of ['en', 'es', 'it'] as const) {
      const other = texts(folder, language)
      expect([...other.keys()].sort(), language).toEqual([...french.keys()].sort())
      for (const [key, text] of french)
        expect(placeholders(other.get(key) ?? ''), `${language} ${key}`).toEqual(placeholders(text))
    }
  })

  it('are never empty', () => {
    expect(everyText.filter(({ text }) => text.trim() === '').map(({ where }) => where)).toEqual([])
  })

  it('promise no return', () => {
    expect(
      everyText.filter(({ language, text }) => PROMISES[language].test(text)).map(({ where }) => where),
    ).toEqual([])
  })

  it('use the apostrophe and the spaces of French', () => {
    // The specification gives the texts of `leads`, and those of a failed webhook test, word for word.
    const french = everyText.filter(
      ({ language, where }) => language === 'fr' && !/\/leads\/|Webhook\.invalid$/.test(where),
    )
    const wrong = french.filter(({ text }) => {
      const words = text.replace(/{{.*?}}|https?:\/\/\S+/g, 'x')
      return /\w'\w/.test(words) || / [:;!?»]|« |[^\s\u00a0\u202f]»|\w[;!?](\s|$)/.test(words)
    })
    expect(wrong.map(({ where, text }) => `${where}: ${text}`)).toEqual([])
  })

  it('are all known to the type checker', () => {
    const known = readFileSync(join(root, 'app', 'routing', 'messages.ts'), 'utf8')
    for (const folder of folders) expect(known).toContain(`${folder.replace(/^app\//, '../')}/fr.json'`)
  })
})
