import type { Page } from 'playwright-core'

/** The focused element's name, its text, or at least its type. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    return (
      (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim() || element?.tagName || ''
    )
  })

const MOST_STEPS = 200

/** Presses Tab until the focused element's name matches; fails after two hundred steps. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab')
    const now = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      const label = element?.labels?.[0]?.textContent ?? ''
      return `${element?.getAttribute('aria-label') ?? ''} ${label} ${element?.textContent ?? ''}`.trim()
    })
    passed.push(now)
    if (name.test(now)) return
  }
  throw new Error(`Tab never reached ${name}: ${passed.slice(0, 60).join(' | ')}`)
}

/** Moves to the named element with Tab and presses a key. */
export async function pressOn(page: Page, name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}
