import { expect, it } from 'vitest'
import { type AuthSettings, providersOf } from './auth-settings.ts'

const settings = (external: Record<string, boolean>): AuthSettings => ({
  external,
  disable_signup: false,
  mailer_autoconfirm: true,
  saml_enabled: false,
  passkeys_enabled: false,
})

it('offers the providers that are on, and none of the service’s own ways', () => {
  const external = {
    anonymous_users: true,
    email: true,
    phone: true,
    google: true,
    apple: false,
    github: true,
    'custom:banque': true,
  }
  expect(providersOf(settings(external)).map(({ name }) => name)).toEqual(['banque', 'GitHub', 'Google'])
})

it('offers nothing while nothing is known', () => {
  expect(providersOf(null)).toEqual([])
})
