import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { waitUntilDrawn } from './screen-picture.ts'
import type { Who } from './screen-shots.ts'
import { openStage } from './screen-stage.ts'

/**
 * `npm run screens:moving`: walks through the running product and writes docs/vigie.webp, an animated picture of about twenty
 * seconds for the README. Each frame is a Chromium screenshot with a caption below.
 */
const root = join(import.meta.dirname, '../..')
const SIZE = { width: 1200, height: 750 }
const KEPT = { width: 1000, height: 625, caption: 38 }
/** A lower quality leaves ghosts of the previous frame. */
const QUALITY = 82

const stage = await openStage()
const { browser, platform } = stage
const frames: Buffer[] = []
const delays: number[] = []

/** Adds a frame, shown for `milliseconds`. */
async function show(page: Page, caption: string, milliseconds: number): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const markup = `<span foreground="#e8ecf3">${caption}</span>`
  // Not an SVG: the server runs in this process and disables SVG loading.
  const input = { text: { text: markup, font: 'sans 12', rgba: true, dpi: 96 } }
  frames.push(
    await sharp(png)
      .resize(KEPT.width, KEPT.height)
      .extend({ bottom: KEPT.caption, background: '#10151f' })
      .composite([{ input, top: KEPT.height + 10, left: 18 }])
      .png()
      .toBuffer(),
  )
  delays.push(milliseconds)
}

/** Dispatches the event of a paste while no field has the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)

/** The interface's own texts, used to locate elements. */
const words = (feature: string) =>
  JSON.parse(readFileSync(join(root, 'web', 'src', 'features', feature, 'messages', 'en.json'), 'utf8'))
const { field, compose, read } = words('signals')
const TEXTS = {
  facts: 'Third contact with the lower edge of the channel.',
  opinion: 'A rebound is more likely than a break.',
  counter_thesis: 'A higher inflation figure would lift the dollar.',
  counter_condition: 'an H4 candle closes below the channel.',
  method: 'Return to support.',
  conflicts: 'No position.',
} as const

try {
  const { sessions } = await stage.cast()
  const open = async (who: Who, path: string, theme = 'dark') => {
    const session = sessions[who]
    const stored = {
      'vigie-theme': theme,
      'vigie-language': 'en',
      ...(session ? { 'vigie-session': session } : {}),
    }
    const context = await browser.newContext({
      viewport: SIZE,
      locale: 'en-GB',
      timezoneId: 'Europe/Paris',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      storageState: stage.storage(stored),
    })
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    await page.goto(platform.url + path)
    await waitUntilDrawn(page, {})
    return page
  }
  const { rows } = await platform.context.admin.query<{ bid: string }>(
    `select bid::text from public.quotes where symbol = 'EURUSD'`,
  )
  const level = (part: number) => (Number(rows[0]?.bid) * part).toFixed(5)

  const home = await open('visitor', '/')
  await show(home, 'The public page: a record that anybody can verify', 1800)
  await home.close()

  const member = await open('premium', '/signaux')
  await show(member, 'A member’s signals, live', 1500)
  const analyst = await open('admin', '/signaux?compose=1', 'light')
  await show(analyst, 'An analyst composes a signal …', 900)
  await paste(
    analyst,
    `BUY LIMIT EURUSD ${level(0.998)} SL ${level(0.995)} TP1 ${level(1.002)} TP2 ${level(1.006)}`,
  )
  await analyst.getByRole('dialog').locator('canvas').first().waitFor()
  await waitUntilDrawn(analyst, {})
  await show(analyst, '… from a pasted message: every field is read, the levels are drawn', 1900)
  for (const [name, text] of Object.entries(TEXTS))
    await analyst.getByLabel(field[name], { exact: true }).fill(text)
  await show(analyst, 'It must state facts, the case against, and interests', 1300)
  await analyst.getByRole('radio', { name: read.answer.none, exact: true }).click()
  await analyst.getByRole('radio', { name: read.answer.no, exact: true }).click()
  await analyst.keyboard.press('Control+Enter')
  await analyst.getByText(compose.published).waitFor()
  await member.getByText(level(0.998)).first().scrollIntoViewIfNeeded()
  await waitUntilDrawn(member, {})
  await show(member, 'Published and sealed: it is on every member’s screen at once', 2200)
  const made = await platform.context.admin.query<{ number: string }>(
    'select max(number)::text as number from public.signals',
  )
  await member.goto(`${platform.url}/signaux?signal=${made.rows[0]?.number}`)
  await member.locator('main canvas').first().waitFor()
  await waitUntilDrawn(member, {})
  await show(member, 'Each signal on its chart: entry, stop, targets, and what is left to gain', 2000)
  await member.goto(`${platform.url}/performances`)
  await waitUntilDrawn(member, {})
  await show(member, 'Every figure with its sample and its formula', 1900)

  const proof = await open('visitor', '/preuve', 'light')
  await show(proof, 'Anybody checks the whole record in their own browser', 1300)
  await proof.getByRole('button', { name: words('proof').check.start }).click()
  await proof.locator('li[data-standing="done"]').nth(6).waitFor()
  await show(proof, 'Chain, seals, outcomes and figures, computed again: concordant', 2400)

  const office = await open('admin', '/admin')
  await show(office, 'The back-office', 1500)
  await member.goto(`${platform.url}/mon-compte?onglet=abonnement`)
  await waitUntilDrawn(member, {})
  await show(member, 'Subscriptions, invoices, cancellation in the account', 1600)

  const picture = await sharp(frames, { join: { animated: true } })
    .webp({ quality: QUALITY, effort: 6, delay: delays, loop: 0 })
    .toBuffer()
  writeFileSync(join(root, 'docs', 'vigie.webp'), picture)
  const seconds = delays.reduce((sum, delay) => sum + delay, 0) / 1000
  console.log(
    `docs/vigie.webp: ${frames.length} frames, ${seconds} s, ${(picture.length / 1e6).toFixed(2)} MB`,
  )
} finally {
  await stage.close()
}
