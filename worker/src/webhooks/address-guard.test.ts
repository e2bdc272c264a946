import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWorkerConfig } from '../config.ts'
import { isPublicAddress, readAllowedAddresses } from './address-guard.ts'

it('no private address is allowed unless a setting names it', () => {
  const { webhooks } = readWorkerConfig({ DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/postgres' })
  expect(webhooks.allowed.allows('127.0.0.1')).toBe(false)
})

describe('a public internet address', () => {
  it.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4007::1'])(
    'includes %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:93.184.216.34',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '2130706433',
    '',
  ])('excludes %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it('excludes every host of a private network', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const host = fc.tuple(
      fc.constantFrom('10.0', '127.0', '169.254', '172.16', '172.31', '192.168', '100.64', '100.127'),
      byte,
      byte,
    )
    fc.assert(
      fc.property(host, ([net, third, fourth]) => {
        expect(isPublicAddress(`${net}.${third}.${fourth}`)).toBe(false)
        expect(isPublicAddress(`::ffff:${net}.${third}.${fourth}`)).toBe(false)
      }),
    )
  })
})

describe('the operator’s allow list', () => {
  it('may contain addresses and networks of both families', () => {
    const { allows } = readAllowedAddresses('127.0.0.1, 10.1.0.0/16,fd00::/8')
    expect(['127.0.0.1', '10.1.255.1', 'fd12::1'].map(allows)).toEqual([true, true, true])
    expect(['127.0.0.2', '10.2.0.1', '::1', 'localhost'].map(allows)).toEqual([false, false, false, false])
  })

  it('is empty by default', () => {
    expect(readAllowedAddresses('').allows('127.0.0.1')).toBe(false)
  })

  it.each(['localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/-1'])(
    'reports the invalid entry %s',
    (part) => expect(() => readAllowedAddresses(part)).toThrow(`"${part}"`),
  )
})
