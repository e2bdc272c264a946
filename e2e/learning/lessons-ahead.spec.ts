import { afterAll, describe, expect, it } from 'vitest'
import { as, closeAll } from '../stage/fixtures.ts'

/** What a course that ships makes ready while its list is read. */
afterAll(closeAll)

const COURSE = '/formations?cours=risk-management'

describe('a course whose list is read', () => {
  it('reads its articles ahead, so that each lesson opens at once', async () => {
    const { page } = await as('premium', '/formations', { installs: true })
    const ahead = new Set<string>()
    page.on('request', (request) => {
      if (!request.url().endsWith('/rpc/content_at')) return
      const { kind, slug } = request.postDataJSON() as { kind: string; slug: string }
      if (kind === 'lesson') ahead.add(slug)
    })
    await page.goto(new URL(COURSE, page.url()).href)
    await expect.poll(() => ahead.size).toBe(6)
  })

  it('lays its next lesson out before it is opened, out of sight of every reader', async () => {
    const { page } = await as('premium', COURSE)
    const ahead = () =>
      page.evaluate(() => {
        const text = document.querySelector('drawn-ahead article p')
        return text && { laidOut: text.getBoundingClientRect().width > 300, shown: text.checkVisibility() }
      })
    await expect.poll(ahead).toEqual({ laidOut: true, shown: false })
    expect(await page.getByRole('article').count()).toBe(0)
    await page.locator('a[data-row][href*="lecon=risk-little-long"]').first().click()
    await page
      .getByRole('article')
      .getByText(/^Aucune méthode ne gagne/)
      .waitFor()
    // The list goes once the lesson is painted.
    await expect.poll(() => page.locator('a[data-row]').count()).toBe(0)
  })
})
