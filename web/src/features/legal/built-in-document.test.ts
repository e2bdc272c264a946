import { LANGUAGES } from 'mails/languages'
import { expect, it } from 'vitest'
import { builtInDocument, filled } from './built-in-document.ts'
import { DOCUMENTS, type DocumentName } from './documents.ts'

it.each(Object.keys(DOCUMENTS) as DocumentName[])(
  'the built-in text of %s is a valid first draft in every language',
  async (name) => {
    const { texts } = await builtInDocument(name)
    for (const language of LANGUAGES) {
      const { title = '', summary = '', body = '' } = texts[language] ?? {}
      expect([title, summary].every((text) => text.length > 3)).toBe(true)
      expect(body.match(/^## /gm)).toHaveLength(DOCUMENTS[name].length)
      // A Markdown list starts after an empty line, and its items are consecutive.
      expect(body).not.toMatch(/^(?!- ).+\n- /m)
      expect(body).not.toMatch(/^- .+\n(?!- |\n|$)/m)
    }
  },
)

it('a missing fact is shown as missing, and an unknown placeholder becomes empty', () => {
  const facts = { entity: 'Vigie SAS', host: '<missing>à compléter</missing>' }
  expect(filled('{{entity}}, {{ host }}{{unknown}}.', facts)).toBe('Vigie SAS, [à compléter].')
})
