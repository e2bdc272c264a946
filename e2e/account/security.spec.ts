import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { faults } from '../stage/accessibility.ts'
import { api, as, asByForm, closeAll, database, open, person, url } from '../stage/fixtures.ts'
import { product } from '../stage/product.ts'

afterAll(closeAll)

type Waiting = { ConfirmationURL: string; Token: string }
const mail = async (to: string): Promise<Waiting> => {
  const newest = async () =>
    (
      await database<{ data: Waiting }>(
        'select data from _server.mail_outbox where to_address = $1 order by id desc limit 1',
        [to],
      )
    )[0]?.data
  await expect.poll(newest).toBeTruthy()
  return (await newest()) as Waiting
}
const askForLink = async (page: Page, email: string) => {
  await page.locator('input[name=identifier]').fill(email)
  await page.getByRole('button', { name: /Recevoir un lien par e.mail/ }).click()
  await page.getByRole('heading', { name: 'Consultez votre messagerie' }).waitFor()
}

describe('signing in without a password', () => {
  it('[S-65] [S-41] works with the link in the mail and returns to the requested page', async () => {
    const who = await person('freemium')
    const page = await open('/login?next=%2Fanalyses')
    await askForLink(page, who.email)
    await page.goto((await mail(who.email)).ConfirmationURL)
    await page.waitForURL(`${url}/analyses`)
  })

  it('[S-66] works with its six digits, pasted', async () => {
    const who = await person('freemium')
    const page = await open('/login?next=%2Fanalyses')
    await askForLink(page, who.email)
    const { Token } = await mail(who.email)
    const boxes = page.getByRole('textbox', { name: /code/ })
    await boxes.focus()
    await page.evaluate(
      (text) => {
        const data = new DataTransfer()
        data.setData('text', text)
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      },
      ` ${Token.slice(0, 3)} ${Token.slice(3)} `,
    )
    await page.waitForURL(`${url}/analyses`)
  })

  it('[S-76] explains a wrong code, and answers an address without an account identically', async () => {
    const page = await open('/login')
    await askForLink(page, `nobody-${randomUUID()}@example.com`)
    await page.getByRole('textbox', { name: /code/ }).pressSequentially('000000')
    await page.getByRole('alert').filter({ hasText: 'Ce lien ou ce code a déjà été utilisé' }).waitFor()
  })

  it('offers exactly the configured methods', async () => {
    const page = await open('/login')
    await page.getByRole('button', { name: 'Essayer sans compte' }).waitFor()
    const { external, passkeys_enabled: passkeys } = (await (
      await fetch(`${url}/auth/v1/settings`, { headers: { apikey: product.anonKey } })
    ).json()) as { external: Record<string, boolean>; passkeys_enabled: boolean }
    const on = Object.entries(external).filter(
      ([name, is]) => is && !['email', 'phone', 'anonymous_users'].includes(name),
    )
    expect(await page.getByRole('button', { name: /Continuer avec/ }).count()).toBe(on.length)
    expect(await page.getByRole('button', { name: /passkey/ }).count()).toBe(passkeys ? 1 : 0)
  })
})

describe('an anonymous session', () => {
  it('lets a visitor look around, then keep the account with an address and a password', async () => {
    const page = await open('/login?next=%2Fmon-compte')
    await page.getByRole('button', { name: 'Essayer sans compte' }).click()
    await page.waitForURL(`${url}/mon-compte`)
    const trial = page.getByRole('heading', { name: 'Vous essayez sans compte' })
    await trial.waitFor()
    const email = `kept-${randomUUID().slice(0, 8)}@example.com`
    await page.getByLabel(/^E.mail$/).fill(email)
    await page.locator('input[type=password]').fill('corbeau lanterne 42 marée')
    await page.getByRole('button', { name: 'Garder ce compte' }).click()
    await trial.waitFor({ state: 'detached' })
    const { error } = await api().auth.signInWithPassword({ email, password: 'corbeau lanterne 42 marée' })
    expect(error).toBeNull()
  })
})

describe('the account', () => {
  it('changes the password, and the old one is refused', async () => {
    const { page, who } = await asByForm('freemium', '/mon-compte')
    await page.getByRole('button', { name: /^Modifier.*Mot de passe/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=password]').fill('goéland ponton 77 brume')
    await dialog.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await dialog.waitFor({ state: 'detached' })
    const sign = (password: string) => api().auth.signInWithPassword({ email: who.email, password })
    expect((await sign('goéland ponton 77 brume')).error).toBeNull()
    expect((await sign(who.password)).error?.code).toBe('invalid_credentials')
  })

  it('[S-76] explains why a password is refused', async () => {
    const { page, who } = await asByForm('freemium', '/mon-compte')
    await page.getByRole('button', { name: /^Modifier.*Mot de passe/ }).click()
    await page.getByRole('dialog').locator('input[type=password]').fill(who.password)
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await page.getByRole('alert').filter({ hasText: 'C’est le mot de passe actuel' }).waitFor()
  })

  it('[S-75] [S-40] lists the sessions, ends another one, then all, and signs out', async () => {
    const { page, who } = await asByForm('freemium', '/mon-compte')
    const devices = page.getByRole('region', { name: 'Appareils connectés' })
    await devices.getByText('Cet appareil').waitFor()
    const other = devices.getByRole('button', { name: /^Déconnecter .+/ })
    await expect.poll(() => other.count()).toBeGreaterThan(0)
    // The fixture signed in through the API before this page did.
    await devices
      .getByRole('button', { name: /^Déconnecter Appareil inconnu$/ })
      .first()
      .click()
    await expect.poll(async () => (await who.client.auth.refreshSession()).error?.code).toBeTruthy()
    await devices.getByRole('button', { name: 'Se déconnecter partout' }).click()
    await page.waitForURL(/\/login/)
    expect(await database('select from auth.sessions where user_id = $1', [who.id])).toEqual([])
  })

  it('changes the name, which the menu shows', async () => {
    const { page } = await asByForm('freemium', '/mon-compte')
    await page.getByLabel('Prénom').fill('Camille')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByRole('button', { name: /Camille Laurent/ }).waitFor()
  })

  it('[S-11] [S-30] [S-31] [S-32] accepts a profile image, shows it in the menu, and refuses a file that is not an image', async () => {
    const { page, who } = await as('freemium', '/mon-compte')
    const card = page.getByRole('region', { name: 'Image de profil' })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      card.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    const said = (title: string, text: string) =>
      page
        .locator('[data-sonner-toast]')
        .filter({ hasText: title })
        .filter({ hasText: text })
        .last()
        .waitFor()

    await choose('note.txt', 'text/plain', Buffer.from('text'))
    await said('Erreur d’image', 'Le fichier doit être une image')
    await choose('large.png', 'image/png', Buffer.alloc(3_000_000))
    await said('Erreur d’image', 'L’image ne doit pas dépasser 2 Mo')
    await choose('drawing.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await said('Erreur d’image', 'Le fichier doit être une image')

    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f6f8f' } })
      .jpeg()
      .toBuffer()
    await choose('portrait.jpg', 'image/jpeg', picture)
    await page.getByRole('button', { name: 'Utiliser ce cadrage' }).click()
    await said('Image mise à jour', 'Votre photo de profil a été mise à jour')
    const menu = page.getByRole('button', { name: /Alix Laurent/ }).locator('img')
    const shown = await menu.getAttribute('src')
    expect(shown).toMatch(new RegExp(`/avatars/${who.id}/avatar\\.webp\\?v=[0-9a-f-]{36}$`))
    await expect.poll(() => menu.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)

    await card.getByRole('button', { name: 'Retirer l’image' }).click()
    await menu.waitFor({ state: 'detached' })
    await expect.poll(async () => (await fetch(shown as string)).status).toBe(400)
  })

  it('[S-10] has four tabs, named in the URL, without an accessibility fault', async () => {
    const { page } = await asByForm('premium', '/mon-compte')
    for (const [tab, name] of [
      ['profil', 'Profil'],
      ['abonnement', 'Abonnement'],
      ['historique', 'Historique'],
      ['notifications', 'Notifications'],
    ] as const) {
      await page.getByRole('tab', { name }).click()
      if (tab !== 'profil') await page.waitForURL(`${url}/mon-compte?onglet=${tab}`)
      await page.waitForLoadState('networkidle')
      expect(await faults(page), name).toEqual([])
    }
  })

  it('[S-42] a session ended elsewhere leads to the login screen at the next visit, and back', async () => {
    const { page, who } = await asByForm('freemium', '/mon-compte')
    await page.getByText('Cet appareil', { exact: true }).waitFor()
    await database('delete from auth.sessions where user_id = $1', [who.id])
    // An hour later: the access token has expired, and its refresh is refused.
    await page.goto('about:blank')
    const later = await page.context().newPage()
    await later.addInitScript(() => {
      const stored = localStorage.getItem('vigie-session')
      if (!stored) return
      localStorage.setItem('vigie-session', JSON.stringify({ ...JSON.parse(stored), expires_at: 1 }))
    })
    await later.goto(`${url}/mon-compte`)
    await later.waitForURL(/\/login\?next=%2Fmon-compte/)
    expect(await later.evaluate(() => localStorage.getItem('vigie-session'))).toBeNull()
  })
})

describe('the request targets of a page', () => {
  const ELSEWHERE = 'https://elsewhere.example/'
  /** Whether the browser allows a request to an external address. */
  const reaches = (page: Page) =>
    page.evaluate(
      (address) =>
        fetch(address, { method: 'POST' }).then(
          () => true,
          () => false,
        ),
      ELSEWHERE,
    )
  /** Resolves when the path shows another document than the marked one. */
  const anotherDocument = async (page: Page, path: string) => {
    await page.waitForURL(`${url}${path}`)
    await expect.poll(() => page.evaluate(() => 'marked' in window)).toBe(false)
  }
  const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))

  it('[S-25] are this site only, and any address in the document in which an admin tests webhooks', async () => {
    const { page } = await as('admin', '/admin')
    await page.route(`${ELSEWHERE}**`, (route) =>
      route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, body: '' }),
    )
    const settings = page.getByRole('link', { name: 'Réglages' }).first()
    await settings.waitFor()
    expect(await reaches(page)).toBe(false)
    await mark(page)
    await settings.click()
    await anotherDocument(page, '/admin/reglages')
    await page.getByRole('heading', { level: 1, name: 'Réglages' }).waitFor()
    expect(await reaches(page)).toBe(true)
    await mark(page)
    await page.getByRole('link', { name: 'Leads' }).first().click()
    await anotherDocument(page, '/admin/leads')
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
    expect(await reaches(page)).toBe(false)
  })
})
