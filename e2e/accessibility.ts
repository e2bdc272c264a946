import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axe = {
  run(
    context: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>
}

/** What the accessibility rules (WCAG 2.2 A and AA) find on a page, or in the part of it that a selector names: a line each. */
export async function faults(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async (part) => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(part, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    )
  }, within)
}

/** What reaches beyond the right edge of the window without a region of its own that scrolls: a line each. */
export const overflows = (page: Page): Promise<string[]> =>
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

/** Makes every text on the page 40 % longer, as a language that needs more room would. */
export const lengthenTexts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      // Figures and prices are as long in every language.
      if (!/\p{L}{3}/u.test(text.data) || text.parentElement?.closest('script, style, code, svg')) continue
      text.data += text.data.trim().slice(0, Math.ceil(text.data.trim().length * 0.4))
    }
  })
