import { expect, it } from 'vitest'
import { askedAfter } from './use-suggestions.ts'

it.each([
  ['/', '/retrait', 8, { from: 0, prefix: 'retrait' }],
  ['/', 'Bonjour /re', 11, { from: 8, prefix: 're' }],
  ['/', '/', 1, { from: 0, prefix: '' }],
  ['/', 'https://vigie.fr/aide', 21, null],
  ['/', 'un et/ou', 8, null],
  ['@', 'Vu avec @Hu', 11, { from: 8, prefix: 'hu' }],
  ['@', 'a@example.com', 13, null],
] as const)('after %s in "%s" at %i: %o', (sign, text, caret, asked) => {
  expect(askedAfter(sign, text, caret)).toEqual(asked)
})
