import { describe, expect, it } from 'vitest'
import { renderError } from './error-response.ts'
import { authError } from './errors.ts'

const raised = (code: string) =>
  Object.assign(new Error('no place left'), { code, hint: 'come back tomorrow' })

describe('an error in the format the client requested', () => {
  const error = authError('user_already_exists')

  it('is {code, message} with the version echoed for a client of 2024-01-01', () => {
    expect(renderError(error, '2024-01-01', 'r1')).toEqual({
      status: 422,
      headers: { 'x-sb-error-code': 'user_already_exists', 'x-supabase-api-version': '2024-01-01' },
      body: { code: 'user_already_exists', message: 'User already registered' },
    })
  })

  it.each([undefined, '2023-12-31', 'yesterday'])(
    'is {code, error_code, msg} without an echo for version %s',
    (version) => {
      expect(renderError(error, version, 'r1')).toEqual({
        status: 422,
        headers: { 'x-sb-error-code': 'user_already_exists' },
        body: { code: 422, error_code: 'user_already_exists', msg: 'User already registered' },
      })
    },
  )

  it('lists the reasons of a weak password in both', () => {
    const weak = authError('weak_password', 'Too short.', {
      extra: { weak_password: { reasons: ['length'] } },
    })
    for (const version of [undefined, '2024-01-01']) {
      expect(renderError(weak, version, 'r1').body.weak_password).toEqual({ reasons: ['length'] })
    }
  })
})

describe('an unexpected failure', () => {
  it('does not reveal its cause', () => {
    const { status, body } = renderError(new Error('password of postgres is hunter2'), '2024-01-01', 'r1')
    expect(status).toBe(500)
    expect(body).toEqual({
      code: 'unexpected_failure',
      message: expect.stringContaining('Unexpected failure'),
    })
  })

  it('names the request to a client of the old dialect', () => {
    expect(renderError(new Error('x'), undefined, 'r1').body.error_id).toBe('r1')
  })

  it.each([
    ['55P03', 409, 'conflict'],
    ['57014', 504, 'request_timeout'],
  ])('SQLSTATE %s is %i %s', (code, status, name) => {
    expect(renderError(raised(code), '2024-01-01', 'r1')).toMatchObject({ status, body: { code: name } })
  })

  it('a body over the limit is 413', () => {
    const tooLarge = Object.assign(new Error('x'), { statusCode: 413 })
    expect(renderError(tooLarge, '2024-01-01', 'r1')).toMatchObject({
      status: 413,
      body: { code: 'request_entity_too_large' },
    })
  })
})

describe('an error raised by the project’s trigger', () => {
  const wrapped = (code: string) =>
    authError('unexpected_failure', 'Database error saving new user', { cause: raised(code) })

  it('becomes one constant sentence in the new dialect', () => {
    expect(renderError(wrapped('P0001'), '2024-01-01', 'r1').body).toEqual({
      code: 'unexpected_failure',
      message: 'Database error saving new user',
    })
  })

  it.each([
    ['P0001', 500],
    ['23514', 500],
    ['PT403', 403],
  ])('is passed on in the old dialect: %s with status %i', (code, status) => {
    expect(renderError(wrapped(code), undefined, 'r1')).toMatchObject({
      status,
      body: { code, message: 'no place left', hint: 'come back tomorrow' },
    })
  })
})
