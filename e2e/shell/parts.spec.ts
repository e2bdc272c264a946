import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { waitUntilDrawn } from '../../scripts/screens/screen-picture.ts'
import { closeAll, open, url } from '../stage/fixtures.ts'
import { differences, holdStill, type Ledger, readLedger, written } from '../stage/parts-ledger.ts'

/**
 * Compares the design system sheet, in both themes and two widths, with its approved state (`e2e/parts`). For an intended
 * change: `PARTS=keep npm run e2e parts`, review the sheet, and commit the result.
 */
const KEPT = join(import.meta.dirname, '..', 'parts')

afterAll(closeAll)

async function sheet(phone: boolean): Promise<Page> {
  const page = await open('/mark.svg', { phone })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Calendars show the current date, so it is fixed.
  await page.clock.setFixedTime(new Date('2026-11-20T13:30:00Z'))
  await page.addInitScript(() => {
    Math.random = () => 0.5
  })
  await page.goto(`${url}/dev/ui`)
  await holdStill(page)
  await waitUntilDrawn(page, { whole: true, samples: true })
  return page
}

describe('the design system sheet', () => {
  it.each(['desk', 'phone'] as const)('is unchanged on the %s in both themes', async (width) => {
    const page = await sheet(width === 'phone')
    const now = await readLedger(page)
    const file = join(KEPT, `${width}.json`)
    if (process.env.PARTS === 'keep') {
      mkdirSync(KEPT, { recursive: true })
      writeFileSync(file, written(now))
      return
    }
    expect(existsSync(file), `${file} is missing: PARTS=keep npm run e2e parts`).toBe(true)
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Ledger
    expect(
      differences(now, kept),
      `kept with Chromium ${kept.chromium}, read with ${now.chromium}; where it is meant: PARTS=keep npm run e2e parts`,
    ).toEqual([])
  })

  it('fails with a slightly different colour, and with four pixels more padding', async () => {
    const page = await sheet(false)
    const part = 'dark, Actions'
    const kept = await readLedger(page, part)
    expect(Object.values(kept.parts).flat().length).toBeGreaterThan(10)
    expect(differences(await readLedger(page, part), kept)).toEqual([])

    const dark = page.locator('section[data-theme=dark]')
    await dark.evaluate((section) => section.style.setProperty('--muted', 'oklch(0.73 0.02 255)'))
    expect(differences(await readLedger(page, part), kept).join()).toMatch(
      /has color: oklch\(0\.73 .* instead of color: /,
    )
    await dark.evaluate((section) => section.style.removeProperty('--muted'))
    expect(differences(await readLedger(page, part), kept)).toEqual([])

    await dark
      .locator('button')
      .first()
      .evaluate((button) => {
        button.style.paddingLeft = `${Number.parseFloat(getComputedStyle(button).paddingLeft) + 4}px`
      })
    expect(differences(await readLedger(page, part), kept).join()).toContain('is at')
  })
})
