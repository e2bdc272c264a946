import type { Page } from 'playwright-core'

/** The name of what has the focus, or its text, or at least its kind. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    return (
      (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim() || element?.tagName || ''
    )
  })

const MOST_STEPS = 200

/** Presses Tab until the name of what has the focus matches; fails after two hundred steps. */
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
  throw new Error(`Tab never came to ${name}: ${passed.slice(0, 60).join(' | ')}`)
}

/** Goes to what bears the name by Tab and presses a key on it. */
export async function pressOn(page: Page, name: RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}
