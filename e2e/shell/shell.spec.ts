import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faults } from '../stage/accessibility.ts'
import { api, as, closeAll, database, endSession, open, person, title, url } from '../stage/fixtures.ts'
import { newVersions } from '../stage/new-versions.ts'
import { publish } from '../stage/publish.ts'

afterAll(closeAll)

describe('the command palette', () => {
  it('finds screens, instruments and signals, and opens them by keyboard', async () => {
    const { page } = await as('freemium', '/signaux')
    await title(page, 'Signaux')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Rechercher' }).waitFor()
    await page.keyboard.type('livre')
    await page.getByRole('option', { name: /GBP\/USD/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/instrument=GBPUSD/)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Rechercher' }).waitFor()
    await page.keyboard.type('communaute')
    await page.keyboard.press('Enter')
    await title(page, 'Communauté')
  })

  it('leads an analyst to their places of the back office, and not to an admin’s', async () => {
    const { page } = await as('analyst', '/signaux')
    await title(page, 'Signaux')
    await page.keyboard.press('Control+k')
    const words = page.getByRole('combobox', { name: 'Rechercher' })
    const places = page.getByRole('option', { name: /Administration$/ })
    await words.fill('leads')
    await page.getByRole('combobox', { name: 'Rechercher', expanded: true }).waitFor()
    expect(await places.allTextContents()).not.toContain('LeadsAdministration')
    await words.fill('modération')
    await places.filter({ hasText: /^Modération/ }).click()
    await page.waitForURL(`${url}/admin/moderation`)
  })

  it.each([
    ['facture', '/mon-compte?onglet=abonnement'],
    ['mot de passe', '/mon-compte#securite'],
    ['résilier', '/resiliation'],
    ['gold', '/signaux?instrument=XAUUSD'],
    ['clandrier économique', '/annonces'],
  ])('answers %s with %s', async (typed, address) => {
    const { page } = await as('freemium', '/signaux')
    await title(page, 'Signaux')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Rechercher' }).waitFor()
    await page.keyboard.type(typed)
    await page.locator('[cmdk-item][data-selected=true]').waitFor()
    if (address.includes('instrument'))
      await page
        .getByRole('option', { name: /XAU\/USD/ })
        .first()
        .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(url + address)
  })
})

const PALETTE = '**/assets/command-palette*.js'

describe('the command palette, while its code is fetched', () => {
  it('takes every letter in order, keeps them from the page’s shortcuts, and is cancelled by Escape', async () => {
    const { page } = await as('freemium', '/signaux')
    const code = Promise.withResolvers<void>()
    await page.route(PALETTE, async (route) => {
      await code.promise
      await route.continue()
    })
    // An idle page asks for it before anybody opens it.
    const asked = page.waitForRequest(PALETTE)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('Control+k')
    // A `j` would open the first signal, and `?` the list of shortcuts.
    await page.keyboard.type('j?')
    await asked
    const dialog = page.getByRole('dialog', { name: 'Rechercher' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${url}/signaux`)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('jour')
    expect(await dialog.getByRole('textbox').inputValue()).toBe('jour')
    expect(await faults(page)).toEqual([])
    code.resolve()
    // The field is replaced between two of these.
    await page.keyboard.type('nalier de test', { delay: 5 })
    const words = page.getByRole('combobox', { name: 'Rechercher' })
    await words.waitFor()
    await page.keyboard.type('s')
    expect(await words.inputValue()).toBe('journalier de tests')
    expect(page.url()).toBe(`${url}/signaux`)
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  it('keeps what was typed without a network, and opens with it when the network returns', async () => {
    const { page } = await as('freemium', '/signaux')
    await title(page, 'Signaux')
    await page.context().setOffline(true)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('facture')
    await page.getByText('Pas de réseau : la recherche s’ouvrira à son retour.').waitFor()
    await page.context().setOffline(false)
    const words = page.getByRole('combobox', { name: 'Rechercher' })
    await words.waitFor()
    expect(await words.inputValue()).toBe('facture')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/mon-compte?onglet=abonnement`)
  })
})

describe('an open menu', () => {
  it('stays open when another screen arrives, which would otherwise take the focus', async () => {
    const { page } = await as('freemium', '/signaux')
    await page.locator('aside a[href="/annonces"]').click()
    await title(page, 'Annonces')
    await page.getByRole('button', { name: /Alix Laurent/ }).click()
    await page.getByRole('menu').waitFor()
    await page.evaluate(() => history.back())
    await title(page, 'Signaux')
    await page.getByRole('article').first().waitFor()
    expect(await page.getByRole('menu').isVisible()).toBe(true)
  })
})

describe('an expired session', () => {
  it('[S-42] asks for the password over the page, and keeps the form’s values', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    const pasted = page.getByLabel('Coller un signal')
    await pasted.fill('BUY EURUSD 1.0850-60 SL 1.0820')
    await database('delete from auth.sessions where user_id = $1', [who.id])
    await endSession(page)
    const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByLabel(/Mot de passe de/).fill('not this one')
    await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
    await dialog.getByText(/incorrect/).waitFor()
    await dialog.getByLabel(/Mot de passe de/).fill(who.password)
    await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await pasted.inputValue()).toBe('BUY EURUSD 1.0850-60 SL 1.0820')
    expect(page.url()).toContain('compose=1')
  })

  it('[S-42] can be restored with a code from a mail, also during payment', async () => {
    const { page, who } = await as('freemium', '/payment?plan=standard')
    const name = page.getByRole('textbox', { name: /Nom/ }).first()
    await name.fill('Alix Laurent-Moreau')
    // Where the page reads again meanwhile, and is refused, what was read and typed stays.
    const refused = page.waitForResponse((answer) => answer.status() === 403)
    await page.route('**/rest/v1/subscriptions*', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'permission denied' } }),
    )
    await database(`select private.tell_topic('member:' || $1, 'money', '{}')`, [who.id])
    await refused
    await page.getByText('Données non actualisées').waitFor()
    await database('delete from auth.sessions where user_id = $1', [who.id])
    await endSession(page)
    const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' })
    await dialog.getByRole('button', { name: 'Recevoir un code par e‑mail' }).click()
    const digits = dialog.getByRole('textbox', { name: 'Code à six chiffres' })
    await digits.waitFor()
    const [mail] = await database<{ token: string }>(
      `select data ->> 'Token' as token from _server.mail_outbox where to_address = $1 order by id desc limit 1`,
      [who.email],
    )
    await digits.pressSequentially(mail?.token ?? '')
    await dialog.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Alix Laurent-Moreau')
  })
})

describe('a newer version', () => {
  it('is announced near the input, installed on request, with a warning if form values would be lost', async () => {
    const site = await newVersions(url)
    try {
      const { email, password } = await person('freemium')
      const { data } = await api().auth.signInWithPassword({ email, password })
      const page = await open('/mark.svg', { installs: true })
      await page.goto(`${site.url}/mark.svg`)
      await page.evaluate(
        (session) => localStorage.setItem('vigie-session', session),
        JSON.stringify(data.session),
      )
      await page.goto(`${site.url}/annonces`)
      await title(page, 'Annonces')
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

      // Outside the member area and the public pages: the payment page.
      await page.goto(`${site.url}/payment?plan=standard`)
      const name = page.getByRole('textbox', { name: /Nom/ }).first()
      await name.waitFor()
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      await name.fill('Alix Laurent-Moreau')
      site.release()
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      const prompt = page.getByRole('status').filter({ hasText: 'Une nouvelle version est disponible' })
      await prompt.getByRole('button', { name: 'Actualiser' }).click()
      await page.getByText(/Le texte saisi sur cette page/).waitFor()
      expect(await name.inputValue()).toBe('Alix Laurent-Moreau')

      await page.evaluate(() => {
        document.title = 'before'
      })
      await page.getByRole('button', { name: 'Actualiser quand même' }).click()
      await expect.poll(() => page.title().catch(() => 'before')).not.toBe('before')
      await name.waitFor()
      const taken = () =>
        page.evaluate(async () => {
          const { active, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {}
          return [active?.state, waiting]
        })
      await expect.poll(taken).toEqual(['activated', null])
      await page.getByText('Une nouvelle version est disponible').waitFor({ state: 'detached' })

      // A visitor with the application also sees it, without a warning if nothing was typed.
      await page.evaluate(() => localStorage.removeItem('vigie-session'))
      await page.goto(`${site.url}/brokers`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      site.release()
      await expect
        .poll(async () => {
          await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
          return page.getByText('Une nouvelle version est disponible').isVisible()
        })
        .toBe(true)
      await page.getByRole('button', { name: 'Plus tard' }).click()
      await page.getByText('Une nouvelle version est disponible').waitFor({ state: 'detached' })
    } finally {
      await site.close()
    }
  })
})

describe('installing the application', () => {
  it('is offered once, after following a signal, and stays in the account menu', async () => {
    await publish('CHFJPY')
    const { page } = await as('freemium', '/signaux')
    await title(page, 'Signaux')
    await page.evaluate(() => {
      const told = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(told, { prompt: () => (document.body.dataset.asked = 'yes') })
      window.dispatchEvent(told)
    })
    const offered = page.getByRole('status').filter({ hasText: 'sur votre écran d’accueil' })
    expect(await offered.isVisible()).toBe(false)
    await page.getByRole('article').filter({ hasText: 'CHF/JPY' }).first().click()
    await page.getByRole('button', { name: 'Suivre ce signal' }).first().click()
    await offered.getByRole('button', { name: 'Plus tard' }).click()
    await offered.waitFor({ state: 'detached' })

    expect(await page.evaluate(() => localStorage.getItem('vigie-install'))).toBe('offered')
    await page.getByRole('button', { name: /Alix Laurent/ }).click()
    await page.getByRole('menuitem', { name: 'Installer l’application' }).click()
    await expect.poll(() => page.evaluate(() => document.body.dataset.asked)).toBe('yes')
  })

  it('is explained on Safari, where only its own menu can install, on a phone too', async () => {
    const { page } = await as('freemium', '/mon-compte', { phone: true })
    // Safari sets this for a page that does not run as an application.
    await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
    await page.goto(`${url}/support`)
    await title(page, 'Support')
    await page.getByRole('button', { name: 'Plus', exact: true }).click()
    await page.getByRole('button', { name: /Alix Laurent/ }).click()
    await page.getByRole('menuitem', { name: 'Installer l’application' }).click()
    const told = page.getByRole('status').filter({ hasText: 'Dans Safari, touchez « Partager »' })
    await told.waitFor()
    await told.getByRole('button', { name: 'Compris' }).click()
    await told.waitFor({ state: 'detached' })
  })
})

/** The number of members whose data this browser stores offline. */
const keptOffline = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'vigie-offline')) return 0
    return await new Promise<number>((resolve) => {
      const request = indexedDB.open('vigie-offline')
      request.onsuccess = () => {
        const count = request.result.transaction('data').objectStore('data').count()
        count.onsuccess = () => {
          request.result.close()
          resolve(count.result)
        }
      }
    })
  })

/** The files of this page that would be missing without a network. */
const filesNotKept = (page: Page) =>
  page.evaluate(async () => {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = asked.filter((name) => name.startsWith(`${location.origin}/assets/`))
    const kept = await Promise.all(files.map((name) => caches.match(name, { ignoreVary: true })))
    return files.filter((_, place) => !kept[place])
  })

describe('without a network', () => {
  it('the application opens in its first session with the last data and their time, and recovers by itself', async () => {
    const { page } = await as('premium', '/signaux', { installs: true })
    await page.getByText('En cours', { exact: true }).first().waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // Data and files are stored after a moment.
    await expect.poll(() => keptOffline(page)).toBe(1)
    await expect.poll(() => filesNotKept(page)).toEqual([])
    await page.context().setOffline(true)
    await page.reload()
    await title(page, 'Signaux')
    // Chromium does not notify every page of a lost network, so the page detects unanswered requests.
    const notice = page.getByText(/Vous êtes hors ligne|le serveur ne répond pas/)
    await notice.waitFor()
    await page.getByText(/Données du \d\d\/\d\d\/\d{4} \d\d:\d\d/).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(0)
    await page.context().setOffline(false)
    await notice.waitFor({ state: 'detached' })
  })

  it('a network without a connection to the server is reported, data stay visible, and loading resumes afterwards', async () => {
    const { page } = await as('premium', '/signaux')
    await page.getByText('En direct', { exact: true }).waitFor()
    const cards = await page.getByRole('article').count()
    const context = page.context()
    const nowhere = /\/(rest|realtime|auth)\/v1\/|\/health$/
    await context.route(nowhere, (route) => route.abort('addressunreachable'))
    await page.getByRole('link', { name: 'Parrainage', exact: true }).first().click()
    await page.getByText(/Vous êtes en ligne, mais le serveur ne répond pas/).waitFor()
    await page.getByText('Injoignable', { exact: true }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('article').count()).toBe(cards)
    await context.unroute(nowhere)
    await page.getByText(/le serveur ne répond pas/).waitFor({ state: 'detached' })
    await page.getByText('En direct', { exact: true }).waitFor()
  })

  it('nothing is kept of a member who signed out', async () => {
    const { page } = await as('freemium', '/signaux')
    await expect.poll(() => keptOffline(page)).toBe(1)
    await page.getByRole('button', { name: /Alix Laurent/ }).click()
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
    await page.waitForURL(/login/)
    // Immediately, and after all pending work.
    expect(await keptOffline(page)).toBe(0)
    await page.waitForTimeout(4000)
    expect(await keptOffline(page)).toBe(0)
  })
})
