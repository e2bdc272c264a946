import fc from 'fast-check'
import { expect, it } from 'vitest'
import { highlighted } from './highlight.ts'

const hits = (text: string, query: string) =>
  highlighted(text, query).flatMap(({ text: part, hit }) => (hit ? [part] : []))

it('finds words ignoring accents and case', () => {
  expect(hits('Résilier un abonnement résilié', 'RESILI abonnement')).toEqual([
    'Résili',
    'abonnement',
    'résili',
  ])
})

it('ignores an empty query and single letters', () => {
  expect(hits('Un texte', ' ')).toEqual([])
  expect(hits('Un texte', 'e')).toEqual([])
})

it('keeps every letter of the text in place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      expect(
        highlighted(text, query)
          .map((part) => part.text)
          .join(''),
      ).toBe(text.normalize('NFC'))
    }),
  )
})
