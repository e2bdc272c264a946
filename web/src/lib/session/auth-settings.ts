import { useEffect, useState } from 'react'
import { env } from '#lib/data/env.ts'

/** The sign-in methods that the auth service offers, as it reports them: methods that are not configured are not shown. */
export type AuthSettings = {
  external: Readonly<Record<string, boolean>>
  disable_signup: boolean
  mailer_autoconfirm: boolean
  saml_enabled: boolean
  passkeys_enabled: boolean
}

let asked: Promise<AuthSettings> | undefined

/** Requested once per page, and again after a failure. */
export function authSettings(): Promise<AuthSettings> {
  asked ??= fetch('/auth/v1/settings', { headers: { apikey: env.anonKey } })
    .then((response) => {
      if (!response.ok) throw new Error(`the settings of the auth service answered ${response.status}`)
      return response.json() as Promise<AuthSettings>
    })
    .catch((error: unknown) => {
      asked = undefined
      throw error
    })
  return asked
}

/** Null until loaded; without an answer, only the methods that always exist are offered. */
export function useAuthSettings(): AuthSettings | null {
  const [settings, setSettings] = useState<AuthSettings | null>(null)
  useEffect(() => {
    authSettings().then(setSettings, (error: unknown) => console.error(error))
  }, [])
  return settings
}

/** Providers' names as they spell them; any other is shown by its identifier. */
const NAMES: Readonly<Record<string, string>> = {
  apple: 'Apple',
  azure: 'Microsoft',
  bitbucket: 'Bitbucket',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  spotify: 'Spotify',
  twitch: 'Twitch',
  twitter: 'X',
}
/** The service's own methods, which are not providers. */
const OWN: ReadonlySet<string> = new Set(['anonymous_users', 'email', 'phone'])

export type Provider = { id: string; name: string }

export const providerName = (id: string): string => NAMES[id] ?? id.replace(/^custom:/, '')

/** The configured providers, sorted by name. */
export function providersOf(settings: AuthSettings | null): Provider[] {
  return Object.entries(settings?.external ?? {})
    .filter(([id, on]) => on && !OWN.has(id))
    .map(([id]) => ({ id, name: providerName(id) }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
