import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ContentDocument,
  datedFacts,
  daysLeft,
  hashOf,
  languageStates,
  slugFrom,
  textState,
  withText,
} from './document.ts'

const fact = (value: unknown) => ({
  value,
  source: 'registre public',
  source_url: null,
  read_on: '2026-11-12',
  valid_days: 30,
})

const empty: ContentDocument = { fields: {}, texts: {}, from: {} }

describe('the texts of a document', () => {
  it('have the same hash as in the database', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => hashOf(text) === createHash('md5').update(text, 'utf8').digest('hex'),
      ),
    )
  })

  it('are missing, then current, then stale when the French changes, then current again when updated', () => {
    const french = withText(empty, 'fr', 'title', 'Marge')
    expect(textState(french, 'en', 'title')).toBe('missing')
    const translated = withText(french, 'en', 'title', 'Margin')
    expect(textState(translated, 'en', 'title')).toBe('current')
    const changed = withText(translated, 'fr', 'title', 'La marge')
    expect(textState(changed, 'en', 'title')).toBe('stale')
    expect(textState(withText(changed, 'en', 'title', 'The margin'), 'en', 'title')).toBe('current')
  })

  it('count for a language only if they are required or exist in French', () => {
    const document = withText(withText(empty, 'fr', 'title', 'Marge'), 'en', 'title', 'Margin')
    expect(languageStates(document, ['title', 'note'], ['title'])).toEqual({
      fr: 'current',
      en: 'current',
      es: 'missing',
      it: 'missing',
    })
    const noted = withText(document, 'fr', 'note', 'À savoir')
    expect(languageStates(noted, ['title', 'note'], ['title']).en).toBe('missing')
  })
})

describe('dated facts', () => {
  it('are found at any depth, without those that have no value', () => {
    const fields = {
      name: 'x',
      licence: fact('FR-1'),
      share: fact(null),
      accounts: [{ spread: fact('0.8') }],
    }
    expect(datedFacts(fields).map(({ path }) => path)).toEqual(['licence', 'accounts.0.spread'])
  })

  it.each([
    ['2026-11-12', 30],
    ['2026-12-11', 1],
    ['2026-12-12', 0],
    ['2026-12-20', -8],
  ])('on %s have %d days left', (today, days) => {
    expect(daysLeft(fact('x'), today)).toBe(days)
  })

  it('have no days left while they are incomplete', () => {
    expect(daysLeft({ read_on: '', valid_days: 30 }, '2026-11-12')).toBeNull()
  })
})

it.each([
  ['Le CPI, après', 'le-cpi-apres'],
  ['  Été : 100 % gagnant ?', 'ete-100-gagnant'],
  ['œil', 'il'],
  ['—', ''],
])('turns %j into the slug %j', (title, slug) => expect(slugFrom(title)).toBe(slug))
