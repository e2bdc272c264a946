import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startPlatform } from '../../scripts/database/platform.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { root, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { rounded, table, withRange } from '../statistics.ts'
import { calendarRows } from './calendar-rows.ts'
import { calendarTimes } from './calendar-times.ts'

/** The economic calendar: a month of many announcements on a slow processor, and what its screens ask of the API. */
const ROWS = sized(2000, 60)
const RUNS = sized(5, 1)
const SLOWER = 4
const AIM_MS = 500
const EMAIL = 'bench@example.com'
const PASSWORD = 'A long benchmark password 7'
/** What a page fetches ahead is there by then. */
const AT_REST_MS = 3000

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data'), SEED: 'none' }, root)
    const platform = await startPlatform(config, await buildWeb())
    const browser = await chromium.launch({
      executablePath: found.path,
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--lang=fr'],
    })
    try {
      const client = createClient(platform.url, platform.context.keys.anonKey, {
        auth: { persistSession: false },
      })
      const { error } = await client.auth.signUp({ email: EMAIL, password: PASSWORD })
      if (error) throw error
      await calendarRows(platform.databaseUrl, ROWS)
      const times = await calendarTimes(platform, EMAIL, PASSWORD, ROWS)
      const runs = { opened: [] as number[], turned: [] as number[] }
      for (let run = 0; run < RUNS; run++) {
        runs.opened.push(await usable(browser, platform.url, 'opened'))
        runs.turned.push(await usable(browser, platform.url, 'turned'))
      }
      const row = (name: string, times: number[], aim: string) => [name, withRange(times), aim]
      const page = table(
        [
          `${rounded(ROWS)} announcements of a month at \`/annonces\`, processor ${SLOWER} times slower`,
          `data there → a press answers, ms, median of ${RUNS} (range)`,
          'aim',
        ],
        [
          row('from the week to the month', runs.turned, String(AIM_MS)),
          // The data is asked for while the page's code is still coming.
          row('the month as the first page', runs.opened, ''),
        ],
      )
      return `${page}\n\n${times}`
    } finally {
      await browser.close()
      await platform.stop()
    }
  })

/** Time from the arrival of the month's data until a press on a row changes the URL, as measured in the page. The network is local. */
async function usable(browser: Browser, url: string, way: 'opened' | 'turned'): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    locale: 'fr-FR',
  })
  try {
    const page = await context.newPage()
    const address = way === 'opened' ? '/annonces?vue=mois' : '/annonces'
    await page.goto(`${url}/login?next=${encodeURIComponent(address)}`)
    await page.locator('input[name="email"], input[autocomplete~="username"]').first().fill(EMAIL)
    await page.locator('input[type="password"]').first().fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('[data-announcement]').first().waitFor()
    const session = await context.newCDPSession(page)
    if (way === 'opened') {
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      await page.addInitScript(`${WATCH} watch(0)`)
      await page.goto(`${url}${address}`, { waitUntil: 'commit' })
    } else {
      await page.waitForTimeout(AT_REST_MS)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      await page.evaluate(`${WATCH} watch(performance.now())`)
      await page.getByRole('button', { name: 'Mois', exact: true }).click()
    }
    for (let asked = 0; asked < 600; asked++) {
      const report = (await page.evaluate('globalThis.watched ?? null')) as number | null
      if (report !== null) return report
      await page.waitForTimeout(100)
    }
    throw new Error('the calendar could not be used within a minute')
  } finally {
    await context.close()
  }
}

/** Runs in the page; a string, since this project has no DOM types. */
const WATCH = `
  globalThis.watched = null
  globalThis.watch = (since) => {
    const look = () => {
      const row = document.querySelector('[data-announcement]')
      const arrived = performance.getEntriesByType('resource').filter(({ name, startTime }) => startTime > since && name.includes('/rpc/announcements_between')).at(-1)?.responseEnd
      if (!row || !arrived || document.querySelector('[aria-busy=true]')) return requestAnimationFrame(look)
      ;(row.matches('button') ? row : row.querySelector('button') ?? row).click()
      const id = row.dataset.announcement
      const addressed = () => {
        if (new URL(location.href).searchParams.get('annonce') !== id) return requestAnimationFrame(addressed)
        globalThis.watched = performance.now() - arrived
      }
      addressed()
    }
    requestAnimationFrame(look)
  }
`
