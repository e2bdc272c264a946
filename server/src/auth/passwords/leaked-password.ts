import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { authError } from '../errors.ts'
import type { Service } from '../service.ts'

/**
 * Whether a password is known from leaks (`password_hibp_enabled`). Only the first five letters of its
 * SHA-1 leave this server, with padding in the answer: the service learns nothing. When it cannot be reached the
 * password is taken: a sign-up must not depend on somebody else's server.
 */
const RANGE = 'https://api.pwnedpasswords.com/range/'
/** In milliseconds. */
const TIMEOUT = 2_000
/** For so many milliseconds after a failure nobody is made to wait for the next one. */
const PAUSE = 60_000

const failedAt = new WeakMap<Context, number>()

/** Throws `weak_password` with reason `pwned`. */
export async function requireUnleaked(service: Service, password: string): Promise<void> {
  if (!service.settings.password_hibp_enabled || !(await isLeaked(service, password))) return
  throw authError(
    'weak_password',
    'Password is known to be weak and easy to guess, please choose a different one.',
    { extra: { weak_password: { reasons: ['pwned'] } } },
  )
}

async function isLeaked({ context }: Service, password: string): Promise<boolean> {
  const now = context.now().getTime()
  if (now - (failedAt.get(context) ?? Number.NEGATIVE_INFINITY) < PAUSE) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const reach = context.fetch ?? fetch
  try {
    const response = await reach(RANGE + hash.slice(0, 5), {
      headers: { 'add-padding': 'true', 'user-agent': 'auth-server' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (!response.ok) throw new Error(`the range service answered ${response.status}`)
    const lines = (await response.text()).split(/\r?\n/)
    // Padding has a count of zero.
    return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(':0'))
  } catch (error) {
    failedAt.set(context, now)
    context.log.warn({ reason: (error as Error).message }, 'leaked passwords could not be asked for')
    return false
  }
}
