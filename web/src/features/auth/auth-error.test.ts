import { AuthClient } from '@supabase/auth-js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import en from './messages/en.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }
import it_ from './messages/it.json' with { type: 'json' }

const languages = { fr, en, es, it: it_ }

/** The official client on a page at this address; it sends no requests. */
function clientAt(address: string, flowType: 'implicit' | 'pkce' = 'implicit') {
  const location = new URL(address)
  const events = { addEventListener: vi.fn(), removeEventListener: vi.fn() }
  vi.stubGlobal('window', { location, history: { replaceState: vi.fn() }, ...events })
  vi.stubGlobal('document', { visibilityState: 'visible', ...events })
  const fetch = vi.fn(async () => Response.json({}, { status: 500 }))
  const auth = new AuthClient({
    url: 'http://127.0.0.1:1/auth/v1',
    headers: { apikey: 'anon' },
    flowType,
    persistSession: false,
    autoRefreshToken: false,
    storageKey: crypto.randomUUID(),
    fetch,
  })
  return { auth, fetch }
}

afterEach(() => vi.unstubAllGlobals())

function readable(key: AuthErrorKey) {
  return Object.values(languages).map((messages) => messages.errors[key])
}

describe('an address that a message or a provider led to', () => {
  it.each([
    ['#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', 'link_expired'],
    ['?error=access_denied&error_description=The+user+denied+access', 'access_denied'],
    ['#error=server_error&error_code=user_banned&error_description=User+is+banned', 'account_suspended'],
  ] as const)('[S-34] %s is rejected, in words', async (suffix, key) => {
    const { auth, fetch } = clientAt(`https://vigie.example/password-reset${suffix}`)
    const { error } = await auth.initialize()
    expect(authErrorKey(error)).toBe(key)
    expect((await auth.getSession()).data.session).toBeNull()
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each([
    'access_token=a&expires_in=3600&token_type=bearer',
    'access_token=a&refresh_token=r&expires_in=3600',
  ])('[S-35] an implicit session without all of its parts opens nothing (%s)', async (parts) => {
    const { auth } = clientAt(`https://vigie.example/password-reset#${parts}`)
    const { error } = await auth.initialize()
    expect(error?.message).toBe('No session defined in URL')
    expect(authErrorKey(error)).toBe('link_without_session')
  })

  it('[S-35] a session for another flow than the client’s opens nothing', async () => {
    const { auth } = clientAt(
      'https://vigie.example/#access_token=a&expires_in=3600&refresh_token=r&token_type=bearer',
      'pkce',
    )
    const { error } = await auth.initialize()
    expect(error?.message).toBe('Not a valid PKCE flow url.')
    expect(authErrorKey(error)).toBe('link_other_kind')
  })
})

describe('[S-33] without e-mail and telephone', () => {
  const password = 'phare marée cordage lundi'

  it('sign-up and sign-in are refused before any request', async () => {
    const { auth, fetch } = clientAt('https://vigie.example/signup')
    const nothing = { password } as unknown as { email: string; password: string }
    for (const { error } of [await auth.signUp(nothing), await auth.signInWithPassword(nothing)]) {
      expect(error?.message).toBe('You must provide either an email or phone number and a password')
      expect(authErrorKey(error)).toBe('identifier_missing')
    }
    expect(fetch).not.toHaveBeenCalled()
  })

  it('so are resending and one-time codes', async () => {
    const { auth } = clientAt('https://vigie.example/signup')
    const resent = await auth.resend({ type: 'signup' } as unknown as { type: 'signup'; email: string })
    expect(resent.error?.message).toBe('You must provide either an email or phone number and a type')
    expect(authErrorKey(resent.error)).toBe('resend_target_missing')
    const code = await auth.signInWithOtp({} as unknown as { email: string })
    expect(code.error?.message).toBe('You must provide either an email or phone number.')
    expect(authErrorKey(code.error)).toBe('code_target_missing')
  })

  it('the sentence in English is the specification’s', () => {
    expect(en.problems.identifier_missing).toBe(
      'You must provide either an email or phone number and a password',
    )
    expect(en.errors.resend_target_missing).toBe(
      'You must provide either an email or phone number and a type',
    )
    expect(en.errors.code_target_missing).toBe('You must provide either an email or phone number.')
  })
})

describe('what a person reads', () => {
  it.each([
    'Auth session missing!',
    'Unexpected error during initialization',
    'JWKS is empty',
    'No matching signing key found in JWKS',
    'Invalid JWT signature',
    'JWT has expired',
    'Missing exp claim',
    'Invalid alg claim',
    'Not a valid PKCE flow url.',
    'No code detected.',
    'Not a valid implicit grant flow url.',
    'No browser detected.',
    'No session defined in URL',
  ])('[S-76] %s has a sentence of its own in every language', (message) => {
    const key = authErrorKey(new Error(message))
    expect(key).not.toBe('unexpected')
    const sentences = readable(key)
    expect(new Set(sentences).size).toBe(4)
    for (const sentence of sentences) expect(sentence).not.toContain(message)
  })

  it.each([
    [{ code: 'invalid_credentials', status: 400 }, 'invalid_credentials'],
    [{ code: 'over_request_rate_limit', status: 429 }, 'too_many_attempts'],
    [{ status: 429, message: 'Too many' }, 'too_many_attempts'],
    [{ code: 'user_already_exists', status: 422 }, 'account_exists'],
    [{ name: 'AuthRetryableFetchError', status: 0, message: 'Failed to fetch' }, 'offline'],
    [{ name: 'AuthRetryableFetchError', status: 503, message: 'x' }, 'unavailable'],
    [new TypeError('Failed to fetch'), 'offline'],
    [{ code: 'constructor', message: 'toString' }, 'unexpected'],
    [{ code: 'mfa_verification_failed', status: 422 }, 'code_wrong'],
    [{ code: 'insufficient_aal', status: 403 }, 'second_factor_needed'],
    [{ code: 'reauthentication_needed', status: 400 }, 'reauthentication_needed'],
    [{ code: 'single_identity_not_deletable', status: 422 }, 'last_identity'],
    [new DOMException('no', 'NotAllowedError'), 'passkey_cancelled'],
    [null, 'unexpected'],
    ['text', 'unexpected'],
  ] as const)('%j reads as %s', (error, key) => {
    expect(authErrorKey(error)).toBe(key)
  })
})
