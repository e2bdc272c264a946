import { createPrivateKey, X509Certificate } from 'node:crypto'
import { z } from 'zod'

/**
 * `[auth.external.<name>]` and `[auth.saml]`: identity providers. An enabled provider with missing settings is refused
 * at start rather than at the first sign-in.
 */
const address = z.string().refine((text) => text === '' || isUsableUrl(text), {
  error: 'expected an https address (http only on loopback)',
})

/** An unset `env(NAME)` keeps its literal text, which is never a valid value. */
const resolved = z
  .string()
  .refine((text) => !/^env\(\w+\)$/.test(text), { error: 'the environment variable is not set' })

const provider = z.object({
  enabled: z.boolean().default(false),
  /** Comma-separated: the first is used for sign-in; ID tokens are accepted for any. */
  client_id: z.string().default(''),
  secret: z.string().default(''),
  /** The issuer of an OpenID provider, or the host of a GitHub Enterprise server. */
  url: address.default(''),
  redirect_uri: address.default(''),
  skip_nonce_check: z.boolean().default(false),
  email_optional: z.boolean().default(false),
  /** Apple: with these, `secret` is the private key (PEM) that signs the client secret of each request. */
  team_id: z.string().default(''),
  key_id: z.string().default(''),
})

export type ExternalSettings = z.output<typeof provider>

/** Providers with known endpoints; any other name requires the `url` of an OpenID issuer. */
export const knownIssuers: Record<string, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  gitlab: 'https://gitlab.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
}
const withoutIssuer = ['github', 'discord']

export const externalConfig = z
  .record(z.string().regex(/^[a-z0-9][a-z0-9:_-]{0,48}$/, { error: 'not a provider name' }), provider)
  .default({})
  .superRefine((providers, context) => {
    for (const [name, settings] of Object.entries(providers)) {
      if (!settings.enabled) continue
      const problem = whatIsMissing(name, settings)
      if (problem) context.addIssue({ code: 'custom', path: [name, problem.field], message: problem.message })
    }
  })

function whatIsMissing(name: string, settings: ExternalSettings): { field: string; message: string } | null {
  for (const field of ['client_id', 'secret'] as const) {
    const parsed = resolved.safeParse(settings[field])
    if (!parsed.success) return { field, message: parsed.error.issues[0]?.message ?? '' }
  }
  if (!settings.client_id) return { field: 'client_id', message: 'required for an enabled provider' }
  const known = withoutIssuer.includes(name)
  if (known && !settings.secret) return { field: 'secret', message: 'required for an enabled provider' }
  if (!known && !knownIssuers[name] && !settings.url) {
    return { field: 'url', message: "an enabled OpenID provider requires its issuer's URL" }
  }
  if (Boolean(settings.team_id) !== Boolean(settings.key_id)) {
    return { field: 'key_id', message: 'team_id and key_id must be set together' }
  }
  if (settings.team_id && !isKey(settings.secret)) {
    return { field: 'secret', message: 'with team_id it has to be a private key in PEM' }
  }
  return null
}

/** `[auth.saml]`. With a key, sign-in requests are signed. */
export const samlConfig = z
  .object({
    enabled: z.boolean().default(false),
    private_key: resolved.default(''),
    certificate: resolved.default(''),
    /** Origins from which metadata may be fetched although they are not public https addresses. */
    metadata_origins: z.array(address).default([]),
  })
  .prefault({})
  .superRefine(({ private_key: key, certificate }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (Boolean(key) !== Boolean(certificate))
      refuse('certificate', 'it must be set together with private_key')
    else if (key && !isKey(key)) refuse('private_key', 'expected a private key in PEM')
    else if (key && !isCertificateOf(certificate, key)) {
      refuse('certificate', 'expected the certificate of private_key in PEM')
    }
  })

const fields = [...Object.keys(provider.shape), ...['private_key', 'certificate']].map((name) =>
  name.toUpperCase(),
)
const variable = new RegExp(`^SUPABASE_AUTH_(?:EXTERNAL_(\\w+?)|SAML)_(${fields.join('|')})$`)

/** The official CLI's convention: `SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID` overrides the file. Modifies `auth`. */
export function overrideFromEnvironment(auth: Record<string, unknown>, environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(environment)) {
    const [, owner, field] = variable.exec(name) ?? []
    if (!field || !value) continue
    const table = owner ? child(child(auth, 'external'), owner.toLowerCase()) : child(auth, 'saml')
    table[field.toLowerCase()] = value === 'true' ? true : value === 'false' ? false : value
  }
}

function child(table: Record<string, unknown>, name: string): Record<string, unknown> {
  const known = table[name]
  if (known && typeof known === 'object' && !Array.isArray(known)) return known as Record<string, unknown>
  const made = {}
  table[name] = made
  return made
}

/** Checks the name as configured, without a DNS lookup. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

function isUsableUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  return !username && (protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname)))
}

function isKey(pem: string): boolean {
  try {
    createPrivateKey(pem)
    return true
  } catch {
    return false
  }
}

function isCertificateOf(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
