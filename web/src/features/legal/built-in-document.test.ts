import { expect, it } from 'vitest'
import { LANGUAGES } from '#lib/language/i18n.ts'
import { builtInDocument, filled } from './built-in-document.ts'
import { DOCUMENTS, type DocumentName } from './documents.ts'

it.each(Object.keys(DOCUMENTS) as DocumentName[])(
  'the page %s can be begun with what the site says today, in every language',
  async (name) => {
    const { texts } = await builtInDocument(name)
    for (const language of LANGUAGES) {
      const { title = '', summary = '', body = '' } = texts[language] ?? {}
      expect([title, summary].every((text) => text.length > 3)).toBe(true)
      expect(body.match(/^## /gm)).toHaveLength(DOCUMENTS[name].length)
      // A list begins after an empty line, and its items follow each other.
      expect(body).not.toMatch(/^(?!- ).+\n- /m)
      expect(body).not.toMatch(/^- .+\n(?!- |\n|$)/m)
    }
  },
)

it('a fact that is not given is said to be missing, and one that nobody knows leaves nothing', () => {
  const facts = { entity: 'Vigie SAS', host: '<missing>à compléter</missing>' }
  expect(filled('{{entity}}, {{ host }}{{unknown}}.', facts)).toBe('Vigie SAS, [à compléter].')
})
