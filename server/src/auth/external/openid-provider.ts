import { createHash, timingSafeEqual } from 'node:crypto'
import { importPKCS8, SignJWT } from 'jose'
import { type ExternalSettings, knownIssuers } from '../../external-config.ts'
import type { Metadata } from '../store/users.ts'
import { exchangeCode } from './code-exchange.ts'
import { openIdIssuer } from './openid-issuer.ts'
import { openIdProfile } from './openid-profile.ts'
import { type Outgoing, readObject } from './outgoing.ts'
import { codeRequest, type Provider } from './provider.ts'

/** Google, Apple and every other provider that supports OpenID Connect Discovery. */
export function openIdProvider(
  name: string,
  settings: ExternalSettings,
  outgoing: Outgoing,
  now: () => Date,
): Provider {
  const url = settings.url || (knownIssuers[name] as string)
  const aliases = name === 'google' && !settings.url ? ['accounts.google.com'] : []
  const issuer = openIdIssuer(url, aliases, outgoing, now)
  const clientIds = settings.client_id.split(',').map((id) => id.trim())
  const clientId = clientIds[0] as string
  const isApple = name === 'apple'

  return {
    name,
    emailOptional: settings.email_optional,
    redirectUri: settings.redirect_uri || null,
    canAuthorize: settings.secret !== '' || !['google', 'apple'].includes(name),
    openid: {
      issuers: [url, ...aliases],
      skipNonceCheck: settings.skip_nonce_check,
      clientIds,
      verify: issuer.verify,
      profile: openIdProfile,
    },

    async authorizationUrl(request) {
      const { authorization_endpoint: endpoint } = await issuer.discovery()
      const own = isApple ? ['openid', 'email', 'name'] : ['openid', 'email', 'profile']
      // Apple returns name and address only with `form_post`.
      const more = { nonce: request.nonce, ...(isApple && { response_mode: 'form_post' }) }
      return codeRequest(endpoint, clientId, own, request, more)
    },

    async redeem(redemption) {
      const discovery = await issuer.discovery()
      requireSameIssuer(
        url,
        discovery.authorization_response_iss_parameter_supported,
        redemption.parameters.iss,
      )
      const tokens = await exchangeCode(
        outgoing,
        {
          endpoint: discovery.token_endpoint,
          clientId,
          secret: settings.team_id ? await appleSecret(settings, clientId, url, now()) : settings.secret,
          authentication: discovery.token_endpoint_auth_methods_supported.includes('client_secret_post')
            ? 'client_secret_post'
            : 'client_secret_basic',
        },
        redemption,
      )
      if (!tokens.idToken) throw new Error('the provider returned no ID token')
      const claims = await issuer.verify(tokens.idToken)
      requireAudience(claims, [clientId])
      if (!sameText(String(claims.nonce ?? ''), redemption.nonce)) throw new Error('the nonce does not match')
      requireAccessToken(claims, tokens.accessToken)
      const more =
        claims.email === undefined && discovery.userinfo_endpoint
          ? await userInfo(outgoing, discovery.userinfo_endpoint, tokens.accessToken, claims.sub)
          : {}
      const named = isApple ? appleName(redemption.parameters.user) : {}
      return {
        profile: openIdProfile({ ...more, ...named, ...claims }),
        accessToken: tokens.accessToken,
        refreshToken: tokens.refreshToken,
      }
    },
  }
}

/** Checks that the answer comes from the provider that was asked (RFC 9207), since several may share one callback. */
function requireSameIssuer(issuer: string, promised: boolean, given: string | undefined): void {
  if (given === undefined ? promised : given !== issuer) throw new Error('the answer is from another issuer')
}

/** Checks that the token was issued for one of these applications. */
export function requireAudience(claims: Metadata & { aud: string | string[] }, clientIds: string[]): void {
  const audience = [claims.aud].flat()
  const party = claims.azp
  const meant = audience.length > 1 && typeof party === 'string' ? [party] : audience
  if (!meant.some((id) => clientIds.includes(id))) throw new Error('the token is for another audience')
}

/** Checks the access token against `at_hash`, where present (OpenID Connect Core §3.1.3.6). */
export function requireAccessToken(claims: Metadata, accessToken: string): void {
  if (typeof claims.at_hash !== 'string') return
  const belongs = ['sha256', 'sha384', 'sha512'].some((hash) => {
    const digest = createHash(hash).update(accessToken).digest()
    return sameText(digest.subarray(0, digest.length / 2).toString('base64url'), claims.at_hash as string)
  })
  if (!belongs) throw new Error('the access token does not match the ID token')
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

async function userInfo(
  outgoing: Outgoing,
  endpoint: string,
  accessToken: string,
  subject: unknown,
): Promise<Metadata> {
  const claims = readObject(await outgoing(endpoint, { headers: { authorization: `Bearer ${accessToken}` } }))
  if (claims.sub !== subject) throw new Error('the user info describes another subject')
  return claims
}

/** Apple requires a client secret signed for each request (valid for five minutes). */
async function appleSecret(settings: ExternalSettings, clientId: string, audience: string, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({
    sub: clientId,
    iss: settings.team_id,
    aud: audience,
    iat: seconds,
    exp: seconds + 300,
  })
    .setProtectedHeader({ alg: 'ES256', kid: settings.key_id })
    .sign(await importPKCS8(settings.secret, 'ES256'))
}

/** Apple sends the name once, unsigned, next to the first code: it is for display only. */
function appleName(text: string | undefined): Metadata {
  try {
    const { firstName, lastName } = (JSON.parse(text ?? '') as { name?: Record<string, unknown> }).name ?? {}
    const name = [firstName, lastName]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .trim()
    return name ? { name: name.slice(0, 200) } : {}
  } catch {
    return {}
  }
}
