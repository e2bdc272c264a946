// A real OpenID provider on loopback, and a headless browser that signs in there.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export type TestIssuer = {
  url: string
  clientId: string
  secret: string
  /** Claims by account; accounts not listed here have their own verified address. */
  people: Map<string, Record<string, unknown>>
  /** A token signed by this provider with arbitrary claims. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** Requested paths so far. */
  asked: string[]
  stop(): Promise<void>
}

/** Redirect URLs are known once the server under test listens: call `allow` then. */
export async function testIssuer(): Promise<TestIssuer & { allow(redirectUri: string): void }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key: JWK = { ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  const server: Server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Record<string, unknown>>()
  const asked: string[] = []
  const clientId = 'vigie'
  const secret = 'a secret of thirty-two characters'

  const allow = (redirectUri: string): void => {
    const provider = new Provider(url, {
      jwks: { keys: [key] },
      clients: [
        {
          client_id: clientId,
          client_secret: secret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      conformIdTokenClaims: false,
      ttl: {
        Interaction: 600,
        Session: 600,
        Grant: 600,
        AccessToken: 600,
        IdToken: 600,
        AuthorizationCode: 60,
        RefreshToken: 600,
      },
      cookies: { keys: ['of the test'] },
      features: { devInteractions: { enabled: true } },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          email: `${id}@example.com`,
          email_verified: true,
          name: `Name of ${id}`,
          picture: `https://example.com/${id}.png`,
          ...people.get(id),
        }),
      }),
    })
    const handle = provider.callback()
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      asked.push((request.url ?? '').split('?')[0] as string)
      void handle(request, response)
    })
  }

  return {
    url,
    clientId,
    secret,
    people,
    asked,
    allow,
    sign: (claims, header = {}) =>
      new SignJWT({ iss: url, aud: clientId, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'first', ...header })
        .setIssuedAt((claims.iat as number | undefined) ?? Math.floor(Date.now() / 1000))
        .setExpirationTime((claims.exp as number | undefined) ?? Math.floor(Date.now() / 1000) + 300)
        .sign(privateKey),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Follows a URL to the provider, signs in as `login` (null denies), consents, and returns the redirect back. Cookies
 * last for this visit only.
 */
export async function visit(issuer: string, start: string, login: string | null): Promise<string> {
  const cookies = new Map<string, string>()
  let next = start
  let form: Record<string, string> | null = null
  for (let step = 0; step < 12; step++) {
    const response: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    form = null
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name) cookies.set(name, value ?? '')
    }
    const location = response.headers.get('location')
    if (location) {
      next = new URL(location, next).href
      if (!next.startsWith(issuer)) return next
      continue
    }
    const page = await response.text()
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? []
    if (!prompt) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 300)}`)
    if (login === null) next = `${next}/abort`
    else form = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt }
  }
  throw new Error('the provider redirects endlessly')
}
