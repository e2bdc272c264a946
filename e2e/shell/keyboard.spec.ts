import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, overflows } from '../stage/accessibility.ts'
import { as, asByForm, closeAll, open, url } from '../stage/fixtures.ts'
import { focused, tabTo } from '../stage/keys.ts'

/** WCAG 2.2 criteria that a rule engine cannot check: operation without a pointer, focus, targets, reflow, spacing, motion. */
afterAll(closeAll)

describe('without a pointer', () => {
  it('a visitor can sign up', async () => {
    const page = await open('/signup')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const fields: [RegExp, string][] = [
      [/^Prénom/, 'Maud'],
      [/^Nom/, 'Kerbrat'],
      [/^E.mail/, `maud-${Date.now()}@example.com`],
      [/^Mot de passe/, 'goéland ponton 77 brume'],
    ]
    for (const [label, text] of fields) {
      await tabTo(page, label)
      await page.keyboard.type(text)
    }
    await tabTo(page, /avertissement sur les risques/)
    await page.keyboard.press('Space')
    await tabTo(page, /^Créer mon compte/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/`)
    await page.getByText(/^Bienvenue Maud · /).waitFor()
  })

  it('a member can skip to the content, move through the signals and return', async () => {
    const { page } = await as('premium', '/signaux')
    await page.getByRole('article').first().waitFor()
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatch(/contenu/)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.keyboard.press('j')
    await page.waitForURL(/signal=/)
    const first = page.url()
    await page.keyboard.press('j')
    await expect.poll(() => page.url()).not.toBe(first)
    await page.keyboard.press('k')
    await expect.poll(() => page.url()).toBe(first)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).not.toContain('signal=')
  })

  it('a new screen moves the focus to its title and sets the document title', async () => {
    const { page } = await as('freemium', '/signaux')
    await page.getByRole('heading', { level: 1, name: 'Signaux' }).waitFor()
    await tabTo(page, /^Formations$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Formations' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Formations')
    expect(await page.title()).toBe('Formations · Vigie')
  })

  it('a dialog returns the focus to the control that opened it', async () => {
    const { page } = await asByForm('freemium', '/signaux')
    // The title receives the focus when the screen is complete.
    await page.getByRole('heading', { level: 1, name: 'Signaux' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Signaux')
    await tabTo(page, /^Notifications/)
    const opener = await focused(page)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(opener)
  })
})

const SCREENS = ['/', '/login', '/signup', '/performances', '/abonnements', '/brokers', '/propfirm']

/** Controls lower than 24 px whose target does not extend beyond the visible box. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [role="button"]')]
      .filter((element) => {
        const box = element.getBoundingClientRect()
        if (box.width === 0 || element.closest('[aria-hidden="true"], p, li p, label')) return false
        // A target may extend beyond the visible box.
        const after = getComputedStyle(element, '::after')
        const reach = after.position === 'absolute' ? Number.parseFloat(after.height) || 0 : 0
        return (
          box.height < 24 &&
          reach < 24 &&
          box.right > 0 &&
          getComputedStyle(element).display !== 'inline' &&
          getComputedStyle(element).opacity !== '0'
        )
      })
      .map(
        (element) => `${element.tagName} "${element.textContent?.trim().slice(0, 30)}" ${element.className}`,
      ),
  )

/** The text spacing that a reader may set (WCAG 1.4.12). */
const spaceOut = (page: Page) =>
  page.evaluate(() => {
    // The page creates the style sheet itself, because an injected one would lack its nonce.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })

describe('every screen’s layout', () => {
  it.each(SCREENS)(
    'of %s has targets of 24 px except links in text, reflows at 320 px, and allows a reader’s text spacing',
    async (path) => {
      const page = await open(path)
      await atRest(page)
      const small = await smallTargets(page)
      await page.setViewportSize({ width: 320, height: 640 })
      const wide = await overflows(page)
      await spaceOut(page)
      expect({ small, wide, spaced: await overflows(page) }).toEqual({ small: [], wide: [], spaced: [] })
    },
  )

  it('the signals have targets of 24 px', async () => {
    const { page } = await as('premium', '/signaux')
    await page.getByRole('article').first().waitFor()
    expect(await smallTargets(page)).toEqual([])
  })

  it('the signals reflow at 320 px too', async () => {
    const { page } = await as('premium', '/signaux', { phone: true })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('article').first().waitFor()
    const wide = await overflows(page)
    await spaceOut(page)
    expect({ wide, spaced: await overflows(page) }).toEqual({ wide: [], spaced: [] })
  })

  it('nothing moves with prefers-reduced-motion', async () => {
    const page = await open('/')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await atRest(page)
    const running = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 100)),
    )
    expect(running).toEqual([])
  })
})
