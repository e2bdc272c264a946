import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ensureAdmin } from '../../scripts/admin.ts'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startPlatform } from '../../scripts/database/platform.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { root, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, rounded, table } from '../statistics.ts'
import { standBack } from './stand-back.ts'
import { POINTED_MS, TIMED } from './timed.ts'

/** Time from a click to the picture: another screen, and a chart of 5,000 candles. */
const RUNS = sized(5, 1)
const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--accept-lang=fr-FR',
]
const PLACES = sized(
  ['/signaux', '/analyses', '/annonces', '/formations', '/outils', '/brokers', '/propfirm', '/communaute'],
  ['/analyses', '/outils'],
)

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data') }, root)
    const platform = await startPlatform(config, await buildWeb())
    const browser = await chromium.launch({ executablePath: found.path, args: ARGUMENTS })
    try {
      const admin = await ensureAdmin(config, platform)
      const [first, again] = await routes(browser, platform.url, admin)
      const draws: number[] = []
      for (let run = 0; run < RUNS; run++) draws.push(await firstDraw(browser, platform.url))
      return table(
        ['a click until its picture', 'median, ms', '95 %, ms', 'longest, ms', 'aim, ms'],
        [
          [
            `another screen, not visited before, pointed at ${POINTED_MS} ms earlier`,
            ...figures(first),
            '100',
          ],
          ['another screen, visited before', ...figures(again), '100'],
          ['the first draw of 5,000 candles with three indicators', ...figures(draws), '150'],
        ],
      )
    } finally {
      await browser.close()
      await platform.stop()
    }
  })

const figures = (times: number[]): string[] =>
  [median(times), quantile(times, 0.95), Math.max(...times)].map((time) => rounded(time, 0))

type Admin = { email: string; password: string | undefined }

/** Times of the first and second visit to each place, from the dashboard, through the navigation links. */
async function routes(browser: Browser, url: string, admin: Admin): Promise<[number[], number[]]> {
  const visits: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run++) {
    const page = await newPage(browser)
    await page.goto(`${url}/login?next=/support`)
    await page.getByLabel(/e.?mail/i).fill(admin.email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(admin.password ?? '')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.waitForURL(`${url}/support`)
    await page.locator('#content h1').waitFor()
    await page.waitForTimeout(1000)
    await page.evaluate(TIMED)
    standBack()
    for (const visit of visits)
      for (const place of PLACES) {
        await page.hover(`aside a[href="${place}"]`)
        await page.waitForTimeout(POINTED_MS)
        visit.push(
          await page.evaluate<number>(`{
            const before = document.querySelector('#content h1')
            timed(
              () => document.querySelector('aside a[href="${place}"]').click(),
              () => !before.isConnected && document.querySelector('#content h1, #content .animate-pulse'),
            )
          }`),
        )
        await page.waitForTimeout(300)
        await page.evaluate(`document.querySelector('aside a[href="/support"]').click()`)
        await page.waitForTimeout(300)
      }
    await page.context().close()
  }
  return visits
}

async function firstDraw(browser: Browser, url: string): Promise<number> {
  const page = await newPage(browser)
  await page.goto(`${url}/dev/ui`)
  await page.getByTestId('big-chart').scrollIntoViewIfNeeded()
  await page.waitForTimeout(1500)
  await page.evaluate(TIMED)
  standBack()
  const time = await page.evaluate<number>(`timed(
    () => document.querySelector('[data-testid=big-chart]').click(),
    () => document.querySelector('[data-testid=big-chart-drawn] canvas')?.width > 0,
  )`)
  await page.context().close()
  return time
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    serviceWorkers: 'block',
  })
  return context.newPage()
}
