import type { ExternalSettings } from '../../external-config.ts'
import { exchangeCode } from './code-exchange.ts'
import { identityOf, usableEmail } from './openid-profile.ts'
import { type Outgoing, readObject } from './outgoing.ts'
import { codeRequest, isSubject, type Provider } from './provider.ts'

/** Discord: OAuth 2; the profile comes from its REST API. */
export function discord(settings: ExternalSettings, outgoing: Outgoing): Provider {
  const api = `${settings.url.replace(/\/$/, '') || 'https://discord.com'}/api`
  return {
    name: 'discord',
    emailOptional: settings.email_optional,
    redirectUri: settings.redirect_uri || null,
    canAuthorize: true,
    openid: null,

    async authorizationUrl(request) {
      return codeRequest(`${api}/oauth2/authorize`, settings.client_id, ['email', 'identify'], request)
    },

    async redeem(redemption) {
      const exchange = {
        endpoint: `${api}/oauth2/token`,
        clientId: settings.client_id,
        secret: settings.secret,
        authentication: 'client_secret_post',
      } as const
      const { accessToken, refreshToken } = await exchangeCode(outgoing, exchange, redemption)
      const headers = { authorization: `Bearer ${accessToken}` }
      const user = readObject(await outgoing(`${api}/users/@me`, { headers }))
      if (!isSubject(user.id)) throw new Error('Discord returned no id')
      const email = usableEmail(user.email)
      const verified = email !== null && user.verified === true
      const name = user.global_name ?? user.username
      return {
        accessToken,
        refreshToken,
        profile: {
          subject: user.id,
          email,
          emailVerified: verified,
          claims: {
            iss: api,
            name,
            full_name: user.username,
            ...(typeof user.avatar === 'string' && {
              avatar_url: `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.png`,
            }),
            custom_claims: { global_name: user.global_name ?? null },
            ...identityOf(user.id, email, verified),
          },
        },
      }
    },
  }
}
