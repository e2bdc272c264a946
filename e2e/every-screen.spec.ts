import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atRest, faults, inLanguage, inTheme, lengthenTexts, overflows } from './accessibility.ts'
import { LANGUAGES, SCREENS, stage } from './every-screen.ts'
import { closeAll, url } from './fixtures.ts'

/** Every screen, checked with the same rules in each theme, width and language. */
const WIDTHS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
/** All rules once per width, colour rules in the other theme too; ordered to change themes rarely. */
const SWEEPS = [
  ['desk', 'light', 'all'],
  ['desk', 'dark', 'colours'],
  ['phone', 'dark', 'colours'],
  ['phone', 'light', 'all'],
] as const

let pages: Awaited<ReturnType<typeof stage>>['pages']
let strike: () => Promise<void>
beforeAll(async () => {
  ;({ pages, strike } = await stage())
})
afterAll(async () => {
  await strike()
  await closeAll()
})

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
