import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atRest, faults, inLanguage, inTheme, lengthenTexts, overflows } from './accessibility.ts'
import { closeAll, logIn, open, person, url } from './fixtures.ts'

/** Every screen, as first seen by a visitor or member, checked with the same rules in each theme, width and language. */
const PUBLIC = [
  '/',
  '/login',
  '/signup',
  '/password-reset',
  '/confirm#token_hash=0af9&type=recovery',
  '/signaux',
  '/performances',
  '/abonnements',
  '/brokers',
  '/propfirm',
  '/aide',
  '/support/delais',
  '/aide?article=lire-un-signal',
  '/outils',
  '/preuve',
  '/moderation',
  '/moderation?onglet=signaler',
  '/moderation?onglet=registre',
  '/resiliation',
  '/versements/arreter',
  '/securite/arreter',
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
  '/test-journalier?onglet=suite',
  '/bot-ia',
  '/communaute',
  '/communaute?recherche=stop',
  '/communaute?nouveau=1',
  '/communaute?idee=nouvelle',
  '/communaute?liste=brouillons',
  '/communaute/evenements',
  '/parrainage',
  '/mon-compte',
  '/mon-compte?onglet=abonnement',
  '/payment',
  '/payment-success',
  '/support',
  '/support?nouvelle=1',
  '/moderation?onglet=decisions',
  '/preuve',
]
const STAFF = [
  '/admin/qualification-requests',
  '/signaux?compose=1',
  '/admin/moderation',
  '/admin/support',
  '/admin/support?onglet=rapports',
  '/admin/support?onglet=reponses',
  '/admin/support?onglet=reglages',
  '/admin/paiements',
  '/admin/revenus',
  '/admin/formules',
  '/admin/codes-de-reduction',
  '/admin/vendeur',
  '/admin/taux',
]
const WIDTHS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const LANGUAGES = ['fr', 'en', 'es', 'it'] as const
/** All rules once per width, colour rules in the other theme too; ordered to change themes rarely. */
const SWEEPS = [
  ['desk', 'light', 'all'],
  ['desk', 'dark', 'colours'],
  ['phone', 'dark', 'colours'],
  ['phone', 'light', 'all'],
] as const

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

/** Opens a screen once; theme, width and language are then changed in the running page. */
async function show(page: Page, path: string): Promise<void> {
  await page.setViewportSize(WIDTHS.desk)
  await page.goto(url + path)
  await atRest(page)
}

/**
 * The four languages, starting with a different one on each screen, so that across screens each is combined with every theme
 * and width.
 */
const turned = (place: number) => LANGUAGES.map((_, index) => LANGUAGES[(place + index) % LANGUAGES.length])

describe.each(SCREENS.map((screen, place) => [...screen, place] as const))(
  'for a %s, %s',
  (who, path, place) => {
    it('has no accessibility fault in two themes, two widths and four languages, and fits each width', async () => {
      const page = pages[who]
      const found: string[] = []
      await show(page, path)
      const languages = turned(place)
      for (const [step, [width, theme, rules]] of SWEEPS.entries()) {
        const language = languages[step] ?? 'fr'
        await page.setViewportSize(WIDTHS[width])
        await inLanguage(page, language)
        await inTheme(page, theme)
        const where = `${width}, ${theme}, ${language}`
        found.push(...(await faults(page, 'html', rules)).map((fault) => `${where}: ${fault}`))
        if (width === 'phone') found.push(...(await overflows(page)).map((one) => `${where}: ${one}`))
      }
      for (const language of languages.slice(0, 2)) {
        await inLanguage(page, language ?? 'fr')
        found.push(...(await overflows(page)).map((one) => `phone, ${language}: ${one}`))
      }
      await inLanguage(page, 'fr')
      // More space than any current language needs.
      await lengthenTexts(page)
      for (const width of ['phone', 'desk'] as const) {
        await page.setViewportSize(WIDTHS[width])
        found.push(...(await overflows(page)).map((one) => `longer, ${width}: ${one}`))
      }
      expect(found).toEqual([])
    })
  },
)
