import { expect } from 'vitest'
import { testIssuer, visit } from '../../testing/openid-issuer.ts'
import { type AuthProject, authProject } from '../auth-project.ts'

/** Test support: a server with a real OpenID provider on loopback, and a browser to sign in with. */
export type ExternalProject = AuthProject & {
  issuer: Awaited<ReturnType<typeof testIssuer>>
  authorizeUrl(query: Record<string, string>): string
  /** Signs in with the provider in the implicit flow (null denies consent) and returns the final URL. */
  through(login: string | null, query?: Record<string, string>): Promise<URL>
  /** Stops before the callback and returns its URL. */
  halfway(login: string): Promise<string>
  /** The user of the session in a URL. */
  userOf(
    end: URL,
  ): Promise<Awaited<ReturnType<ReturnType<AuthProject['client']>['auth']['getUser']>>['data']['user']>
  rows(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

export const site = 'http://127.0.0.1:3000'
/** Redirect target of these tests. */
export const back = { redirect_to: `${site}/welcome` }

/** Starts both; `toml` is appended to the configuration. */
export async function externalProject(toml = ''): Promise<ExternalProject> {
  const issuer = await testIssuer()
  const project = await authProject(`${configuration(issuer.url)}\n${toml}`)
  issuer.allow(`${project.url}/auth/v1/callback`)
  const authorizeUrl = (query: Record<string, string>) =>
    `${project.url}/auth/v1/authorize?${new URLSearchParams({ provider: 'acme', ...query })}`
  const there = async (login: string | null, query: Record<string, string>) =>
    visit(issuer.url, (await follow(authorizeUrl(query))).href, login)
  return {
    ...project,
    issuer,
    authorizeUrl,
    through: async (login, query = {}) => follow(await there(login, query)),
    halfway: (login) => there(login, back),
    userOf: async (end) => (await project.client().auth.getUser(fragmentOf(end).access_token)).data.user,
    rows: async (text, values = []) => (await project.admin.query(text, values)).rows,
    async stop() {
      await project.stop()
      await issuer.stop()
    },
  }
}

const provider = (name: string, url: string) => `
[auth.external.${name}]
enabled = true
client_id = "vigie,vigie-ios"
secret = "a secret of thirty-two characters"
url = "${url}"`

const configuration = (url: string) => `
[auth]
enable_manual_linking = true
enable_anonymous_sign_ins = true
${provider('acme', url)}
${provider('open', url)}
email_optional = true
[auth.external.github]
enabled = false
`

/** The target of a redirect, which the test follows itself. */
export async function follow(url: string): Promise<URL> {
  const response = await fetch(url, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

export const fragmentOf = (url: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

/** Checks that query and fragment both carry the error, at the requested address. */
export function expectRefused(end: URL, told: Record<string, string>): void {
  expect(`${end.origin}${end.pathname}`).toBe(`${site}/welcome`)
  expect(Object.fromEntries(end.searchParams)).toEqual(told)
  expect(fragmentOf(end)).toEqual({ ...told, sb: '' })
}
