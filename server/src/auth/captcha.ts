import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bearer } from '../http/gateway.ts'
import { addressOf } from './caller.ts'
import { authError } from './errors.ts'
import { queryValue } from './request-body.ts'
import type { Service } from './service.ts'

/**
 * `[auth.captcha]`: verified before anything is looked up or sent. The token is in
 * `gotrue_meta_security.captcha_token`; hCaptcha or Turnstile verifies it. When the provider cannot be reached, the
 * request is refused. The service key needs no captcha.
 */
const judges = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}
/** Milliseconds. */
const TIMEOUT = 5_000
const LONGEST_TOKEN = 4096

const guarded = new Set([
  '/signup',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/token',
  '/sso',
  '/passkeys/authentication/options',
])
/** These grants already carry a proof: a token, a code or a provider's assertion. */
const proven = new Set(['refresh_token', 'pkce', 'id_token'])

const shape = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string() }) })
const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

export function captcha(app: FastifyInstance, service: Service): void {
  if (!service.settings.captcha.enabled) return
  app.addHook('preHandler', async (request) => {
    const path = request.routeOptions.url?.replace(/^\/auth\/v1/, '') ?? ''
    if (request.method !== 'POST' || !guarded.has(path)) return
    if (path === '/token' && proven.has(queryValue(request, 'grant_type') ?? '')) return
    if (await isServer(service, request)) return
    const body = shape.safeParse(request.body)
    const token = body.success ? body.data.gotrue_meta_security.captcha_token : ''
    if (!token || token.length > LONGEST_TOKEN) throw refused('no captcha_token found')
    await judge(service, request, token)
  })
}

async function isServer({ context }: Service, request: FastifyRequest): Promise<boolean> {
  const token = bearer(context.keys, request.headers)
  if (!token) return false
  const claims = await context.keys.verify(token).catch(() => null)
  return claims?.role === 'service_role'
}

async function judge({ context, settings }: Service, request: FastifyRequest, token: string): Promise<void> {
  const { provider, secret } = settings.captcha
  const reach = context.fetch ?? fetch
  const answer = await reach(judges[provider], {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token, remoteip: addressOf(request) }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
    .then((response) => response.json())
    .catch((cause) => {
      throw authError('unexpected_failure', 'captcha verification process failed', { cause })
    })
  const judged = verdict.safeParse(answer)
  if (!judged.success) throw authError('unexpected_failure', 'captcha verification process failed')
  if (!judged.data.success) throw refused(judged.data['error-codes']?.join(', ') ?? '')
}

const refused = (why: string) =>
  authError('captcha_failed', `captcha protection: request disallowed (${why})`)
