import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atRest, faultsInBothThemes, lengthenTexts, overflows } from './accessibility.ts'
import { closeAll, logIn, open, person, url } from './fixtures.ts'

/** Every screen, as a visitor or a member first meets it, held to the same rules in each theme, width and language. */
const PUBLIC = [
  '/',
  '/login',
  '/signup',
  '/password-reset',
  '/performances',
  '/abonnements',
  '/brokers',
  '/propfirm',
  '/outils',
  '/preuve',
  '/resiliation',
  '/versements/arreter',
  '/nulle-part',
]
const MEMBERS = [
  '/',
  '/signaux',
  '/analyses',
  '/annonces',
  '/copy-trading',
  '/formations',
  '/test-journalier',
  '/bot-ia',
  '/communaute',
  '/parrainage',
  '/mon-compte',
  '/mon-compte?onglet=abonnement',
  '/payment',
  '/payment-success',
  '/support',
  '/preuve',
]
const STAFF = [
  '/admin/qualification-requests',
  '/signaux?compose=1',
  '/admin/payments',
  '/admin/revenue',
  '/admin/plans',
  '/admin/coupons',
]
const WIDTHS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const LANGUAGES = ['en', 'es', 'it'] as const

const pages: Record<'visitor' | 'member' | 'staff', Page> = {} as never
const SCREENS = [
  ...PUBLIC.map((path) => ['visitor', path] as const),
  ...MEMBERS.map((path) => ['member', path] as const),
  ...STAFF.map((path) => ['staff', path] as const),
]

beforeAll(async () => {
  pages.visitor = await open('/login')
  for (const [name, role] of [
    ['member', 'freemium'],
    ['staff', 'admin'],
  ] as const) {
    pages[name] = await open('/login?next=/signaux')
    await logIn(pages[name], await person(role))
    await pages[name].waitForURL(`${url}/signaux`)
  }
})
afterAll(closeAll)

/** Opens a screen once; its theme, width and language are then changed under way, as a person may. */
async function show(page: Page, path: string): Promise<void> {
  await page.setViewportSize(WIDTHS.desk)
  await page.goto(url + path)
  await atRest(page)
}

/** As the choice in another tab would: the storage tells it. */
async function inLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate((newValue) => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'vigie-language', newValue }))
  }, language)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
}

describe.each(SCREENS)('for a %s, %s', (who, path) => {
  it('has no fault that the accessibility rules know, in both themes and widths, and fits in every language', async () => {
    const page = pages[who]
    const found: string[] = []
    await show(page, path)
    for (const width of ['desk', 'phone'] as const) {
      await page.setViewportSize(WIDTHS[width])
      found.push(...(await faultsInBothThemes(page)).map((fault) => `${width}, ${fault}`))
    }
    for (const language of LANGUAGES) {
      await inLanguage(page, language)
      found.push(...(await overflows(page)).map((one) => `${language}: ${one}`))
    }
    await inLanguage(page, 'fr')
    // No language of today needs so much room.
    await lengthenTexts(page)
    for (const width of ['phone', 'desk'] as const) {
      await page.setViewportSize(WIDTHS[width])
      found.push(...(await overflows(page)).map((one) => `longer, ${width}: ${one}`))
    }
    expect(found).toEqual([])
  })
})
