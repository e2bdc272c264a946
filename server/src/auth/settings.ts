import type { FastifyInstance } from 'fastify'
import type { Service } from './service.ts'

/** Providers a client may ask about; none of them is built, so none is ever on. */
const providers = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'zoom',
]

/** GET /settings: what a sign-in page may offer. */
export function settings(app: FastifyInstance, { settings, texts }: Service): void {
  app.get('/settings', async () => ({
    external: {
      anonymous_users: settings.enable_anonymous_sign_ins,
      ...Object.fromEntries(providers.map((name) => [name, false])),
      email: settings.email.enable_signup,
      phone: settings.sms.enable_signup,
    },
    disable_signup: !settings.enable_signup,
    mailer_autoconfirm: !settings.email.enable_confirmations,
    phone_autoconfirm: !settings.sms.enable_confirmations,
    sms_provider: texts.provider,
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: settings.passkey.enabled,
  }))
}
