import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atRest, drawAll, inLanguage, settled } from './accessibility.ts'
import { textFaults } from './drawn-text.ts'
import { LANGUAGES, SCREENS, stage } from './every-screen.ts'
import { closeAll, url } from './fixtures.ts'

/**
 * The narrowest in every language; the others in as many of the four as are given, which take turns from screen to screen.
 * `TEXT_BOXES=all npm run e2e text-boxes` takes all four everywhere.
 */
const WIDTHS = [
  { width: 1440, height: 900, languages: 2 },
  { width: 768, height: 1024, languages: 1 },
  { width: 390, height: 844, languages: 1 },
  { width: 320, height: 700, languages: 4 },
] as const
const ALL = process.env.TEXT_BOXES === 'all'
const turned = (place: number, count: number) =>
  LANGUAGES.map((_, at) => LANGUAGES[(place + at) % LANGUAGES.length] ?? 'fr').slice(0, ALL ? 4 : count)

let pages: Awaited<ReturnType<typeof stage>>['pages']
let strike: () => Promise<void>
beforeAll(async () => {
  ;({ pages, strike } = await stage())
  // Scenes that move would be waited for at each width.
  for (const page of Object.values(pages)) await page.emulateMedia({ reducedMotion: 'reduce' })
})
afterAll(async () => {
  await strike()
  await closeAll()
})

/** Resolves when what another width or language brought into view is loaded and laid out. */
async function laidOut(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // What lies further down may be loaded only when it is scrolled to.
    const inSight = (element: Element) =>
      element.checkVisibility() && element.getBoundingClientRect().top < window.innerHeight
    return ![...document.querySelectorAll('[aria-busy=true]')].some(inSight)
  })
  await settled(page)
}

describe.each(SCREENS.map((screen, place) => [...screen, place] as const))(
  'for a %s, %s',
  (who, path, place) => {
    it('cuts no text and draws none over another, in four widths and four languages', async () => {
      const page = pages[who]
      const found = new Set<string>()
      await page.setViewportSize(WIDTHS[0])
      await page.goto(url + path)
      await atRest(page)
      await drawAll(page)
      for (const [step, { languages, ...size }] of WIDTHS.entries()) {
        await page.setViewportSize(size)
        for (const language of turned(place + step, languages)) {
          await inLanguage(page, language)
          await laidOut(page)
          for (const fault of await textFaults(page)) found.add(`${size.width}, ${language}: ${fault}`)
        }
      }
      await inLanguage(page, 'fr')
      expect([...found]).toEqual([])
    })
  },
)
