import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { as, closeAll, database, logIn, open, person, url } from './fixtures.ts'
import { publish } from './publish.ts'

afterAll(closeAll)

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('the dashboard', () => {
  it('[S-01] is what a member finds at the start after logging in, with what is open now', async () => {
    await publish('ETHUSD', 'premium')
    await publish('EURCHF')
    const who = await person('freemium')
    const page = await open('/login')
    await logIn(page, who)
    await page.waitForURL(`${url}/`)
    await title(page, 'Bonjour Alix')
    await page.getByText('C’est votre première visite').waitFor()
    const signals = page.getByRole('region', { name: /Signaux ouverts/ })
    await expect.poll(() => signals.getByRole('link').count()).toBeGreaterThan(1)
    // A premium signal is there, without its levels.
    expect(await signals.locator('[data-locked]').first().textContent()).not.toMatch(/\d[.,]\d/)
    await signals.locator('a[href^="/signaux?signal="]:not([data-locked])').first().click()
    await title(page, 'Signaux')
    await page.goBack()
    await title(page, 'Bonjour Alix')
  })

  it('tells on the next visit what happened since the last', async () => {
    const { page, who } = await as('premium', '/')
    await title(page, 'Bonjour Alix')
    await database(`update visits set seen_at = now() - interval '30 days' where user_id = $1`, [who.id])
    await page.reload()
    const changes = page.getByRole('region', { name: /Depuis votre dernière visite/ })
    await expect.poll(() => changes.getByRole('listitem').count()).toBe(8)
    await changes
      .getByText(/Signal publié|Entrée touchée|atteint|Stop touché/)
      .first()
      .waitFor()
  })
})

describe('the palette', () => {
  it('finds screens, instruments and signals, and opens them by the keyboard', async () => {
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
})

describe('a menu that is open', () => {
  it('stays open when another screen arrives, which would else take the focus', async () => {
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

describe('a session that ends by itself', () => {
  it('[S-42] asks for the password over the page, and keeps what was typed', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    const pasted = page.getByRole('textbox').first()
    await pasted.fill('BUY EURUSD 1.0850-60 SL 1.0820')
    await database('delete from auth.sessions where user_id = $1', [who.id])
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('vigie-session') ?? '{}')
      localStorage.setItem('vigie-session', JSON.stringify({ ...stored, expires_at: 1 }))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByLabel(/Mot de passe de/).fill('not this one')
    await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
    await dialog.getByText(/inexact/).waitFor()
    await dialog.getByLabel(/Mot de passe de/).fill(who.password)
    await dialog.getByRole('button', { name: 'Se reconnecter' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await pasted.inputValue()).toBe('BUY EURUSD 1.0850-60 SL 1.0820')
    expect(page.url()).toContain('compose=1')
  })
})

describe('without a network', () => {
  it('opens with the last data and their time, and comes back by itself', async () => {
    const { page } = await as('premium', '/signaux')
    await page.getByText('En cours', { exact: true }).first().waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // What was read is kept a moment later; the second visit goes through the service worker.
    await page.waitForTimeout(4000)
    await page.reload()
    await page.getByText('En cours', { exact: true }).first().waitFor()
    await page.waitForTimeout(4000)
    await page.context().setOffline(true)
    await page.reload()
    await title(page, 'Signaux')
    await page.getByText(/Vous êtes hors ligne/).waitFor()
    await page.getByText(/Données du \d\d\/\d\d\/\d{4} \d\d:\d\d/).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(0)
    await page.context().setOffline(false)
    await page.getByText(/Vous êtes hors ligne/).waitFor({ state: 'detached' })
  })

  it('keeps nothing of a member who signed out', async () => {
    const { page } = await as('freemium', '/signaux')
    await page.waitForTimeout(4000)
    await page.getByRole('button', { name: /Alix Laurent/ }).click()
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
    await page.waitForURL(/login/)
    const left = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open('vigie-offline', 1)
          request.onsuccess = () => {
            const count = request.result.transaction('data').objectStore('data').count()
            count.onsuccess = () => resolve(count.result)
          }
        }),
    )
    expect(left).toBe(0)
  })
})
