import { readFileSync } from 'node:fs'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { identityProvider } from '../../server/src/testing/identity-provider.ts'
import { as, closeAll, database, endSession, logIn, open, person, url } from '../stage/fixtures.ts'
import { pressOn } from '../stage/keys.ts'
import { product } from '../stage/product.ts'

afterAll(closeAll)

const region = (page: Page, name: string) => page.getByRole('region', { name })
const SECOND = 'Deuxième facteur'

/** Six digits for the displayed key; each time step is accepted once, so a later sign-in uses the next. */
const digits = (secret: string, steps: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Resolves when the code input has the focus. */
const atCode = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'one-time-code')

/**
 * Adds an authenticator app as the screen describes, by keyboard only. The recovery codes come with it and can be downloaded; the
 * dialog ends once they are stored. Returns the key and the codes.
 */
async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await region(page, SECOND).getByRole('button', { name: 'Ajouter une application' }).waitFor()
  await pressOn(page, /^Ajouter une application/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: /Code à scanner/ }).waitFor()
  const shown = await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()
  const secret = (shown as string).replaceAll(' ', '')
  await atCode(page)
  await page.keyboard.type(digits(secret, 0))
  const drawn = page.getByRole('dialog', { name: 'Vos codes de secours' })
  await expect.poll(() => drawn.getByRole('listitem').count()).toBe(10)
  const codes = await drawn.getByRole('listitem').allTextContents()
  const download = page.waitForEvent('download')
  await pressOn(page, /^Télécharger/)
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toContain(codes.join('\n'))
  await page.keyboard.press('Escape')
  expect(await drawn.getByRole('button', { name: 'Terminer' }).isDisabled()).toBe(true)
  await pressOn(page, /gardés en lieu sûr/, 'Space')
  await pressOn(page, /^Terminer/)
  await drawn.waitFor({ state: 'detached' })
  await region(page, SECOND)
    .getByText(/^Application d’authentification, depuis/)
    .waitFor()
  return { secret, codes }
}

/** Signs out through the menu. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Alix Laurent/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await page.waitForURL((address) => address.pathname !== '/mon-compte')
  await page.goto(`${url}/login?next=%2Fmon-compte`)
}
const asked = (page: Page) => page.getByRole('heading', { name: 'Confirmez que c’est vous' }).waitFor()

describe('a second factor', () => {
  it('[S-73] [S-43] is added as the screen describes, comes with recovery codes, is requested at sign-in, replaced by one of them, and removed', async () => {
    const { page, who } = await as('freemium', '/mon-compte')
    const { secret, codes } = await addApp(page)
    const uri = await database<{ issuer: string }>(
      `select factor_type::text as issuer from auth.mfa_factors where user_id = $1 and status = 'verified'`,
      [who.id],
    )
    expect(uri).toEqual([{ issuer: 'totp' }])

    const [code = '', another = ''] = codes
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
    expect(await page.getByText(code).count()).toBe(0)

    await leave(page)
    await logIn(page, who)
    await asked(page)
    await atCode(page)
    await page.keyboard.type('000000')
    await page.getByRole('alert').filter({ hasText: 'Code incorrect ou expiré' }).waitFor()
    // A refused code is cleared, and the input keeps the focus.
    await page.keyboard.type(digits(secret, 1))
    await page.waitForURL(`${url}/mon-compte`)
    await region(page, 'Appareils connectés').getByText('Deux facteurs').waitFor()

    // An expired session asks for both over the page, and the form keeps its values.
    const firstName = page.getByRole('textbox', { name: 'Prénom' })
    await firstName.fill('Alixe')
    await database('delete from auth.sessions where user_id = $1', [who.id])
    await endSession(page)
    const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' })
    await dialog.getByLabel(/Mot de passe de/).fill(who.password)
    await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
    await dialog.getByRole('button', { name: 'Utiliser un code de secours' }).click()
    await dialog.getByRole('textbox', { name: 'Code de secours' }).fill(another)
    await dialog.getByRole('button', { name: 'Valider' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await firstName.inputValue()).toBe('Alixe')

    await leave(page)
    await logIn(page, who)
    await asked(page)
    // Nothing of the member is accessible before the second factor.
    await page.goto(`${url}/signaux`)
    await asked(page)
    await pressOn(page, /^Utiliser un code de secours/)
    const spare = page.getByRole('textbox', { name: 'Code de secours' })
    await expect.poll(() => spare.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('aaaa-aaaa-aaaa-aaaa')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Code incorrect ou expiré' }).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(code.toUpperCase())
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/signaux`)

    await page.goto(`${url}/mon-compte`)
    await region(page, SECOND)
      .getByRole('button', { name: /^Retirer / })
      .waitFor()
    await pressOn(page, /^Retirer .*pplication/)
    await region(page, SECOND).getByText('Aucun pour le moment').waitFor()
    const left = await database(
      `select from auth.mfa_factors where user_id = $1 union all select from _server.recovery_code_sets where user_id = $1`,
      [who.id],
    )
    expect(left).toEqual([])
    const told = await database<{ template: string }>(
      'select template from _server.mail_outbox where to_address = $1 order by id',
      [who.email],
    )
    expect(told.map(({ template }) => template)).toEqual(
      expect.arrayContaining([
        'factor_added',
        'recovery_codes_drawn',
        'recovery_code_used',
        'factor_removed',
      ]),
    )
  })

  it('is required before staff can write, and the screen leads them to it', async () => {
    await database('update private.security_settings set require_staff_mfa = true')
    try {
      const { page } = await as('analyst', '/signaux?compose=1')
      const save = page.getByRole('menuitem', { name: 'Enregistrer comme profil' })
      // The composer takes the focus once more after loading, which closes an open menu.
      await expect
        .poll(async () => {
          if ((await save.count()) === 0) await page.getByRole('button', { name: 'Profils' }).click()
          return save.count()
        })
        .toBe(1)
      await save.click()
      const naming = page.getByRole('dialog', { name: 'Enregistrer comme profil' })
      await naming.getByRole('textbox').fill('Retour sur support')
      await naming.getByRole('button', { name: 'Enregistrer' }).click()
      await naming.getByText(/Confirmez-le d’abord/).waitFor()

      await page.goto(`${url}/signaux`)
      await page.getByRole('button', { name: 'Ajouter un deuxième facteur' }).click()
      await page.waitForURL(`${url}/mon-compte#securite`)
      await addApp(page)
      await page.getByRole('button', { name: 'Ajouter un deuxième facteur' }).waitFor({ state: 'detached' })
      expect(await page.getByText('Publier et modifier demandent').count()).toBe(0)
    } finally {
      await database('update private.security_settings set require_staff_mfa = false')
    }
  })
})

describe('an external account', () => {
  /** Signs in at the provider and gives consent. */
  async function answerProvider(page: Page, login: string): Promise<void> {
    await page.locator('input[name=login]').fill(login)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit], input[type=submit]').first().click()
    await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
    await page.locator('button[type=submit], input[type=submit]').first().click()
  }

  it('[S-72] signs in, is listed in the account, and cannot be unlinked while it is the only identity', async () => {
    const login = `acme-${crypto.randomUUID().slice(0, 8)}`
    const page = await open('/login?next=%2Fmon-compte')
    await page.getByRole('button', { name: 'Continuer avec acme' }).click()
    await answerProvider(page, login)
    await page.waitForURL(`${url}/mon-compte`)
    const linked = region(page, 'Comptes reliés')
    await linked.getByText(`${login}@example.com`).waitFor()
    expect(await linked.getByRole('button', { name: 'Délier acme' }).count()).toBe(0)
    const refused = await page.evaluate(async () => {
      const stored = JSON.parse(localStorage.getItem('vigie-session') ?? '{}')
      const [identity] = stored.user.identities
      const response = await fetch(`/auth/v1/user/identities/${identity.identity_id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${stored.access_token}` },
      })
      return (await response.json()).error_code
    })
    expect(refused).toBe('single_identity_not_deletable')
  })

  it('[S-72] can be linked to an existing account, and unlinked again', async () => {
    const { page, who } = await as('freemium', '/mon-compte')
    const linked = region(page, 'Comptes reliés')
    await linked.getByRole('button', { name: 'Relier acme' }).click()
    const login = `other-${crypto.randomUUID().slice(0, 8)}`
    await answerProvider(page, login)
    await page.waitForURL(`${url}/mon-compte`)
    await linked.getByText(`${login}@example.com`).waitFor()
    await linked.getByRole('button', { name: 'Délier acme' }).click()
    await linked.getByRole('button', { name: 'Relier acme' }).waitFor()
    const left = await database<{ provider: string }>(
      'select provider from auth.identities where user_id = $1',
      [who.id],
    )
    expect(left).toEqual([{ provider: 'email' }])
  })

  it('[S-67] of a company is selected by the address’s domain, and another domain is refused with a message', async () => {
    const host = `${crypto.randomUUID().slice(0, 8)}.example`
    const company = identityProvider(`https://idp.${host}`)
    const made = await fetch(`${url}/auth/v1/admin/sso/providers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${product.serviceRoleKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ type: 'saml', metadata_xml: company.metadata, domains: [host] }),
    })
    expect(made.status).toBe(201)
    const page = await open('/login?next=%2Fmon-compte')
    // The company's own page, where the visitor is already signed in.
    await page.route(`https://idp.${host}/**`, async (route) => {
      const { acs, relayState } = company.read(route.request().url())
      const email = `ada@${host}`
      const SAMLResponse = await company.answer(route.request().url(), {
        id: email,
        email,
        displayName: 'Ada',
      })
      await route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${acs}"><input name="SAMLResponse" value="${SAMLResponse}"><input name="RelayState" value="${relayState}"></form><script>document.forms[0].submit()</script>`,
      })
    })
    const identifier = page.locator('input[name=identifier]')
    const way = page.getByRole('button', { name: 'Connexion par votre entreprise' })
    await identifier.fill('ada@nobody.example')
    await way.click()
    await page.getByRole('alert').filter({ hasText: 'Aucune entreprise n’est reliée' }).waitFor()
    await identifier.fill(`ada@${host}`)
    await way.click()
    await page.waitForURL(`${url}/mon-compte`)
    await page.getByText(`ada@${host}`).first().waitFor()
  })
})

describe('another browser', () => {
  it('[S-75] is signed out through the list of sessions', async () => {
    const who = await person('freemium')
    const [mine, theirs] = [await open('/login?next=%2Fmon-compte'), await open('/login?next=%2Fanalyses')]
    await logIn(mine, who)
    await mine.waitForURL(`${url}/mon-compte`)
    await logIn(theirs, who)
    await theirs.waitForURL(`${url}/analyses`)
    await mine.reload()
    const devices = region(mine, 'Appareils connectés')
    const other = devices.getByRole('button', { name: /^Déconnecter Chrome/ })
    await other.first().waitFor()
    const before = await other.count()
    await other.first().click()
    await expect.poll(() => other.count()).toBe(before - 1)
    const left = await database<{ count: string }>(
      `select count(*) from auth.sessions where user_id = $1 and user_agent like '%Chrome%'`,
      [who.id],
    )
    expect(left).toEqual([{ count: '1' }])
    // Its access token is still valid; its next request to the service reveals the end, and the user is asked to sign in again.
    await theirs.goto(`${url}/mon-compte`)
    await theirs.getByRole('dialog', { name: 'Votre session a pris fin' }).waitFor()
    expect(await theirs.evaluate(() => localStorage.getItem('vigie-session'))).toBeNull()
  })
})
