import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { cutFaults, textFaults } from './drawn-text.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Size = { width: number; height: number }
type Axe = {
  run(
    context: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>
}

const RULES = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  /** Rules whose result depends on the theme. */
  colours: ['color-contrast', 'link-in-text-block'],
} as const

/** Runs the accessibility rules (WCAG 2.2 A and AA) on a page, or on the parts that match a selector; one line per fault. */
export async function faults(
  page: Page,
  within = 'html',
  rules: keyof typeof RULES = 'all',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  await drawAll(page)
  return page.evaluate(
    async ([part, runOnly]) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(part, {
        runOnly,
        // Skip passing results: serialising them took most of the run time.
        resultTypes: ['violations'],
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      )
    },
    [within, [...RULES[rules]]] as const,
  )
}

/** The same in both themes, leaving the page in the dark one: all rules once, colour rules in both. */
export async function faultsInBothThemes(page: Page, within = 'html'): Promise<string[]> {
  await inTheme(page, 'light')
  const light = await faults(page, within)
  await inTheme(page, 'dark')
  const dark = await faults(page, within, 'colours')
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)]
}

/** Changes the theme of a running page through a storage event, as another tab would, once the page listens. */
export async function inTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  // A page that has it already need not come to rest again.
  if ((await page.evaluate(() => document.documentElement.dataset.theme)) === theme) return
  await page.waitForFunction((newValue) => {
    localStorage.setItem('vigie-theme', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'vigie-theme', newValue }))
    return document.documentElement.dataset.theme === newValue
  }, theme)
  await settled(page)
}

/** Changes the palette in the same way: for colour-blind people, or the default. */
export async function inPalette(page: Page, palette: 'cb' | 'default'): Promise<void> {
  await page.waitForFunction((newValue) => {
    localStorage.setItem('vigie-palette', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'vigie-palette', newValue }))
    return (document.documentElement.dataset.palette ?? 'default') === newValue
  }, palette)
  await settled(page)
}

/** Changes the language of a running page, as another tab would. */
export async function inLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate((newValue) => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'vigie-language', newValue }))
  }, language)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
  await settled(page)
}

/** Resolves when nothing in view is loading; content that arrives after the first paint is part of the screen. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Content further down may be loaded only when it is scrolled to.
    const inSight = (element: Element) => element.getBoundingClientRect().top < window.innerHeight
    return document.querySelector('h1') && ![...document.querySelectorAll('[aria-busy=true]')].some(inSight)
  })
  // A screen that polls is never idle.
  await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
  await settled(page)
}

/** Resolves when animations and their effects have ended (transitions, sheets); endless scenes are ignored. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (;;) {
      // A change starts its animation with the next frame.
      await frame()
      await frame()
      const brief = document.getAnimations().filter(({ playState, timeline, effect }) => {
        const end = effect?.getComputedTiming().endTime
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return (
          playState === 'running' &&
          timeline === document.timeline &&
          typeof end === 'number' &&
          end <= 2000 &&
          // Content that is skipped until it approaches the viewport does not animate yet.
          target?.checkVisibility({ contentVisibilityAuto: true }) !== false
        )
      })
      if (brief.length === 0) return
      await Promise.allSettled(brief.map(({ finished }) => finished))
    }
  })

/** Content that overflows the viewport without its own scrolling region, and text that is cut or drawn over another; one line each. */
export const overflows = async (page: Page): Promise<string[]> => {
  await drawAll(page)
  // In the first frame after a change of size, lengths that follow a container still have its old one.
  await settled(page)
  return [...(await reachesOut(page)), ...(await textFaults(page))]
}

/** The same with every text on the page 40 % longer, which leaves out what is drawn over another: dates have room for dates. */
export async function overflowsWithLongerTexts(page: Page, sizes: readonly Size[]): Promise<string[]> {
  await lengthenTexts(page)
  const found: string[] = []
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await settled(page)
    const seen = [...(await reachesOut(page)), ...(await cutFaults(page))]
    found.push(...seen.map((fault) => `${width}, longer: ${fault}`))
  }
  return found
}

/** Renders content that is skipped until it approaches the viewport, so that its colours are checked too. */
export async function drawAll(page: Page): Promise<void> {
  const changed = await page.evaluate(() => {
    const all = '* { content-visibility: visible !important; }'
    if (document.adoptedStyleSheets.some(({ cssRules }) => cssRules[0]?.cssText === all)) return false
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(all)
    // In addition to the style sheet that stops animations.
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return true
  })
  if (changed) await settled(page)
}

const reachesOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    return [...document.body.querySelectorAll('*')]
      .filter(
        (element) => element.getBoundingClientRect().right > width + 1 && !scrolls(element.parentElement),
      )
      .slice(0, 5)
      .map((element) => `${element.tagName} ${element.className} "${element.textContent?.slice(0, 40)}"`)
  })

/** More than any current language needs. */
const lengthenTexts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      // Numbers have the same length in every language.
      if (!/\p{L}{3}/u.test(text.data) || text.parentElement?.closest('script, style, code, svg')) continue
      text.data += text.data.trim().slice(0, Math.ceil(text.data.trim().length * 0.4))
    }
  })
