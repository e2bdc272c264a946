import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../service.ts'

/**
 * Recognises browsers that an account has signed in from, so that an attacker's guesses never lock the owner out. The
 * browser holds a cookie with a code that only this server can create for this account; nothing is stored, and the
 * cookie alone gives no access.
 */
const PATH = '/auth/v1/token'
/** Seconds. */
const LIFE = 180 * 86_400

/** Identifies this browser among the account's others; null if it has never signed in. */
export function knownDevice(service: Service, request: FastifyRequest, userId: string): string | null {
  return proven(service, request, userId)?.device ?? null
}

/** Sets the cookie after a sign-in. A cookie in the second half of its life is renewed. */
export function rememberDevice(service: Service, reply: FastifyReply, userId: string): void {
  const { context } = service
  const now = Math.floor(context.now().getTime() / 1000)
  const known = proven(service, reply.request, userId)
  if (known && known.until - now > LIFE / 2) return
  const device = known?.device ?? context.random(12).toString('base64url')
  const until = now + LIFE
  const value = `${device}.${until}.${code(service, userId, `${device}.${until}`)}`
  const secure = byHttps(service) ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${nameFor(service, userId)}=${value}; Path=${PATH}; Max-Age=${LIFE}; HttpOnly; SameSite=Strict${secure}`,
  )
}

function proven(
  service: Service,
  request: FastifyRequest,
  userId: string,
): { device: string; until: number } | null {
  const name = nameFor(service, userId)
  const pairs = (request.headers.cookie ?? '').split('; ')
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const [device, until, given] = value.split('.')
  if (!device || !until || !given) return null
  const expected = Buffer.from(code(service, userId, `${device}.${until}`))
  const presented = Buffer.from(given)
  if (expected.length !== presented.length || !timingSafeEqual(expected, presented)) return null
  return Number(until) * 1000 > service.context.now().getTime() ? { device, until: Number(until) } : null
}

/** One browser may know several accounts; the name does not reveal them. `__Host-` would send it to every path. */
const nameFor = (service: Service, userId: string): string =>
  `${byHttps(service) ? '__Secure-' : ''}device-${code(service, userId, 'name').slice(0, 12)}`

const byHttps = ({ context }: Service): boolean => context.publicUrl.startsWith('https:')

const code = ({ context }: Service, userId: string, text: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', context.keys.encryptionKey, '', 'known-device', 32)))
    .update(`${userId}/${text}`)
    .digest('base64url')
