import { afterEach, expect, it, vi } from 'vitest'
import { knowsPasskeys } from './passkey-support.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['vigie.example', true],
  ['localhost', true],
  ['10.example.com', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('at %s, passkeys are offered: %s', (hostname, offered) => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('location', { hostname })
  expect(knowsPasskeys()).toBe(offered)
})

it('a browser without passkeys is offered none', () => {
  vi.stubGlobal('location', { hostname: 'localhost' })
  expect(knowsPasskeys()).toBe(false)
})
