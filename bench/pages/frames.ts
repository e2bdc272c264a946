import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startPlatform } from '../../scripts/database/platform.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { root, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, rounded, table, withRange } from '../statistics.ts'

/** Frames per second while a user moves through large content. */
const RUNS = sized(5, 1)
const MOVE_MS = sized(3000, 500)
const PIXELS_A_SECOND = 4000
const AIM = 55
export const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
]

type Scene = {
  name: string
  /** The part to move, on the design system sheet; other parts are removed, since a screen has only one. */
  part: string
  /** Brings the page to the starting position. */
  prepare: (page: Page) => Promise<void>
  /** Moves for that long; throws if the content is wrong. */
  move: (page: Page, milliseconds: number) => Promise<void>
}

const SCENES: readonly Scene[] = [
  {
    name: 'nothing moves: the limit of this machine',
    part: '[data-testid="table"]',
    prepare: longTable,
    move: (page, milliseconds) => page.waitForTimeout(milliseconds),
  },
  {
    name: 'table of 50,000 rows, scrolled at 4,000 px/s',
    part: '[data-testid="table"]',
    prepare: longTable,
    move: scroll,
  },
  {
    name: 'chart of 5,000 candles and three indicators, zoomed and dragged',
    // The button, and the chart that replaces it.
    part: '[data-testid^="big-chart"]',
    prepare: bigChart,
    move: zoomAndDrag,
  },
]

type Recorded = { times: number[]; blank: number }

/** Runs in the page; a string, since this project has no DOM types. */
export const RECORD = `
  globalThis.recorded = { times: [], blank: 0 }
  const tick = (now) => {
    const { times, watched } = recorded
    times.push(now)
    if (watched && !document.elementFromPoint(watched.x, watched.y)?.closest('[data-row]')) recorded.blank++
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
`
export const recorded = (page: Page): Promise<Recorded> => page.evaluate('recorded')

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data'), SEED: 'none' }, root)
    const platform = await startPlatform(config, await buildWeb())
    const browser = await chromium.launch({ executablePath: found.path, args: ARGUMENTS })
    try {
      const runs = SCENES.map((): number[][] => [])
      // Interleaved, so that all scenes have the same noise.
      for (let run = 0; run < RUNS; run++)
        for (const [place, scene] of SCENES.entries())
          runs[place]?.push(await framesOf(browser, platform.url, scene))
      const rows = SCENES.map(({ name }, place) => [name, ...figures(runs[place] ?? [])])
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

export function figures(runs: number[][]): string[] {
  const rates = runs.map((frames) => (frames.length * 1000) / frames.reduce((sum, frame) => sum + frame, 0))
  return [
    withRange(rates, 1),
    `${AIM}`,
    rounded(median(runs.map((frames) => quantile(frames, 0.95))), 1),
    rounded(median(runs.map((frames) => Math.max(...frames))), 1),
  ]
}

/** The intervals between frames, in milliseconds, while a scene moves on its own page. */
async function framesOf(browser: Browser, url: string, { part, prepare, move }: Scene): Promise<number[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/dev/ui`)
    // The page creates the style sheet itself, because an injected one would lack the page's nonce.
    await page.evaluate((rule) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rule)
      document.adoptedStyleSheets = [sheet]
    }, `main > header, main > section[data-theme=light], main > section:not(:has(${part})), main > section > div > section:not(:has(${part})) { display: none }`)
    await prepare(page)
    await page.evaluate(RECORD)
    await move(page, MOVE_MS)
    const { times } = await recorded(page)
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

async function bigChart(page: Page): Promise<void> {
  await page.getByTestId('big-chart').click()
  await page.getByTestId('big-chart-drawn').getByRole('application').scrollIntoViewIfNeeded()
  await page.waitForTimeout(1000)
}

/** Zooms in and out with the wheel, then drags. */
async function zoomAndDrag(page: Page, milliseconds: number): Promise<void> {
  const plot = page.getByTestId('big-chart-drawn').getByRole('application')
  const box = await plot.boundingBox()
  if (!box) throw new Error('The chart is not drawn.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3]
  await page.mouse.move(x, y)
  const half = performance.now() + milliseconds / 2
  for (let turn = 0; performance.now() < half; turn++) await page.mouse.wheel(0, turn % 40 < 20 ? 120 : -120)
  await page.mouse.down()
  const end = performance.now() + milliseconds / 2
  for (let step = 0; performance.now() < end; step++) await page.mouse.move(x + 300 * Math.sin(step / 8), y)
  await page.mouse.up()
}

/** Scrolls as fast as a strong swipe. A frame without a row in the middle means that the table was drawn too late. */
async function scroll(page: Page, milliseconds: number): Promise<void> {
  const region = page
    .getByRole('region', { name: 'dark theme' })
    .getByRole('region', { name: 'Trades', exact: true })
  const box = await region.boundingBox()
  if (!box) throw new Error('The table is not drawn.')
  const middle = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  await page.evaluate(`recorded.watched = ${JSON.stringify(middle)}`)
  const session = await page.context().newCDPSession(page)
  await session.send('Input.synthesizeScrollGesture', {
    ...middle,
    yDistance: -(milliseconds / 1000) * PIXELS_A_SECOND,
    speed: PIXELS_A_SECOND,
    preventFling: true,
    gestureSourceType: 'mouse',
  })
  const travelled = await region.evaluate(({ scrollTop }) => scrollTop)
  if (travelled < (milliseconds / 1000) * PIXELS_A_SECOND * 0.9)
    throw new Error(`It scrolled ${travelled} px only.`)
  const { blank } = await recorded(page)
  if (blank > 0) throw new Error(`${blank} frames showed no row.`)
}
