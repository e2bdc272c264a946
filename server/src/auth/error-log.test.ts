import { expect, it } from 'vitest'
import { loggable } from './error-log.ts'
import { authError } from './errors.ts'

it('the log of a failure names the cause and quotes no database row', () => {
  const cause = Object.assign(new Error('null value in column "first_name"'), {
    code: '23502',
    table: 'profiles',
    detail: 'Failing row contains (ada@example.com, $argon2id$v=19$…).',
  })
  const logged = loggable(authError('unexpected_failure', 'Database error saving new user', { cause }))
  expect(logged).toMatchObject({
    message: 'Database error saving new user',
    cause: { code: '23502', table: 'profiles', message: 'null value in column "first_name"' },
  })
  expect(JSON.stringify(logged)).not.toMatch(/ada@|argon2/)
})

it('the log accepts any thrown value', () => {
  expect(loggable('a text')).toEqual({ message: 'a text' })
  expect(loggable(undefined)).toEqual({ message: 'undefined' })
})
