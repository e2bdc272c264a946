import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { authError } from '../errors.ts'
import type { Service } from '../service.ts'

/**
 * Looks a password up in known leaks (`password_hibp_enabled`). Only the first five letters of its SHA-1 leave this
 * server, and the answer is padded, so the service learns nothing. When it is unreachable, the password is accepted:
 * sign-up must not depend on another service.
 */
const RANGE = 'https://api.pwnedpasswords.com/range/'
/** Milliseconds. */
const TIMEOUT = 2_000
/** After a failure, skips the lookup for this many milliseconds. */
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
    // Padding entries have count zero.
    return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(':0'))
  } catch (error) {
    failedAt.set(context, now)
    context.log.warn({ reason: (error as Error).message }, 'leaked-password service is unreachable')
    return false
  }
}
