import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { as, closeAll, open, url } from '../stage/fixtures.ts'
import { product } from '../stage/product.ts'

/** The official client in a real browser, with Chromium's virtual authenticator. */
afterAll(closeAll)

const client = join(
  createRequire(import.meta.url).resolve('@supabase/supabase-js/package.json'),
  '../dist/umd/supabase.js',
)

type Window = {
  supabase: { createClient(url: string, key: string, options: object): SupabaseClient }
  client: SupabaseClient
}

/** A page with the official client and an authenticator. */
async function withAuthenticator(transport: Transport): Promise<Page> {
  const page = await open('/login')
  await page.route('**/blank', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  )
  await page.goto(`${url}/blank`)
  await page.addScriptTag({ content: readFileSync(client, 'utf8') })
  await page.evaluate(
    ([key]) => {
      const here = globalThis as unknown as Window
      here.client = here.supabase.createClient(location.origin, key as string, {
        auth: { autoRefreshToken: false },
      })
    },
    [product.anonKey],
  )
  await addAuthenticator(page, transport)
  return page
}

/** A platform authenticator, or a security key, which the client requests for a second factor. */
type Transport = 'internal' | 'usb'

async function addAuthenticator(page: Page, transport: Transport): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const account = () => ({
  email: `key-${randomUUID().slice(0, 8)}@example.com`,
  password: `Long enough ${randomUUID()}`,
})

describe('a virtual authenticator', () => {
  it('registers a passkey and signs its owner in without a password', async () => {
    const page = await withAuthenticator('internal')
    const outcome = await page.evaluate(async (who) => {
      const { auth } = (globalThis as unknown as Window).client
      const signUp = await auth.signUp(who)
      const registered = await auth.registerPasskey()
      const twice = await auth.registerPasskey()
      await auth.signOut()
      const signedIn = await auth.signInWithPasskey()
      const level = await auth.mfa.getAuthenticatorAssuranceLevel()
      const list = await auth.passkey.list()
      return {
        errors: [signUp.error, registered.error, signedIn.error].map((error) => error?.message ?? null),
        twice: twice.error?.name ?? null,
        same: signUp.data.user?.id === signedIn.data?.user?.id,
        methods: level.data?.currentAuthenticationMethods.map((proof) =>
          typeof proof === 'string' ? proof : proof.method,
        ),
        passkeys: list.data?.length,
        used: Boolean(list.data?.[0]?.last_used_at),
      }
    }, account())
    expect(outcome).toEqual({
      errors: [null, null, null],
      twice: expect.any(String),
      same: true,
      methods: ['passkey'],
      passkeys: 1,
      used: true,
    })
  })

  it('registers a second factor: the session is aal2 after verification, and aal1 after the next sign-in', async () => {
    const page = await withAuthenticator('usb')
    const outcome = await page.evaluate(async (who) => {
      const { auth } = (globalThis as unknown as Window).client
      await auth.signUp(who)
      const registered = await auth.mfa.webauthn.register({ friendlyName: 'Security key' })
      const first = (await auth.mfa.getAuthenticatorAssuranceLevel()).data
      await auth.signOut()
      await auth.signInWithPassword(who)
      const next = (await auth.mfa.getAuthenticatorAssuranceLevel()).data
      const factors = (await auth.mfa.listFactors()).data
      const factorId = factors?.webauthn[0]?.id as string
      const answered = await auth.mfa.webauthn.authenticate({ factorId })
      const last = (await auth.mfa.getAuthenticatorAssuranceLevel()).data
      return {
        errors: [registered.error, answered.error].map((error) => error?.message ?? null),
        levels: [first, next, last].map((level) => `${level?.currentLevel} of ${level?.nextLevel}`),
      }
    }, account())
    expect(outcome).toEqual({
      errors: [null, null],
      levels: ['aal2 of aal2', 'aal1 of aal2', 'aal2 of aal2'],
    })
  })
})

describe('a passkey', () => {
  it('is added in the account and signs in, at the address that the product prints', async () => {
    const { page } = await as('freemium', '/mon-compte')
    await addAuthenticator(page, 'internal')
    const own = page.getByRole('region', { name: 'Passkeys' })
    await own.getByRole('button', { name: 'Ajouter une passkey' }).dblclick()
    await own.getByText(/^Ajoutée le/).waitFor()
    await page.getByRole('button', { name: /Alix Laurent/ }).click()
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
    await page.waitForURL(/login/)
    await page.goto(`${url}/login?next=%2Fmon-compte`)
    await page.getByRole('button', { name: 'Utiliser une passkey' }).click()
    await page.waitForURL(`${url}/mon-compte`)
    await own.getByText(/^Dernière utilisation/).waitFor()
    expect(await own.getByRole('button', { name: /^Retirer/ }).count()).toBe(1)
  })

  it('is not offered at an IP address, where browsers refuse it', async () => {
    const page = await open('/login')
    const way = page.getByRole('button', { name: 'Utiliser une passkey' })
    await way.waitFor()
    await page.goto(`${url.replace('localhost', '127.0.0.1')}/login`)
    await page.getByRole('textbox', { name: /mail/ }).waitFor()
    await way.waitFor({ state: 'detached' })
  })
})
