// The addresses that a webhook may reach: the public internet, and those that the operator lists. A webhook must not make this
// machine send requests to itself or to its neighbours.
import { BlockList, isIP } from 'node:net'

/** Networks outside the public internet (IANA's special-purpose registries); metadata services are link-local. */
const SPECIAL_V4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])
/** The only allocated part of IPv6; embedded IPv4 addresses (mapped, NAT64) are outside it. */
const GLOBAL_V6 = blockList('ipv6', [['2000::', 3]])
/** Exceptions inside it: tunnels, which embed IPv4 addresses too, and documentation prefixes. */
const SPECIAL_V6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

function blockList(family: 'ipv4' | 'ipv6', nets: readonly (readonly [net: string, prefix: number])[]) {
  const list = new BlockList()
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family)
  return list
}

/** Whether a resolved address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !SPECIAL_V4.check(address, 'ipv4')
  return family === 6 && GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
}

/** The operator's own addresses and networks that are allowed in addition. */
export type AllowedAddresses = { allows: (address: string) => boolean }

/** Parses `127.0.0.1, 10.1.0.0/16, fd00::/8`. Throws a RangeError that names the invalid part. */
export function readAllowedAddresses(setting: string): AllowedAddresses {
  const list = new BlockList()
  for (const part of setting.split(',').map((text) => text.trim())) {
    if (part === '') continue
    const [net = '', bits, ...rest] = part.split('/')
    const family = isIP(net)
    const widest = family === 6 ? 128 : 32
    const prefix = bits === undefined ? widest : Number(/^\d{1,3}$/.exec(bits)?.[0] ?? Number.NaN)
    if (family === 0 || rest.length > 0 || !(prefix >= 0 && prefix <= widest)) {
      throw new RangeError(`expected addresses or networks such as 10.1.0.0/16, not "${part}"`)
    }
    list.addSubnet(net, prefix, family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    allows: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}
