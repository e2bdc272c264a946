import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, settled } from '../stage/accessibility.ts'
import { as, closeAll, open, url } from '../stage/fixtures.ts'

afterAll(closeAll)

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()

async function choose(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name: filter }).click()
  await page.getByRole('menuitemcheckbox', { name: value, exact: true }).click()
}

/** Resolves when demonstration rows are visible. */
const marked = (page: Page) =>
  page
    .getByText(/Exemple fictif|Prix d’exemple/)
    .filter({ visible: true })
    .first()
    .waitFor()

describe('the plans', () => {
  it('cost what the front page says, tax included, monthly and yearly', async () => {
    const page = await open('/abonnements')
    const column = page.getByRole('columnheader', { name: 'Standard' })
    await expect.poll(() => column.textContent()).toContain('39\u00a0€par mois, TTC')
    await page.getByRole('radio', { name: 'Annuel, 2 mois offerts' }).click()
    await expect.poll(() => column.textContent()).toContain('390\u00a0€par an, TTCsoit 32,50\u00a0€ par mois')
    expect(new URL(page.url()).search).toBe('?periode=an')
    await page.getByText(/une formule annuelle se renouvelle le \d\d\/\d\d\/\d{4}/).waitFor()
    await page.goto(url)
    await page.evaluate(() => document.getElementById('compare')?.scrollIntoView())
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Standard' }).textContent())
      .toContain('39\u00a0€par mois, TTC')
  })

  it('lead to the payment with plan and period, and the free one to the sign-up', async () => {
    const page = await open('/abonnements?periode=an')
    const link = (name: string) =>
      page.getByRole('main').getByRole('link', { name }).first().getAttribute('href')
    await page.getByRole('main').getByRole('link', { name: 'Choisir Pro' }).first().waitFor()
    expect(await link('Choisir Pro')).toBe('/payment?plan=pro&period=year')
    expect(await link('Créer un compte')).toBe('/signup')
  })
})

describe('the guide to brokers', () => {
  it('[S-105] filters by the URL’s parameters, and shows how many remain', async () => {
    const page = await open('/brokers')
    await row(page, 'Misaine Exemple').first().waitFor()
    expect(await names(page)).toEqual([
      'Misaine Exemple',
      'Boussole Exemple',
      'Goélette Exemple',
      'Amarre Exemple',
    ])
    await choose(page, 'Plateforme', 'TradingView')
    await choose(page, 'Dépôt minimum', 'Aucun')
    await expect.poll(() => names(page)).toEqual(['Goélette Exemple'])
    expect(new URL(page.url()).search).toBe('?plateforme=TradingView&depot=0')
    await page.reload()
    await page.getByRole('status').getByText('1 broker.').waitFor()
    await choose(page, 'Instrument', 'Cryptoactifs')
    await page.getByText('Aucun broker ne réunit ces critères').waitFor()
    await page.getByRole('button', { name: 'Effacer les filtres' }).last().click()
    await page.getByRole('status').getByText('4 brokers.').waitFor()
  })

  it('[S-105] shows the cost and the deposit of one account, which the deposit filter chooses', async () => {
    const page = await open('/brokers')
    const boussole = row(page, 'Boussole Exemple').first()
    await boussole.waitFor()
    const figures = () => boussole.getByRole('definition').allInnerTexts()
    await expect
      .poll(async () => (await figures()).slice(0, 2).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual(['1,1 pip Compte Standard', '100 € Compte Standard'])
    await choose(page, 'Dépôt minimum', '500 € ou moins')
    await expect
      .poll(async () => (await figures()).slice(0, 2).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual(['0,8 pip Compte Raw', '500 € Compte Raw'])
  })

  it('[S-105] compares the selected brokers, with a shareable URL', async () => {
    const page = await open('/brokers')
    await page.getByRole('checkbox', { name: 'Comparer Misaine Exemple' }).click()
    await page.getByText('1 choisi : ajoutez-en un autre.').waitFor()
    await page.getByRole('checkbox', { name: 'Comparer Amarre Exemple' }).click()
    await page.getByRole('button', { name: 'Voir la comparaison' }).click()
    const table = page.getByRole('region', { name: '2 brokers côte à côte' }).getByRole('table')
    await table.getByRole('columnheader', { name: 'Amarre Exemple' }).waitFor()
    const shared = await open(new URL(page.url()).pathname + new URL(page.url()).search)
    await shared.getByRole('heading', { name: '2 brokers côte à côte' }).waitFor()
    await shared.getByRole('button', { name: 'Retirer Amarre Exemple de la comparaison' }).click()
    await expect.poll(() => shared.getByRole('table').count()).toBe(0)
  })

  it('[S-04] [S-105] opens a broker by its link, and the back button closes it', async () => {
    const page = await open('/brokers?plateforme=cTrader')
    await page.getByRole('link', { name: 'Misaine Exemple' }).click()
    const sheet = page.getByRole('dialog', { name: 'Misaine Exemple' })
    await sheet.getByText('EX-0988').waitFor()
    await sheet.getByText('Exemple fictif').waitFor()
    expect(new URL(page.url()).search).toBe('?plateforme=cTrader&broker=misaine-exemple')
    const paid = sheet.getByRole('link', { name: /lien affilié/ })
    expect(await paid.getAttribute('rel')).toBe('sponsored nofollow noopener')
    await sheet.getByText('Elle n’entre pas dans le classement.').waitFor()
    await sheet.getByText(/Les CFD sont des instruments complexes/).waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('?plateforme=cTrader')
    const link = page.getByRole('link', { name: 'Misaine Exemple' })
    await link.press('Enter')
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
    const gone = await open('/brokers?broker=nobody')
    await gone.getByRole('dialog', { name: 'Fiche introuvable' }).waitFor()
  })
})

describe('the guide to prop firms', () => {
  it('filters by the type of drawdown', async () => {
    const page = await open('/propfirm')
    await row(page, 'Drisse Exemple').first().waitFor()
    await choose(page, 'Perte maximale', 'Perte maximale suiveuse, fin de journée')
    await expect.poll(() => names(page)).toEqual(['Sextant Exemple'])
    expect(new URL(page.url()).search).toBe('?perte=end_of_day')
  })

  it('[S-104] compares the selected firms by the challenge that the filters keep, with a shareable URL', async () => {
    const page = await open('/propfirm?compte=100000')
    await page.getByRole('checkbox', { name: 'Comparer Cabestan Exemple' }).click()
    await page.getByText('1 choisie : ajoutez-en une autre.').waitFor()
    await page.getByRole('checkbox', { name: 'Comparer Sextant Exemple' }).click()
    await page.getByRole('button', { name: 'Voir la comparaison' }).click()
    const table = page.getByRole('region', { name: '2 prop firms côte à côte' }).getByRole('table')
    const cells = (name: string) =>
      table
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell')
    expect(await cells('Challenge comparé').allInnerTexts()).toEqual(['Cap 100', 'Angle 100'])
    expect(await cells('Perte totale maximale').allInnerTexts()).toEqual(['10\u202f%', '6\u202f%'])
    expect(new URL(page.url()).search).toBe('?compte=100000&comparer=cabestan-exemple%2Csextant-exemple')
    const shared = await open(new URL(page.url()).pathname + new URL(page.url()).search)
    await shared.getByRole('heading', { name: '2 prop firms côte à côte' }).waitFor()
    await shared.getByRole('button', { name: 'Retirer Sextant Exemple de la comparaison' }).click()
    await expect.poll(() => shared.getByRole('table').count()).toBe(0)
  })

  it('[S-04] [S-104] shows the rules of each phase, their changes, and a code with its expiry', async () => {
    const page = await open('/propfirm')
    await page.getByRole('link', { name: 'Sextant Exemple' }).click()
    const sheet = page.getByRole('dialog', { name: 'Sextant Exemple' })
    await sheet.getByRole('columnheader', { name: 'Compte financé' }).waitFor()
    await sheet.getByText(/Valable jusqu’au \d\d\/\d\d\/\d{4} inclus/).waitFor()
    const changes = sheet.getByRole('listitem').filter({ hasText: 'Règles modifiées' })
    expect(await changes.count()).toBe(2)
    expect(await changes.first().locator('del').textContent()).toBe('avant 5 jours')
    expect(await changes.first().locator('ins').textContent()).toBe('désormais 3 jours')
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    const linked = await open('/propfirm?firm=cabestan-exemple')
    await linked
      .getByRole('dialog', { name: 'Cabestan Exemple' })
      .getByText('499')
      .waitFor({ state: 'hidden' })
    await linked.getByRole('radio', { name: 'Cap 100' }).click()
    await linked.getByRole('dialog').getByText(/^499/).waitFor()
  })
})

describe('the public guides', () => {
  it('send no request to the auth service for a visitor', async () => {
    const page = await open('/abonnements')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of ['/abonnements', '/brokers', '/propfirm']) {
      await page.goto(url + path)
      await marked(page)
    }
    expect(asked.filter((path) => /^\/(auth|realtime)\/v1/.test(path))).toEqual([])
  })

  it('are shown in the member’s frame too', async () => {
    const { page } = await as('freemium', '/brokers')
    await page.getByRole('link', { name: 'Misaine Exemple' }).click()
    await page.getByRole('dialog', { name: 'Misaine Exemple' }).waitFor()
    await page.goto(`${url}/abonnements`)
    await page.getByRole('main').getByRole('link', { name: 'Voir mon compte' }).first().waitFor()
  })

  it('fit the width of a small phone', async () => {
    const page = await open('/', { phone: true })
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of [
      '/abonnements?periode=an',
      '/brokers?comparer=misaine-exemple,amarre-exemple',
      '/propfirm?comparer=cabestan-exemple,sextant-exemple',
      '/brokers?broker=boussole-exemple',
      '/propfirm?firm=cabestan-exemple',
    ]) {
      await page.goto(url + path)
      await marked(page)
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    }
  })

  it('have no accessibility fault in comparisons and sheets, in both themes', async () => {
    const page = await open('/abonnements')
    for (const path of [
      '/brokers?comparer=misaine-exemple,amarre-exemple',
      '/propfirm?comparer=cabestan-exemple,sextant-exemple',
      '/brokers?broker=misaine-exemple',
      '/propfirm?firm=sextant-exemple',
    ]) {
      await page.goto(url + path)
      await marked(page)
      // The sheet loads after the list below it.
      if (!path.includes('comparer')) await page.getByRole('dialog').waitFor()
      expect(await faultsInBothThemes(page), path).toEqual([])
    }
  })
})
