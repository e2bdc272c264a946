import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { requireAdmin, requireUser } from './caller.ts'
import { type AuthErrorCode, authError, invalid } from './errors.ts'
import { optionalText, readBody } from './request-body.ts'
import type { Service } from './service.ts'

/**
 * Endpoints of the protocol that are not offered: each answers what GoTrue answers when the feature is off,
 * after the same check of the caller. An endpoint moves out of this file into its own when it is built.
 */
type Level = 'public' | 'user' | 'admin'

const off: [HTTPMethods, string, Level, AuthErrorCode][] = [
  ['POST', '/passkeys/registration/options', 'public', 'passkey_disabled'],
  ['POST', '/passkeys/registration/verify', 'public', 'passkey_disabled'],
  ['POST', '/passkeys/authentication/options', 'public', 'passkey_disabled'],
  ['POST', '/passkeys/authentication/verify', 'public', 'passkey_disabled'],
  ['GET', '/passkeys', 'public', 'passkey_disabled'],
  ['PATCH', '/passkeys/:id', 'public', 'passkey_disabled'],
  ['DELETE', '/passkeys/:id', 'public', 'passkey_disabled'],
  ['GET', '/factors/recovery-codes', 'user', 'mfa_factor_not_found'],
  ['POST', '/factors/recovery-codes', 'user', 'mfa_recovery_codes_enroll_not_enabled'],
  ['POST', '/factors/recovery-codes/verify', 'user', 'mfa_recovery_codes_verify_not_enabled'],
  ['POST', '/factors/recovery-codes/regenerate', 'user', 'mfa_recovery_codes_enroll_not_enabled'],
  ['DELETE', '/factors/recovery-codes', 'user', 'mfa_factor_not_found'],
  ['POST', '/factors/:id/challenge', 'user', 'mfa_factor_not_found'],
  ['POST', '/factors/:id/verify', 'user', 'mfa_factor_not_found'],
  ['DELETE', '/factors/:id', 'user', 'mfa_factor_not_found'],
  ['GET', '/oauth/authorize', 'public', 'feature_disabled'],
  ['GET', '/oauth/authorizations/:id', 'user', 'feature_disabled'],
  ['POST', '/oauth/authorizations/:id/consent', 'user', 'feature_disabled'],
  ['POST', '/oauth/token', 'public', 'feature_disabled'],
  ['GET', '/oauth/userinfo', 'public', 'feature_disabled'],
  ['POST', '/oauth/clients/register', 'public', 'feature_disabled'],
  ['GET', '/user/oauth/grants', 'user', 'feature_disabled'],
  ['DELETE', '/user/oauth/grants', 'user', 'feature_disabled'],
]

const everyMethod: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function unsupported(app: FastifyInstance, service: Service): void {
  for (const [method, url, level, code] of off) {
    app.route({
      method,
      url,
      handler: async (request) => {
        await admit(service, request, level)
        throw authError(code)
      },
    })
  }
  app.route({
    method: everyMethod,
    url: '/admin/*',
    handler: async (request) => {
      await admit(service, request, 'admin')
      throw authError(request.url.includes('/admin/oauth/') ? 'feature_disabled' : 'unknown')
    },
  })
  app.post('/factors', (request) => refuseFactor(service, request))
}

async function admit(service: Service, request: FastifyRequest, level: Level): Promise<void> {
  if (level === 'user') await requireUser(service, request)
  if (level === 'admin') await requireAdmin(service, request)
}

const factorShape = z.object({ factor_type: optionalText })
const enrolment: Record<string, AuthErrorCode> = {
  totp: 'mfa_totp_enroll_not_enabled',
  phone: 'mfa_phone_enroll_not_enabled',
  webauthn: 'mfa_webauthn_enroll_not_enabled',
}

async function refuseFactor(service: Service, request: FastifyRequest): Promise<never> {
  await requireUser(service, request)
  const code = enrolment[readBody(request, factorShape).factor_type ?? '']
  if (!code) throw invalid('factor_type needs to be totp, phone, or webauthn')
  throw authError(code)
}
