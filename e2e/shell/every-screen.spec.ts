import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  atRest,
  faults,
  inLanguage,
  inTheme,
  overflows,
  overflowsWithLongerTexts,
} from '../stage/accessibility.ts'
import { LANGUAGES, SCREENS, stage } from '../stage/every-screen.ts'
import { closeAll, url } from '../stage/fixtures.ts'

/**
 * A screen is opened once, and seen at four widths: in both themes where it is measured for them, with all accessibility rules
 * once per kind of device and those of colours in the other theme. The narrowest is seen in every language, the others in as
 * many as they have themes; languages take turns from screen to screen. `EVERY_LANGUAGE=1` takes all four everywhere.
 */
const WIDTHS = [
  {
    width: 1440,
    height: 900,
    looks: [
      ['light', 'all'],
      ['dark', 'colours'],
    ],
  },
  { width: 768, height: 1024, looks: [['dark', null]] },
  {
    width: 390,
    height: 844,
    looks: [
      ['dark', 'colours'],
      ['light', 'all'],
    ],
  },
  {
    width: 320,
    height: 700,
    looks: [
      ['light', null],
      ['light', null],
      ['light', null],
      ['light', null],
    ],
  },
] as const
const EVERY_LANGUAGE = process.env.EVERY_LANGUAGE !== undefined

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

/** The languages of `count` looks in turn, from another one on each screen and width. */
const turned = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => LANGUAGES[(from + at) % LANGUAGES.length] ?? 'fr')

/** Resolves when what another width or language brought into view is loaded. */
const loaded = (page: Page) =>
  page.waitForFunction(() => {
    // What lies further down may be loaded only when it is scrolled to.
    const inSight = (element: Element) =>
      element.checkVisibility() && element.getBoundingClientRect().top < window.innerHeight
    return ![...document.querySelectorAll('[aria-busy=true]')].some(inSight)
  })

describe.each(SCREENS.map((screen, place) => [...screen, place] as const))(
  'for a %s, %s',
  (who, path, place) => {
    it('is accessible in two themes, and fits four widths in four languages with every text whole', async () => {
      const page = pages[who]
      const found = new Set<string>()
      await page.setViewportSize(WIDTHS[0])
      await page.goto(url + path)
      await atRest(page)
      for (const [step, { looks, ...size }] of WIDTHS.entries()) {
        await page.setViewportSize(size)
        for (const [at, [theme, rules]] of looks.entries()) {
          const languages = turned(place + step, EVERY_LANGUAGE ? LANGUAGES.length : looks.length)
          await inTheme(page, theme)
          for (const language of EVERY_LANGUAGE ? languages : languages.slice(at, at + 1)) {
            await inLanguage(page, language)
            await loaded(page)
            const seen = await overflows(page)
            if (rules) seen.push(...(await faults(page, 'html', rules)))
            for (const fault of seen) found.add(`${size.width}, ${theme}, ${language}: ${fault}`)
          }
        }
      }
      await inLanguage(page, 'fr')
      const longer = await overflowsWithLongerTexts(page, [WIDTHS[2], WIDTHS[0]])
      expect([...found, ...longer]).toEqual([])
    })
  },
)
