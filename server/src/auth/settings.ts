import type { FastifyInstance } from 'fastify'
import { knownNames } from './external/providers.ts'
import type { Service } from './service.ts'

/** GET /settings: which sign-in methods are enabled. */
export function settings(app: FastifyInstance, { settings, providers, texts }: Service): void {
  app.get('/settings', async () => ({
    external: {
      anonymous_users: settings.enable_anonymous_sign_ins,
      ...Object.fromEntries([...knownNames, ...providers.keys()].map((name) => [name, providers.has(name)])),
      email: settings.email.enable_signup,
      // Phone sign-in needs a way to send codes.
      phone: settings.sms.enable_signup && (texts.provider !== '' || texts.tests),
    },
    disable_signup: !settings.enable_signup,
    mailer_autoconfirm: !settings.email.enable_confirmations,
    phone_autoconfirm: !settings.sms.enable_confirmations,
    sms_provider: texts.provider,
    saml_enabled: settings.saml.enabled,
    saml_private_key_next_configured: false,
    passkeys_enabled: settings.passkey.enabled,
  }))
}
