import { describe, expect, it } from 'vitest'
import { parseRequest } from './api-request.ts'

const parse = (method: string, path: string, headers: Record<string, string> = {}, queryString = '') =>
  parseRequest({ method, path, queryString, headers }, ['public', 'personal'])

describe('a request', () => {
  it('names a relation, a function or the root', () => {
    expect(parse('GET', '/').target).toEqual({ kind: 'root' })
    expect(parse('GET', '/my%20table').target).toEqual({ kind: 'relation', name: 'my table' })
    expect(parse('POST', '/rpc/f').target).toEqual({ kind: 'routine', name: 'f' })
  })

  it.each(['/a/b', '/a/', '/rpc/a/b', '//', '/%'])('rejects the path %s', (path) => {
    expect(() => parse('GET', path)).toThrow(expect.objectContaining({ code: 'PGRST125', status: 404 }))
  })

  it('takes the schema from its method’s profile header', () => {
    expect(parse('GET', '/a', { 'accept-profile': 'personal' }).schema).toBe('personal')
    expect(parse('GET', '/a', { 'content-profile': 'personal' }).schema).toBe('public')
    expect(parse('POST', '/a', { 'content-profile': 'personal' }).schema).toBe('personal')
    expect(() => parse('GET', '/a', { 'accept-profile': 'auth' })).toThrow(
      expect.objectContaining({ code: 'PGRST106', status: 406 }),
    )
  })

  it('cannot change a function', () => {
    expect(() => parse('PATCH', '/rpc/f')).toThrow(
      expect.objectContaining({ code: 'PGRST101', message: 'Cannot use the PATCH method on RPC' }),
    )
  })

  it.each([
    ['', '0-9', { limit: 10, offset: 0 }],
    ['', '5-', { limit: null, offset: 5 }],
    ['limit=3&offset=4', '0-9', { limit: 3, offset: 4 }],
    ['limit=20', '5-9', { limit: 5, offset: 5 }],
    ['limit=0', '', { limit: 0, offset: 0 }],
    ['', 'bytes=0-5', { limit: null, offset: 0 }],
  ])('limits %s by the range %s', (queryString, range, bounds) => {
    expect(parse('GET', '/a', { range }, queryString).bounds).toEqual(bounds)
  })

  it('rejects empty ranges', () => {
    expect(() => parse('GET', '/a', { range: '9-5' })).toThrow(expect.objectContaining({ status: 416 }))
    expect(() => parse('GET', '/a', {}, 'limit=-1')).toThrow(expect.objectContaining({ code: 'PGRST103' }))
  })
})
