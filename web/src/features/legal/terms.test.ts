import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TERMS_VERSION } from '#lib/site/terms-version.ts'
import { DOCUMENTS } from './documents.ts'

const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'))

it.each(['fr', 'en', 'es', 'it'])(
  'the site shows the terms that are mailed with a contract: %s',
  (language) => {
    const { missing, version, terms } = read(`messages/${language}.json`)
    const { title, purpose, ...parts } = terms
    const kept = read(`../../../../mails/terms/${TERMS_VERSION}.json`)[language]
    // A changed text needs a new version: the words that somebody agreed to are never rewritten.
    expect(kept).toEqual({ missing, version, title, purpose, parts })
    expect(Object.keys(kept.parts)).toEqual(DOCUMENTS.terms)
  },
)
