// Sends a POST to a user-supplied URL. The name is resolved once, all its addresses are checked, and the connection uses one of
// them, so a later DNS change has no effect. Redirects are not followed, and slow or endless answers are cut off.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { type AllowedAddresses, isPublicAddress } from './address-guard.ts'

/** Total time of the exchange, in milliseconds. */
export const EXCHANGE_MS = 10_000
/** Maximum answer size; only the status matters. */
const MOST_BYTES = 64 * 1024

export type Resolve = (host: string) => Promise<readonly string[]>

export type PostRules = {
  allowed: AllowedAddresses
  resolve?: Resolve
  withinMs?: number
}

export type PostOutcome = {
  /** The answer's status, if any. */
  status: number | null
  /** Null on success: a status from 200 to 299. */
  error: string | null
  /** The address that was connected to. */
  address: string | null
}

const everyAddress: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** Sends once. Never rejects: `outcome.error` names the failure. */
export async function guardedPost(
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowed, resolve = everyAddress, withinMs = EXCHANGE_MS }: PostRules,
): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(withinMs)
  let address: string | null = null
  try {
    const url = readTarget(target)
    address = await judgedAddress(url, allowed, resolve, signal)
    const status = await exchange(url, address, headers, body, signal)
    return { status, error: problemOf(status), address }
  } catch (error) {
    const reason = signal.aborted ? 'timed_out' : (error as NodeJS.ErrnoException).code
    return { status: null, error: reason ?? (error as Error).message, address }
  }
}

/** Why nothing was sent. */
class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

function readTarget(target: string): URL {
  const url = URL.parse(target)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Refused('address_refused')
  return url
}

async function judgedAddress(
  url: URL,
  allowed: AllowedAddresses,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<string> {
  // URL has already normalised decimal, octal and hexadecimal addresses.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await orAborted(resolve(host), signal)
  const listed = addresses.length > 0 && addresses.every((address) => allowed.allows(address))
  if (!listed) {
    // A private address among public ones is an attack.
    if (!addresses.every((address) => allowed.allows(address) || isPublicAddress(address))) {
      throw new Refused('address_refused')
    }
    if (url.protocol !== 'https:') throw new Refused('https_required')
  }
  const [first] = addresses
  if (first === undefined) throw new Refused('name_not_found')
  return first
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

function exchange(
  url: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const family = isIP(address) as 4 | 6
  const request = (url.protocol === 'https:' ? https : http).request(
    url,
    {
      method: 'POST',
      // No keep-alive: an open connection may lead to an unchecked address.
      agent: false,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      lookup: (_, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
      signal,
    },
    (answer) => {
      let taken = 0
      const finish = () => {
        answer.destroy()
        resolve(answer.statusCode ?? 0)
      }
      answer.on('data', (part: Buffer) => {
        taken += part.length
        if (taken > MOST_BYTES) finish()
      })
      answer.on('end', finish)
      answer.on('error', reject)
    },
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect_refused' : `http_${status}`
}
