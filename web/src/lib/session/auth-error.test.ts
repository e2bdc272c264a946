import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authErrorKey } from './auth-error.ts'

/** The server throws the codes and the page imports nothing of it, so this reads the server's source. */
const catalogue = readFileSync(
  join(import.meta.dirname, '..', '..', '..', '..', 'server', 'src', 'auth', 'errors.ts'),
  'utf8',
)
  .split('const catalogue = {')[1]
  ?.split('} as const')[0]
const codes = [...(catalogue ?? '').matchAll(/^ {2}(\w+): \[/gm)].map(([, code]) => code as string)

describe('a refusal of the auth service', () => {
  it('is of one of its codes', () => {
    expect(codes.length).toBeGreaterThan(80)
    expect(codes).toContain('insufficient_aal')
  })

  it.each(codes)('[S-76] %s has a sentence of its own', (code) => {
    expect(authErrorKey({ code, status: 400, message: 'not for eyes' })).not.toBe('unexpected')
  })

  it.each([
    [['pwned'], 'leaked_password'],
    [['guessable'], 'weak_password'],
    [['length', 'characters'], 'weak_password'],
    [undefined, 'weak_password'],
    ['pwned', 'weak_password'],
  ])('of a password for %j is told as %s', (reasons, key) => {
    expect(authErrorKey({ code: 'weak_password', status: 422, reasons })).toBe(key)
  })
})
