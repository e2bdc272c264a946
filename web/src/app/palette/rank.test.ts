import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { LANGUAGES, type Language } from 'mails/languages'
import { describe, expect, it } from 'vitest'
import { instrumentNamed } from './instrument-named.ts'
import { type Entry, rank } from './rank.ts'
import { TYPED_QUERIES } from './typed-queries.ts'

type Words = Readonly<Record<string, string>>
const read = (place: string, language: Language) =>
  JSON.parse(readFileSync(join(import.meta.dirname, place, 'messages', `${language}.json`), 'utf8'))

/** The entries as the palette makes them, from the same messages. */
function entries(language: Language): readonly Entry[] {
  const own = read('.', language) as { acts: Words; words: Words }
  const { places, themes } = read('..', language) as { places: Words; themes: Words }
  const { search } = read('../shell', language) as { search: Words }
  return Object.entries(own.words).map(([key, words]) => ({
    key,
    title: own.acts[key] ?? places[key] ?? search[key] ?? themes[key] ?? '',
    words,
  }))
}

/** What the database search can find: an instrument that the product does not offer is no answer. */
const OFFERED = new Set(
  [
    ...readFileSync(
      join(import.meta.dirname, '../../../../supabase/schemas/market/market.sql'),
      'utf8',
    ).matchAll(/^ {2}\('([A-Z0-9]+)', '[^']+', '\{"fr"/gm),
  ].map(([, symbol]) => symbol),
)

const found = (typed: string, language: Language) => {
  const named = instrumentNamed(typed)
  const instrument = named !== null && OFFERED.has(named) ? named : null
  const places = rank(typed, entries(language)).map(({ key }) => key)
  return instrument ? [instrument, ...places] : places
}

describe('the palette', () => {
  it('leads at least 95 in 100 typed texts of four languages to their place in the first three', () => {
    const all = LANGUAGES.flatMap((language) =>
      TYPED_QUERIES[language].map(([typed, places]) => ({ language, typed, places: places.split('|') })),
    )
    expect(all.length).toBeGreaterThanOrEqual(200)
    const missed = all.filter(
      ({ language, typed, places }) =>
        !found(typed, language)
          .slice(0, 3)
          .some((key) => places.includes(key)),
    )
    expect(missed.length / all.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05)
  })

  it.each(['gold', 'or', 'oro', 'XAU/USD'])('answers %s in every language first with gold', (typed) => {
    for (const language of LANGUAGES) expect(found(typed, language)[0], language).toBe('XAUUSD')
  })

  it.each([
    ['facture', 'fr', 'invoices'],
    ['mot de passe', 'fr', 'password'],
    ['résilier', 'fr', 'cancel'],
    ['invoice', 'en', 'invoices'],
    ['password', 'en', 'password'],
    ['cancel', 'en', 'cancel'],
    ['factura', 'es', 'invoices'],
    ['contraseña', 'es', 'password'],
    ['cancelar', 'es', 'cancel'],
    ['fattura', 'it', 'invoices'],
    ['password', 'it', 'password'],
    ['disdire', 'it', 'cancel'],
  ] as const)('answers %s (%s) first with %s', (typed, language, key) => {
    expect(found(typed, language)[0]).toBe(key)
  })

  it('finds every screen by its own title, first', () => {
    for (const language of LANGUAGES)
      for (const { key, title } of entries(language)) {
        const first = rank(title, entries(language))[0]?.key
        const same = entries(language).filter((entry) => entry.title === title)
        expect(
          same.map((entry) => entry.key),
          `${title} (${language}) finds ${first} before ${key}`,
        ).toContain(first)
      }
  })

  it('answers nothing to a text that names nothing', () => {
    expect(rank('zzxqw', entries('fr'))).toEqual([])
    expect(rank('   ', entries('fr'))).toEqual([])
  })

  it('ranks any text without failing, each entry at most once and with a score between 0 and 1', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (typed) => {
        const ranked = rank(typed, entries('es'))
        expect(new Set(ranked.map(({ key }) => key)).size).toBe(ranked.length)
        for (const { score } of ranked) expect(score).toBeGreaterThan(0)
        for (const { score } of ranked) expect(score).toBeLessThanOrEqual(1)
      }),
    )
  })
})
