import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { adminAudit } from './admin-audit.ts'
import { adminFactors } from './admin-factors.ts'
import { adminGenerateLink } from './admin-generate-link.ts'
import { adminSsoProviders } from './admin-sso-providers.ts'
import { adminUserCreate } from './admin-user-create.ts'
import { adminUserDelete } from './admin-user-delete.ts'
import { adminUserGet } from './admin-user-get.ts'
import { adminUserUpdate } from './admin-user-update.ts'
import { adminUsersList } from './admin-users-list.ts'
import { authorize } from './authorize.ts'
import { callback } from './callback.ts'
import { captcha } from './captcha.ts'
import { loggable } from './error-log.ts'
import { renderError } from './error-response.ts'
import { authError } from './errors.ts'
import { factorChallenge } from './factor-challenge.ts'
import { factorEnroll } from './factor-enroll.ts'
import { factorUnenroll } from './factor-unenroll.ts'
import { factorVerify } from './factor-verify.ts'
import { health } from './health.ts'
import { housekeeping } from './housekeeping.ts'
import { identityAuthorize } from './identity-authorize.ts'
import { identityDelete } from './identity-delete.ts'
import { invite } from './invite.ts'
import { jwks } from './jwks.ts'
import { logout } from './logout.ts'
import { otp } from './otp.ts'
import { passkeyAuthentication } from './passkey-authentication.ts'
import { passkeyRegistration } from './passkey-registration.ts'
import { passkeys } from './passkeys.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { acceptJson } from './request-body.ts'
import { requestLimit } from './request-limit.ts'
import { resend } from './resend.ts'
import { createService } from './service.ts'
import { settings } from './settings.ts'
import { signup } from './signup.ts'
import { sso } from './sso.ts'
import { ssoSamlAcs } from './sso-saml-acs.ts'
import { ssoSamlMetadata } from './sso-saml-metadata.ts'
import { token } from './token.ts'
import { unsupported } from './unsupported.ts'
import { userGet } from './user-get.ts'
import { userPut } from './user-put.ts'
import { verifyGet } from './verify-get.ts'
import { verifyPost } from './verify-post.ts'

/** The auth service: GoTrue's protocol over schema `auth`. One file an endpoint; this one only registers them. */
export async function auth(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposedHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    maxAge: 600,
  })
  acceptJson(app)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(authError('unknown'), request, reply))
  // What is answered here is one person's: no cache may keep it. The public keys say otherwise themselves.
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

/** Answers with an error in the dialect the client asked for. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const version = request.headers['x-supabase-api-version']
  const answer = renderError(error, Array.isArray(version) ? version[0] : version, request.id)
  if (answer.status >= 500) request.log.error({ error: loggable(error) }, 'auth request failed')
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}
