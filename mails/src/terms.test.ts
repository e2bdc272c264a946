import { expect, it } from 'vitest'
import { termsFile } from './terms.ts'

const Seller = {
  name: 'Exemple Trading SAS',
  address: '1 rue du Phare, 29200 Brest',
  contact: 'contact@vigie.example',
  mediator: '',
}

it('the accepted terms are a text file in the buyer’s language that names the seller', () => {
  const french = termsFile({ Terms: '2026-11-21', Seller }, 'fr', 'Vigie')
  expect(french?.filename).toMatch(/^Vigie-[\p{L}-]+-2026-11-21\.txt$/u)
  expect(french?.text).toContain('21 novembre 2026')
  expect(french?.text).toContain('Exemple Trading SAS')
  expect(french?.text).toContain('contact@vigie.example')
  // Data that the operator has not provided are marked as missing.
  expect(french?.text).toContain('[à compléter par l’exploitant]')
  expect(french?.text.match(/^\d+\. /gm)).toHaveLength(10)
  const texts = ['fr', 'en', 'es', 'it'].map(
    (language) => termsFile({ Terms: '2026-11-21', Seller }, language, 'Vigie')?.text ?? '',
  )
  expect(new Set(texts).size).toBe(4)
  for (const text of texts) expect(text).not.toMatch(/\{\{|<\w/)
  expect(termsFile({ Terms: '2026-11-21', Seller }, 'de', 'Vigie')).toEqual(french)
})

it('a version without a text has none, and does not get another version’s', () => {
  expect(termsFile({ Terms: '2025-01-01', Seller }, 'fr', 'Vigie')).toBeNull()
  expect(termsFile(undefined, 'fr', 'Vigie')).toBeNull()
})
