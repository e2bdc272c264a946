import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkPattern } from './safe-pattern.ts'

const refusal = (pattern: string) => {
  try {
    checkPattern(pattern)
    return null
  } catch (error) {
    return (error as { extra: { details: string } }).extra.details
  }
}

it.each([
  '^cl',
  'a|b|c',
  '(?i)^Été$',
  '(a+)+$',
  '^[^]a-z[:alpha:](){9}]+\\.$',
  '\\d{4}-\\d{2}',
  '(?:ab){2,20}',
  'a{1,255}',
  '\\\\1',
  '\\m\\w+\\M',
  '[[.-.]]x',
  '(unclosed',
  'a{',
  '',
])('%s is allowed', (pattern) => {
  expect(refusal(pattern)).toBeNull()
})

it.each([
  ['(a)\\1', 'It contains a back-reference.'],
  ['[[:alpha:]](.)\\9', 'It contains a back-reference.'],
  ['a(?=b)', 'It contains lookahead or lookbehind.'],
  ['(?<!a)b', 'It contains lookahead or lookbehind.'],
  ['((a{1,100}){1,100}){1,100}', 'With its repetitions written out it may have 300 characters.'],
  ['(a{50}b{50}){50,}', 'With its repetitions written out it may have 300 characters.'],
  ['a{200}'.repeat(20), 'With its repetitions written out it may have 300 characters.'],
  ['(?:a?b?c?d?){60}', 'With its repetitions written out it may have 300 characters.'],
  ['a'.repeat(501), 'It must not exceed 500 characters.'],
  [
    '***=plain',
    'It must be an advanced regular expression, without a prefix or option that selects another syntax.',
  ],
  [
    '(?b)\\(a\\)\\1',
    'It must be an advanced regular expression, without a prefix or option that selects another syntax.',
  ],
])('%s is refused: %s', (pattern, details) => {
  expect(refusal(pattern)).toBe(details)
})

it('terminates for any text, and never allows a back-reference outside brackets', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60, unit: 'binary' }),
      fc.stringMatching(/^[\w ().|+*?]{0,20}$/),
      (any, plain) => {
        refusal(any)
        expect(refusal(`${plain}\\3`)).not.toBeNull()
      },
    ),
  )
})
