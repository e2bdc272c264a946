import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atRest, faults, faultsInBothThemes, inPalette, inTheme, settled } from '../stage/accessibility.ts'
import { as, closeAll, open, url } from '../stage/fixtures.ts'

const SCREENS = [
  ['/signaux', 'Signaux'],
  ['/bot-ia', 'Bot IA'],
  ['/botia', 'Bot IA'],
  ['/formations', 'Formations'],
  ['/mon-compte', 'Mon compte'],
  ['/outils', 'Outils'],
  ['/copy-trading', 'Copy trading'],
  ['/abonnements', 'Abonnements'],
  ['/test-journalier', 'Test du jour'],
  ['/analyses', 'Analyses'],
  ['/tradingview-analyses', 'Analyses'],
  ['/annonces', 'Annonces économiques'],
  ['/communaute', 'Communauté'],
  ['/communaute/evenements', 'Événements'],
  ['/propfirm', 'Prop firms'],
  ['/prop-firm', 'Prop firms'],
  ['/performances', 'Performances'],
  ['/brokers', 'Brokers'],
  ['/aide', 'Centre d’aide'],
  ['/payment', 'Votre abonnement'],
  ['/payment-success', 'État du paiement'],
  ['/parrainage', 'Parrainage'],
  ['/support', 'Support'],
] as const

let member: Page
beforeAll(async () => {
  member = (await as('freemium', '/signaux')).page
})
afterAll(closeAll)

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first().textContent()

describe('every path', () => {
  it.each(SCREENS)('[S-01] %s opens the screen %s', async (path, name) => {
    await member.goto(url + path)
    await expect.poll(() => title(member)).toBe(name)
    expect(new URL(member.url()).pathname).toBe(path)
  })

  it.each(['/ianalyse', '/vigie'])(
    '[S-02] %s redirects to the AI bot without a history entry',
    async (path) => {
      await member.goto(`${url}/brokers`)
      await expect.poll(() => title(member)).toBe('Brokers')
      await member.goto(url + path)
      await member.waitForURL(`${url}/bot-ia`)
      await member.goBack()
      await member.waitForURL(`${url}/brokers`)
    },
  )

  it('[S-03] that is unknown shows the not-found screen', async () => {
    await member.goto(`${url}/nulle-part`)
    await expect.poll(() => title(member)).toBe('Cette page n’existe pas')
    const status = async (path: string) =>
      (await fetch(url + path, { headers: { accept: 'text/html' } })).status
    expect(
      await Promise.all(['/nulle-part', '/admin/rien', '/Signaux/?tri=1', '/vigie'].map(status)),
    ).toEqual([404, 404, 200, 200])
  })

  it('[S-29] of the administration is not found by a member, and opens for staff', async () => {
    await member.goto(`${url}/admin/qualification-requests`)
    await expect.poll(() => title(member)).toBe('Cette page n’existe pas')
    const { page } = await as('admin', '/admin/qualification-requests')
    await expect.poll(() => title(page)).toBe('Demandes premium')
  })

  it.each([
    ['/admin/payments?vue=events&etat=refused', '/admin/paiements?vue=events&etat=refused', 'Paiements'],
    ['/admin/payouts', '/admin/versements', 'Versements'],
    ['/admin/revenue', '/admin/revenus', 'Revenus'],
    ['/admin/plans', '/admin/formules', 'Formules'],
    ['/admin/seller', '/admin/vendeur', 'Vendeur'],
    ['/admin/coupons', '/admin/codes-de-reduction', 'Codes de réduction'],
  ])('of the back-office that was English, %s, leads to %s', async (before, now, name) => {
    const { page } = await as('admin', before)
    await page.waitForURL(url + now)
    await expect.poll(() => title(page)).toBe(name)
  })
})

describe('accessibility', () => {
  it('finds no fault on the signals screen with all levels, in both themes', async () => {
    const { page } = await as('premium', '/signaux')
    await page.getByRole('article').first().waitFor()
    await atRest(page)
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('finds sufficient contrast in the palette for colour-blind people: signals, a chart, performance', async () => {
    const { page } = await as('premium', '/signaux')
    await page.getByRole('article').first().waitFor()
    await inPalette(page, 'cb')
    const found: string[] = []
    const look = async (where: string) => {
      await atRest(page)
      for (const theme of ['light', 'dark'] as const) {
        await inTheme(page, theme)
        found.push(...(await faults(page, 'html', 'colours')).map((fault) => `${where}, ${theme}: ${fault}`))
      }
    }
    await look('signals')
    await page.keyboard.press('j')
    await page.waitForURL(/signal=/)
    await page.locator('canvas').first().waitFor()
    await look('chart')
    await page.goto(`${url}/performances`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.palette)).toBe('cb')
    await look('performances')
    expect(found).toEqual([])
  })

  it('finds no fault on the design system sheet, which shows both themes', async () => {
    const page = await open('/dev/ui')
    for (const name of ['dark theme', 'light theme']) {
      const sheet = page.getByRole('region', { name })
      await sheet.getByText('A break that failed').waitFor()
      await sheet.getByRole('img', { name: 'Code QR' }).waitFor()
      await sheet.getByRole('toolbar', { name: 'Mise en forme' }).waitFor()
      await expect.poll(() => sheet.locator('canvas').count()).toBeGreaterThan(0)
    }
    await settled(page)
    expect(await faults(page)).toEqual([])
    // The rest of the page uses the selected theme.
    await inTheme(page, 'light')
    expect(await faults(page, 'main > header, section[aria-label=Weight]', 'colours')).toEqual([])
  })
})
