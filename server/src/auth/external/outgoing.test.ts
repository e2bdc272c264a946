import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StandIn, standIn } from '../../testing/stand-in.ts'
import { createOutgoing, isPrivate, readObject } from './outgoing.ts'

let other: StandIn
beforeAll(async () => {
  other = await standIn()
})
afterAll(() => other.stop())

describe('a request to another server', () => {
  it('is sent to a configured address, even on loopback', async () => {
    other.answer = () => ({ body: '{"a":1}' })
    expect(await createOutgoing([other.http])(`${other.http}/x`)).toEqual({ status: 200, text: '{"a":1}' })
  })

  it.each([
    'http://example.com/',
    'http://127.0.0.1/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://localhost/',
  ])('is not sent to %s', async (url) => {
    await expect(createOutgoing([])(url)).rejects.toThrow(/not an https address/)
  })

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest',
    'https://0x7f000001/',
    'https://localhost/',
  ])('is not sent to %s', async (url) => {
    await expect(createOutgoing([])(url)).rejects.toThrow(/not a public address|no public address/)
  })

  it('does not trust another port of a configured host', async () => {
    await expect(createOutgoing([other.http])('http://127.0.0.1:1/')).rejects.toThrow(/not an https address/)
  })

  it('times out when the answer never starts or never ends', async () => {
    other.answer = () => 'never'
    await expect(createOutgoing([other.http], 50)(other.http)).rejects.toThrow(/abort|timeout/i)
    other.answer = () => ({ body: ' '.repeat(1_100_000) })
    await expect(createOutgoing([other.http])(other.http)).rejects.toThrow(/more than 1048576 bytes/)
  })

  it('does not follow redirects', async () => {
    const before = other.asked.length
    other.answer = () => ({ status: 302, headers: { location: '/secret' }, body: '' })
    expect((await createOutgoing([other.http])(other.http)).status).toBe(302)
    expect(other.asked.length - before).toBe(1)
  })
})

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:0a00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ])('%s is not public', (address) => expect(isPrivate(address)).toBe(true))
  it.each(['1.1.1.1', '172.32.0.1', '2606:4700::1', '::ffff:1.1.1.1'])('%s is public', (address) =>
    expect(isPrivate(address)).toBe(false),
  )
})

describe('an answer', () => {
  it.each([
    { status: 500, text: '{}' },
    { status: 200, text: '[]' },
    { status: 200, text: 'null' },
    { status: 200, text: '<html>' },
    { status: 200, text: '{"error":"no"}' },
  ])('that is %j is refused', (answer) => expect(() => readObject(answer)).toThrow())
})
