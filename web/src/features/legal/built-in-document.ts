// Owns the built-in texts of legal pages as content documents: the starting point for an operator who publishes their own.

import { LANGUAGES, type Language } from 'mails/languages'
import type { ContentTexts } from '#lib/content/published-content.ts'
import { DOCUMENTS, type DocumentName } from './documents.ts'

type Part = { title: string; text: string }
type Written = Record<string, string | Part>

const FILES = import.meta.glob<Readonly<Record<string, unknown>>>('./messages/*.json', { import: 'default' })

/** The built-in text of a page in four languages; the operator's facts remain placeholders such as `{{entity}}`. */
export async function builtInDocument(
  document: DocumentName,
): Promise<{ fields: object; texts: ContentTexts; from: object }> {
  const entries = await Promise.all(
    LANGUAGES.map(async (language): Promise<[Language, Readonly<Record<string, string>>]> => {
      const messages = await FILES[`./messages/${language}.json`]?.()
      const { title, purpose, ...parts } = (messages?.[document] ?? {}) as Written
      const body = DOCUMENTS[document]
        .map((name) => parts[name] as Part)
        .map((part) => `## ${part.title}\n\n${asMarkdown(part.text)}`)
        .join('\n\n')
      return [language, { title: String(title), summary: String(purpose), body }]
    }),
  )
  return { fields: {}, texts: Object.fromEntries(entries), from: {} }
}

/** Turns each line into a paragraph, except list items, which stay together. */
const asMarkdown = (text: string): string => text.replaceAll(/\n(?!- )|(?<!^- .*)\n(?=- )/gm, '\n\n')

/** Inserts the operator's facts into a published text; a missing fact is marked in brackets. */
export const filled = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/{{\s*(\w+)\s*}}/g, (_, name: string) =>
    (facts[name] ?? '').replaceAll(/<(?:missing|waits)>(.*?)<\/(?:missing|waits)>/g, '[$1]'),
  )
