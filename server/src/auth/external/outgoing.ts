import { lookup as resolve } from 'node:dns'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopbackName } from '../../external-config.ts'

/**
 * All outgoing requests of this service. A remote server may answer slowly, endlessly, with a redirect or with an
 * address of the private network; this function rejects each of these.
 */
export type Outgoing = (url: string, request?: OutgoingRequest) => Promise<{ status: number; text: string }>

export type OutgoingRequest = {
  headers?: Record<string, string>
  /** Sent as a form with POST. */
  form?: Record<string, string>
}

/** Total time of an exchange, in milliseconds. */
const PATIENCE = 5000
/** Maximum size of an answer in bytes. */
const MOST = 1_048_576

/**
 * `trusted` are the origins that the operator configured: they may be on the private network, and on loopback without
 * TLS. Every other address must be https and resolve to a public address.
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
        // No keep-alive: the other side may have closed a pooled connection.
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

/** The JSON object of a 2xx answer. Throws with the other side's `error` where present. */
export function readObject(answer: { status: number; text: string }): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(answer.text, storable)
  } catch (cause) {
    throw new Error(`the answer with status ${answer.status} is not JSON`, { cause })
  }
  if (!value || typeof value !== 'object' || Array.isArray(value))
    throw new Error('the answer is not a JSON object')
  const object = value as Record<string, unknown>
  // GitHub reports errors with status 200.
  if (answer.status < 200 || answer.status > 299 || typeof object.error === 'string') {
    throw new Error(`refused with status ${answer.status}: ${String(object.error).slice(0, 200)}`)
  }
  return object
}

/** PostgreSQL text cannot store NUL or unpaired surrogates. */
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

/**
 * Whether the address is loopback, private, link-local, shared, multicast or reserved; an IPv4-mapped IPv6 address
 * counts as its IPv4 address.
 */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1]
  if (mapped) return isIP(mapped) === 4 ? isPrivate(mapped) : true
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Connects to the address that was checked, so a DNS change in between has no effect. */
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
