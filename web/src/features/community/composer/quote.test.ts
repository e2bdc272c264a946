import { expect, it } from 'vitest'
import { quoted } from './quote.ts'

const post = { position: 4, body: '> earlier\n\nOne line.\n\nAnother.' }

it('a quotation leads back to its post and leaves out what that post quoted', () => {
  expect(quoted('t', post, 'Sofia [N.]')).toBe(
    '> [Sofia N.](/communaute?sujet=t&message=4)\n>\n> One line.\n>\n> Another.\n\n',
  )
})

it('words that were chosen are quoted alone, and long ones are cut', () => {
  expect(quoted('t', post, 'Sofia', ' Another. ')).toContain('>\n> Another.\n')
  expect(quoted('t', { ...post, body: 'x'.repeat(900) }, 'Sofia')).not.toContain('x'.repeat(601))
})
