import type { ExternalSettings } from '../../external-config.ts'
import { exchangeCode } from './code-exchange.ts'
import { identityOf, usableEmail } from './openid-profile.ts'
import { type Outgoing, readObject, storable } from './outgoing.ts'
import { codeRequest, type Provider } from './provider.ts'

/** GitHub, or GitHub Enterprise at `url`: OAuth 2; the profile comes from its REST API. */
export function github(settings: ExternalSettings, outgoing: Outgoing): Provider {
  const site = settings.url.replace(/\/$/, '') || 'https://github.com'
  const api = settings.url ? `${site}/api/v3` : 'https://api.github.com'
  return {
    name: 'github',
    emailOptional: settings.email_optional,
    redirectUri: settings.redirect_uri || null,
    canAuthorize: true,
    openid: null,

    async authorizationUrl(request) {
      return codeRequest(`${site}/login/oauth/authorize`, settings.client_id, ['user:email'], request)
    },

    async redeem(redemption) {
      const exchange = {
        endpoint: `${site}/login/oauth/access_token`,
        clientId: settings.client_id,
        secret: settings.secret,
        authentication: 'client_secret_post',
      } as const
      const { accessToken, refreshToken } = await exchangeCode(outgoing, exchange, redemption)
      const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' }
      const user = readObject(await outgoing(`${api}/user`, { headers }))
      if (typeof user.id !== 'number') throw new Error('GitHub returned no id')
      const subject = String(user.id)
      const { email, verified } = primary(await outgoing(`${api}/user/emails`, { headers }))
      const name = user.name ?? user.login
      return {
        accessToken,
        refreshToken,
        profile: {
          subject,
          email,
          emailVerified: verified,
          claims: {
            iss: api,
            name,
            full_name: name,
            avatar_url: user.avatar_url,
            user_name: user.login,
            preferred_username: user.login,
            ...identityOf(subject, email, verified),
          },
        },
      }
    },
  }
}

/** The account's primary address. */
function primary({ status, text }: { status: number; text: string }): {
  email: string | null
  verified: boolean
} {
  if (status !== 200) throw new Error(`GitHub did not return the e-mail addresses: status ${status}`)
  const list: unknown = JSON.parse(text, storable)
  const found = Array.isArray(list)
    ? (list as Record<string, unknown>[]).find((entry) => entry?.primary === true)
    : undefined
  const email = usableEmail(found?.email)
  return { email, verified: email !== null && found?.verified === true }
}
