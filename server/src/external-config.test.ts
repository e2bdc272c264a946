import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProjectConfig } from './project-config.ts'
import { selfSigned } from './testing/self-signed.ts'

function read(toml: string, environment: NodeJS.ProcessEnv = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'external-config-'))
  mkdirSync(join(directory, 'supabase'))
  writeFileSync(join(directory, 'supabase', 'config.toml'), toml)
  try {
    return readProjectConfig(directory, environment).auth
  } finally {
    rmSync(directory, { recursive: true })
  }
}
const on = (name: string, rest: string) => `[auth.external."${name}"]\nenabled = true\n${rest}`

describe('the identity providers of a project', () => {
  it('are none by default', () => {
    expect(read('')).toMatchObject({ external: {}, saml: { enabled: false } })
  })

  it('can be set in the environment, which overrides the file', () => {
    const environment = {
      SUPABASE_AUTH_EXTERNAL_GOOGLE_ENABLED: 'true',
      SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'from the environment',
      SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: 's',
      SUPABASE_AUTH_EXTERNAL_LINKEDIN_OIDC_SKIP_NONCE_CHECK: 'true',
      SUPABASE_AUTH_SAML_ENABLED: 'true',
      SUPABASE_AUTH_EXTERNAL_GITHUB_CLIENT_ID: '',
    }
    const { external, saml } = read('[auth.external.google]\nclient_id = "from the file"', environment)
    expect(external.google).toMatchObject({ enabled: true, client_id: 'from the environment', secret: 's' })
    expect(external.linkedin_oidc).toMatchObject({ enabled: false, skip_nonce_check: true })
    expect(external).not.toHaveProperty('github')
    expect(saml.enabled).toBe(true)
  })

  it('may be incomplete while disabled', () => {
    expect(read('[auth.external.apple]\nsecret = "env(NOT_SET)"').external.apple?.enabled).toBe(false)
  })

  it.each([
    [on('google', ''), 'auth.external.google.client_id is invalid: required for an enabled provider.'],
    [
      on('github', 'client_id = "c"'),
      'auth.external.github.secret is invalid: required for an enabled provider.',
    ],
    [
      on('google', 'client_id = "c"\nsecret = "env(NOT_SET)"'),
      'auth.external.google.secret is invalid: the environment variable is not set.',
    ],
    [
      on('acme', 'client_id = "c"'),
      "auth.external.acme.url is invalid: an enabled OpenID provider requires its issuer's URL.",
    ],
    [
      on('acme', 'client_id = "c"\nurl = "http://acme.example"'),
      'auth.external.acme.url is invalid: expected an https address (http only on loopback).',
    ],
    [
      on('apple', 'client_id = "c"\nteam_id = "t"'),
      'auth.external.apple.key_id is invalid: team_id and key_id must be set together.',
    ],
    [
      on('apple', 'client_id = "c"\nteam_id = "t"\nkey_id = "k"\nsecret = "s"'),
      'auth.external.apple.secret is invalid: with team_id it has to be a private key in PEM.',
    ],
    [on('not a name', 'client_id = "c"'), /not a name/],
    [
      '[auth.saml]\nprivate_key = "x"',
      'auth.saml.certificate is invalid: it must be set together with private_key.',
    ],
    [
      '[auth.saml]\nprivate_key = "x"\ncertificate = "x"',
      'auth.saml.private_key is invalid: expected a private key in PEM.',
    ],
  ])('with %j are refused at start', (toml, sentence) => {
    expect(() => read(toml)).toThrow(sentence)
  })

  it('require a certificate for the key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const toml = `[auth.saml]\nprivate_key = """${key}"""\ncertificate = """${selfSigned('x').certificate}"""`
    expect(() => read(toml)).toThrow('expected the certificate of private_key in PEM')
  })
})
