import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from './accessibility.ts'
import { as, closeAll, open, url } from './fixtures.ts'

const SCREENS = [
  ['/signaux', 'Signaux'],
  ['/bot-ia', 'Bot IA'],
  ['/botia', 'Bot IA'],
  ['/formations', 'Formations'],
  ['/mon-compte', 'Mon compte'],
  ['/outils', 'Outils'],
  ['/copy-trading', 'Copy trading'],
  ['/abonnements', 'Abonnements'],
  ['/test-journalier', 'Test journalier'],
  ['/analyses', 'Analyses'],
  ['/tradingview-analyses', 'Analyses'],
  ['/annonces', 'Annonces économiques'],
  ['/communaute', 'Communauté'],
  ['/propfirm', 'Prop firms'],
  ['/prop-firm', 'Prop firms'],
  ['/performances', 'Performances'],
  ['/brokers', 'Brokers'],
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
    '[S-02] %s leads to the AI bot and leaves no step in the history',
    async (path) => {
      await member.goto(`${url}/brokers`)
      await expect.poll(() => title(member)).toBe('Brokers')
      await member.goto(url + path)
      await member.waitForURL(`${url}/bot-ia`)
      await member.goBack()
      await member.waitForURL(`${url}/brokers`)
    },
  )

  it('[S-03] that is none of these shows the not-found screen', async () => {
    await member.goto(`${url}/nulle-part`)
    await expect.poll(() => title(member)).toBe('Cette page n’existe pas')
  })

  it('[S-29] of the administration is not found by a member and opens to staff', async () => {
    await member.goto(`${url}/admin/qualification-requests`)
    await expect.poll(() => title(member)).toBe('Cette page n’existe pas')
    const { page } = await as('admin', '/admin/qualification-requests')
    await expect.poll(() => title(page)).toBe('Demandes de qualification')
  })
})

describe('accessibility', () => {
  it.each(['dark', 'light'] as const)('finds no fault on the signals screen, %s', async (theme) => {
    const { page } = await as('premium', '/signaux')
    await page.evaluate((value) => localStorage.setItem('vigie-theme', value), theme)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await page.waitForTimeout(1000)
    expect(await faults(page)).toEqual([])
  })

  it.each([
    ['/dev/ui', 'dark'],
    ['/dev/ui', 'light'],
  ])('finds no fault on %s, %s', async (path, theme) => {
    const page = await open(path)
    await page.evaluate((value) => localStorage.setItem('vigie-theme', value), theme)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForTimeout(800)
    expect(await faults(page)).toEqual([])
  })
})
