import { lookup as resolve } from 'node:dns'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopbackName } from '../../external-config.ts'

/**
 * The only way out of this service. Somebody else's server may answer slowly, without end, with a redirect or
 * with the address of a machine of our own network: none of these gets further than here.
 */
export type Outgoing = (url: string, request?: OutgoingRequest) => Promise<{ status: number; text: string }>

export type OutgoingRequest = {
  headers?: Record<string, string>
  /** Sent as a form by POST. */
  form?: Record<string, string>
}

/** A whole exchange, in milliseconds. */
const PATIENCE = 5000
/** Bytes of an answer. */
const MOST = 1_048_576

/**
 * `trusted` are the origins that the operator wrote into the configuration: they may lie on the own network,
 * and on loopback without TLS. Every other address must be https and public when the connection is made.
 */
export function createOutgoing(trusted: string[], patience = PATIENCE): Outgoing {
  const origins = new Set(trusted.map((url) => new URL(url).origin))
  return (text, { headers = {}, form } = {}) => {
    const url = new URL(text)
    const own = origins.has(url.origin)
    if (url.protocol !== 'https:' && !(own && url.protocol === 'http:' && isLoopbackName(url.hostname))) {
      return Promise.reject(new Error(`${url.origin} is not an https address`))
    }
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!own && isIP(host) && isPrivate(host)) {
      return Promise.reject(new Error(`${url.origin} is not a public address`))
    }
    const body = form && new URLSearchParams(form).toString()
    return new Promise((fulfil, reject) => {
      const sent = (url.protocol === 'https:' ? secure : plain)(url, {
        method: form ? 'POST' : 'GET',
        // A connection of its own: a pooled one may have been closed by the other side meanwhile.
        agent: false,
        signal: AbortSignal.timeout(patience),
        ...(!own && { lookup: publicOnly }),
        headers: {
          accept: 'application/json',
          'user-agent': 'vigie',
          ...(body !== undefined && {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': String(Buffer.byteLength(body)),
          }),
          ...headers,
        },
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        const parts: Buffer[] = []
        let length = 0
        response.on('data', (part: Buffer) => {
          parts.push(part)
          length += part.length
          if (length > MOST) sent.destroy(new Error(`${url.origin} answered with more than ${MOST} bytes`))
        })
        response.on('error', reject)
        response.on('end', () => {
          const status = response.statusCode ?? 0
          fulfil({ status, text: Buffer.concat(parts).toString('utf8') })
        })
      })
      sent.end(body)
    })
  }
}

/** An object from an answer of 2xx. Throws with the other side's own `error` where it names one. */
export function readObject(answer: { status: number; text: string }): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(answer.text, storable)
  } catch (cause) {
    throw new Error(`an answer with status ${answer.status} was not JSON`, { cause })
  }
  if (!value || typeof value !== 'object' || Array.isArray(value)) throw new Error('an answer was no object')
  const object = value as Record<string, unknown>
  // GitHub refuses with status 200.
  if (answer.status < 200 || answer.status > 299 || typeof object.error === 'string') {
    throw new Error(`refused with status ${answer.status}: ${String(object.error).slice(0, 200)}`)
  }
  return object
}

/** PostgreSQL's text holds neither the NUL character nor half of a surrogate pair. */
export const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

const privateRanges = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateRanges.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateRanges.addSubnet(network, bits, 'ipv6')
}

/** Loopback, private, link-local, shared, multicast or reserved; an IPv4 address in IPv6 counts as itself. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1]
  if (mapped) return isIP(mapped) === 4 ? isPrivate(mapped) : true
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The address that was checked is the one connected to: a name cannot point elsewhere in between. */
const publicOnly: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    const open = found.filter(({ address }) => !isPrivate(address))
    const [first] = open
    if (!first) return done(new Error(`${hostname} has no public address`), [])
    if (options.all) return done(null, open)
    return done(null, first.address, first.family)
  })
}
