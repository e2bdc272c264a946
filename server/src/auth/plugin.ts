import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { acceptJson } from '../http/json-body.ts'
import { adminAudit } from './admin/admin-audit.ts'
import { adminFactors } from './admin/admin-factors.ts'
import { adminGenerateLink } from './admin/admin-generate-link.ts'
import { adminSsoProviders } from './admin/admin-sso-providers.ts'
import { adminUserCreate } from './admin/admin-user-create.ts'
import { adminUserDelete } from './admin/admin-user-delete.ts'
import { adminUserGet } from './admin/admin-user-get.ts'
import { adminUserUpdate } from './admin/admin-user-update.ts'
import { adminUsersList } from './admin/admin-users-list.ts'
import { captcha } from './captcha.ts'
import { otp } from './codes/otp.ts'
import { reauthenticate } from './codes/reauthenticate.ts'
import { recover } from './codes/recover.ts'
import { resend } from './codes/resend.ts'
import { verifyGet } from './codes/verify-get.ts'
import { verifyPost } from './codes/verify-post.ts'
import { loggable } from './error-log.ts'
import { renderError } from './error-response.ts'
import { authError } from './errors.ts'
import { factorChallenge } from './factors/factor-challenge.ts'
import { factorEnroll } from './factors/factor-enroll.ts'
import { factorUnenroll } from './factors/factor-unenroll.ts'
import { factorVerify } from './factors/factor-verify.ts'
import { recoveryCodes } from './factors/recovery-codes.ts'
import { health } from './health.ts'
import { housekeeping } from './housekeeping.ts'
import { authorize } from './identities/authorize.ts'
import { callback } from './identities/callback.ts'
import { identityAuthorize } from './identities/identity-authorize.ts'
import { identityDelete } from './identities/identity-delete.ts'
import { sso } from './identities/sso.ts'
import { ssoSamlAcs } from './identities/sso-saml-acs.ts'
import { ssoSamlMetadata } from './identities/sso-saml-metadata.ts'
import { jwks } from './jwks.ts'
import { passkeyAuthentication } from './passkeys/passkey-authentication.ts'
import { passkeyRegistration } from './passkeys/passkey-registration.ts'
import { passkeys } from './passkeys/passkeys.ts'
import { requestLimit } from './request-limit.ts'
import { createService } from './service.ts'
import { logout } from './sessions/logout.ts'
import { token } from './sessions/token.ts'
import { settings } from './settings.ts'
import { unsupported } from './unsupported.ts'
import { invite } from './users/invite.ts'
import { signup } from './users/signup.ts'
import { userGet } from './users/user-get.ts'
import { userPut } from './users/user-put.ts'

/** The auth service: GoTrue's protocol over schema `auth`. Registers the endpoints, one file each. */
export async function auth(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposedHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    maxAge: 600,
  })
  // auth-js sends a JSON content type with DELETE and POST /logout too, without a body.
  acceptJson(app, ({ message }) => authError('bad_json', `Could not parse request body as JSON: ${message}`))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(authError('unknown'), request, reply))
  // Answers are personal and must not be cached. The public keys set their own header.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  const service = await createService(context)
  requestLimit(app, service)
  captcha(app, service)
  health(app)
  settings(app, service)
  jwks(app, service)
  signup(app, service)
  token(app, service)
  otp(app, service)
  recover(app, service)
  resend(app, service)
  verifyGet(app, service)
  verifyPost(app, service)
  userGet(app, service)
  userPut(app, service)
  reauthenticate(app, service)
  logout(app, service)
  authorize(app, service)
  callback(app, service)
  identityAuthorize(app, service)
  identityDelete(app, service)
  sso(app, service)
  ssoSamlMetadata(app, service)
  ssoSamlAcs(app, service)
  factorEnroll(app, service)
  factorChallenge(app, service)
  factorVerify(app, service)
  factorUnenroll(app, service)
  recoveryCodes(app, service)
  passkeyRegistration(app, service)
  passkeyAuthentication(app, service)
  passkeys(app, service)
  invite(app, service)
  adminGenerateLink(app, service)
  adminUsersList(app, service)
  adminUserCreate(app, service)
  adminUserGet(app, service)
  adminUserUpdate(app, service)
  adminUserDelete(app, service)
  adminSsoProviders(app, service)
  adminFactors(app, service)
  adminAudit(app, service)
  unsupported(app, service)
  housekeeping(app, service)
}

/** Sends an error in the dialect that the client requested. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const version = request.headers['x-supabase-api-version']
  const answer = renderError(error, Array.isArray(version) ? version[0] : version, request.id)
  if (answer.status >= 500) request.log.error({ error: loggable(error) }, 'auth request failed')
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}
