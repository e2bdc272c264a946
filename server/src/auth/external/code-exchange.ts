import { type Outgoing, readObject } from './outgoing.ts'
import type { Redemption } from './provider.ts'

export type Tokens = { accessToken: string; refreshToken: string | null; idToken: string | null }

export type ExchangeSettings = {
  endpoint: string
  clientId: string
  secret: string
  /** How the client authenticates at the token endpoint (RFC 6749 §2.3.1). */
  authentication: 'client_secret_basic' | 'client_secret_post'
}

/** Exchanges the callback's code for the provider's tokens (RFC 6749 §4.1.3, with PKCE). */
export async function exchangeCode(
  outgoing: Outgoing,
  settings: ExchangeSettings,
  { parameters, redirectUri, verifier }: Redemption,
): Promise<Tokens> {
  const { clientId, secret } = settings
  const basic = settings.authentication === 'client_secret_basic' && secret !== ''
  const form = {
    grant_type: 'authorization_code',
    code: parameters.code ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(!basic && { client_id: clientId, ...(secret && { client_secret: secret }) }),
  }
  const credentials = `${formEncode(clientId)}:${formEncode(secret)}`
  const headers = basic ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}
  const answer = readObject(await outgoing(settings.endpoint, { form, headers }))
  const accessToken = text(answer.access_token)
  if (!accessToken) throw new Error('the provider returned no access token')
  return { accessToken, refreshToken: text(answer.refresh_token), idToken: text(answer.id_token) }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const formEncode = (value: string) => new URLSearchParams({ v: value }).toString().slice(2)
