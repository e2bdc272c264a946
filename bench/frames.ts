import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { buildWeb } from '../scripts/build-web.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { startPlatform } from '../scripts/platform.ts'
import { readConfig } from '../server/src/config.ts'
import { freePort } from '../server/src/database/embedded.ts'
import { root, withDirectory } from './process.ts'
import { median, quantile, rounded, table } from './statistics.ts'

/** How many frames a second the browser draws while somebody moves through what is large. */
const RUNS = 5
const MOVE_MS = 3000
const PIXELS_A_SECOND = 4000
const AIM = 55
const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
]

type Scene = {
  name: string
  /** Brings the page to where the movement begins. */
  prepare: (page: Page) => Promise<void>
  /** Moves for that long; what is not as it should be is an error. */
  move: (page: Page, milliseconds: number) => Promise<void>
}

const SCENES: readonly Scene[] = [
  { name: 'table of 50,000 rows, scrolled', prepare: longTable, move: scroll },
]

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data'), SEED: 'none' }, root)
    const platform = await startPlatform(config, await buildWeb())
    const browser = await chromium.launch({ executablePath: found.path, args: ARGUMENTS })
    try {
      const rows: string[][] = []
      for (const scene of SCENES) {
        const runs: number[][] = []
        for (let run = 0; run < RUNS; run++) runs.push(await framesOf(browser, platform.url, scene))
        rows.push([scene.name, ...figures(runs)])
      }
      return table(
        [
          'movement of 3 s',
          'frames/s, median of 5 (range)',
          'aim',
          '95 % of frames within, ms',
          'longest, ms',
        ],
        rows,
      )
    } finally {
      await browser.close()
      await platform.stop()
    }
  })

function figures(runs: number[][]): string[] {
  const rates = runs.map((frames) => (frames.length * 1000) / frames.reduce((sum, frame) => sum + frame, 0))
  return [
    `${rounded(median(rates), 1)} (${rounded(Math.min(...rates), 1)}–${rounded(Math.max(...rates), 1)})`,
    `${AIM}`,
    rounded(median(runs.map((frames) => quantile(frames, 0.95))), 1),
    rounded(median(runs.map((frames) => Math.max(...frames))), 1),
  ]
}

/** The time from each frame to the next, in milliseconds, while a scene moves on a page of its own. */
async function framesOf(browser: Browser, url: string, { prepare, move }: Scene): Promise<number[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/dev/ui`)
    await prepare(page)
    await page.evaluate(() => {
      const times: number[] = []
      Object.assign(window, { frameTimes: times })
      const tick = (now: number) => {
        times.push(now)
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    })
    await move(page, MOVE_MS)
    const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes)
    return times.slice(1).map((time, place) => time - (times[place] as number))
  } finally {
    await context.close()
  }
}

async function longTable(page: Page): Promise<void> {
  const sheet = page.getByRole('region', { name: 'dark theme' })
  await sheet.getByRole('button', { name: 'Show 50 000 rows' }).click()
  const trades = sheet.getByRole('region', { name: 'Trades', exact: true })
  await trades.locator('[aria-rowcount="50002"]').waitFor()
  await trades.scrollIntoViewIfNeeded()
  await page.waitForTimeout(1000)
}

/** Scrolls as fast as a strong swipe. A frame without a row in the middle of the region would be a table not drawn in time. */
async function scroll(page: Page, milliseconds: number): Promise<void> {
  const region = page
    .getByRole('region', { name: 'dark theme' })
    .getByRole('region', { name: 'Trades', exact: true })
  const { travelled, blank } = await region.evaluate(
    (element, { milliseconds, speed }) =>
      new Promise<{ travelled: number; blank: number }>((resolve) => {
        const { left, top, height } = element.getBoundingClientRect()
        const begun = performance.now()
        let blank = 0
        const step = () => {
          const elapsed = performance.now() - begun
          if (elapsed >= milliseconds) return resolve({ travelled: element.scrollTop, blank })
          element.scrollTop = (elapsed * speed) / 1000
          if (!document.elementFromPoint(left + 80, top + height / 2)?.closest('[data-row]')) blank++
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    { milliseconds, speed: PIXELS_A_SECOND },
  )
  if (travelled < (milliseconds / 1000) * PIXELS_A_SECOND * 0.9)
    throw new Error(`It scrolled ${travelled} px only.`)
  if (blank > 0) throw new Error(`${blank} frames showed no row.`)
}
