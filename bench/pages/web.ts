import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureAdmin } from '../../scripts/admin.ts'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startPlatform } from '../../scripts/database/platform.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { root, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, rounded, table } from '../statistics.ts'
import { standBack } from './stand-back.ts'

/** The size of a first visit to a page, and its score with Lighthouse's mobile profile. */
const LIGHTHOUSE_RUNS = sized(5, 1)
/** Maximum number of failed runs in total. */
const FAILURES = 5
const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  // The language in which the plain URLs are prerendered.
  '--accept-lang=fr-FR',
]
/** Pages of the public site, `/signaux` as a visitor sees it: Lighthouse cannot sign in. */
const JUDGED = sized(['/', '/login', '/signaux', '/outils', '/brokers'], ['/'])
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AUDITS = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'] as const

type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{
  lhr: {
    runtimeError?: { message: string }
    categories: Record<string, { score: number | null }>
    audits: Record<string, { numericValue?: number }>
  }
}>

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data') }, root)
    const platform = await startPlatform(config, await buildWeb())
    try {
      const admin = await ensureAdmin(config, platform)
      const bytes = await scriptBytes(found.path, platform.url, admin)
      const judged = await lighthouseScores(found.path, platform.url)
      const weight = table(
        ['page', 'JavaScript, KB (brotli)', 'aim'],
        [
          ['`/`', kilobytes(bytes['/']), '90'],
          ['`/login`', kilobytes(bytes['/login']), '110'],
          [
            '`/support`, signed in: the member’s frame around a page of text',
            kilobytes(bytes['/support']),
            '170',
          ],
          ['`/signaux`, signed in, until its list is drawn', kilobytes(bytes['/signaux list']), '—'],
          ['`/signaux`, signed in, with the panel and its chart', kilobytes(bytes['/signaux']), '—'],
        ],
      )
      const scores = table(
        ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP ms', 'CLS', 'TBT ms'],
        judged,
      )
      return `${weight}\n\nLighthouse, mobile, simulated slow 4G, medians of ${LIGHTHOUSE_RUNS} (aims: 95, 100, 100, 100; on \`/\` 1,200 ms, 0.02, 100 ms):\n\n${scores}`
    } finally {
      await platform.stop()
    }
  })

const kilobytes = (bytes: number | undefined) => rounded((bytes ?? Number.NaN) / 1024, 1)

/**
 * Runs in the page: the size of all scripts requested until the frame after the first signal appears. Measured inside the page,
 * because the panel next to the list requests its own scripts immediately afterwards.
 */
const UNTIL_LIST = `
  const look = () => {
    if (!document.querySelector('article')) return requestAnimationFrame(look)
    requestAnimationFrame(() => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      globalThis.bytesUntilList = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    })
  }
  look()
`

type Admin = { email: string; password: string | undefined }

async function scriptBytes(path: string, url: string, admin: Admin): Promise<Record<string, number>> {
  const browser = await chromium.launch({ executablePath: path, args: ARGUMENTS })
  const bytes: Record<string, number> = {}
  /** `drawn`: a selector to wait for, as a signed-in member. */
  const visit = async (place: string, drawn?: string) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    if (drawn) {
      await page.goto(`${url}/login?next=${place}`)
      await page.getByLabel(/e.?mail/i).fill(admin.email)
      await page
        .getByLabel(/mot de passe|password/i)
        .first()
        .fill(admin.password ?? '')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}${place}`)
      // The session can be stored once the page is loaded.
      await page.locator(drawn).first().waitFor()
    }
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.clearBrowserCache')
    let total = 0
    session.on('Network.responseReceived', ({ type, response }) => {
      if (type === 'Script') total += Number(response.headers['content-length'])
    })
    const listed = drawn === 'article'
    if (listed) await page.addInitScript(UNTIL_LIST)
    await page.goto(`${url}${place}`)
    if (listed) {
      // Polled from outside, since the page's policy forbids the eval that waitForFunction() uses.
      while (!(await page.evaluate<number>('globalThis.bytesUntilList ?? 0'))) await page.waitForTimeout(50)
      bytes[`${place} list`] = await page.evaluate<number>('bytesUntilList')
    }
    await page.waitForTimeout(sized(3000, 500))
    bytes[place] = total
    await context.close()
  }
  try {
    await visit('/')
    await visit('/login')
    await visit('/support', 'aside a[href="/support"]')
    await visit('/signaux', 'article')
  } finally {
    await browser.close()
  }
  return bytes
}

async function lighthouseScores(path: string, url: string): Promise<string[][]> {
  const { default: lighthouse } = (await import(createRequire(import.meta.url).resolve('lighthouse'))) as {
    default: Lighthouse
  }
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: path,
    args: [...ARGUMENTS, `--remote-debugging-port=${port}`],
  })
  const flags = { port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES }
  const rows: string[][] = []
  let failures = 0
  try {
    for (const place of JUDGED) {
      const runs: number[][] = []
      for (let run = 0; run < LIGHTHOUSE_RUNS; run++) {
        standBack()
        const { lhr } = await lighthouse(`${url}${place}`, flags)
        // A failed run reports an error and is repeated.
        if (lhr.runtimeError && failures++ < FAILURES) {
          run--
          continue
        }
        if (lhr.runtimeError) throw new Error(`${place}: ${lhr.runtimeError.message}`)
        runs.push([
          ...CATEGORIES.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
          ...AUDITS.map((name) => lhr.audits[name]?.numericValue ?? Number.NaN),
        ])
      }
      const column = (index: number) => median(runs.map((run) => run[index] as number))
      const digits = [0, 0, 0, 0, 0, 3, 0]
      rows.push([`\`${place}\``, ...digits.map((count, index) => rounded(column(index), count))])
    }
  } finally {
    await browser.close()
  }
  return rows
}
