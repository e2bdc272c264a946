import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startPlatform } from '../../scripts/database/platform.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { CLOSE_MARKET, signalDraft } from '../live/signal-draft.ts'
import { pause, root, startScript, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, quantile, rounded, table } from '../statistics.ts'
import { workOfSignals } from './page-work.ts'

/**
 * Time from a publication until the signal's card is painted in each open page, compared with a page that only paints a message.
 */
const PAGES = sized([1, 5, 20], [1])
const SIGNALS = sized(10, 1)
/** Pause after each publication, so that its effects (such as the toast) do not overlap with the next. */
const REST_MS = sized(4000, 1500)
const AIM_MS = 500
const PASSWORD = 'A long benchmark password 7'
const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--accept-lang=fr-FR',
]

/** Runs in the page: records the time of the frame after the one that contains a signal's number, without polling. */
const WATCH = `
  globalThis.painted = {}
  const seen = new Set()
  new MutationObserver(() => {
    for (const { dataset } of document.querySelectorAll('[data-signal]')) {
      if (seen.has(dataset.signal)) continue
      seen.add(dataset.signal)
      requestAnimationFrame(() => requestAnimationFrame(() => {
        painted[dataset.signal] = performance.timeOrigin + performance.now()
      }))
    }
  }).observe(document.body, { childList: true, subtree: true })
`

type Published = { id: string; begun: number; told: number }
type Times = { fromRequest: number[]; fromAnswer: number[]; unseen: number }

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data'), SEED: 'none' }, root)
    const platform = await startPlatform(config, await buildWeb())
    const barePort = await freePort()
    const bare = await startScript('bench/peers/bare-page.ts', [String(barePort)], {}, { ready: /listening/ })
    try {
      const { analyst, email } = await enlist(
        platform.url,
        platform.context.keys.anonKey,
        platform.databaseUrl,
      )
      const state = await signedIn(found.path, platform.url, email)
      let published = 0
      const publish = async () => {
        published += 1
        const signal = signalDraft(0.5 + published / 1000, 'premium')
        const { data, error } = await analyst.rpc('publish_signal', { signal })
        if (error) throw new Error(error.message)
        return (data as { id: string }).id
      }
      const send = async () => {
        const id = randomUUID()
        const body = JSON.stringify({ id, signal: signalDraft(0.5, 'premium') })
        await fetch(`http://127.0.0.1:${barePort}/`, { method: 'POST', body })
        return id
      }
      // A warm-up that loads the panel and its chart.
      await publish()
      const rows: string[][] = []
      let unseen = 0
      for (const count of PAGES) {
        const theirs = await round(await openBare(found.path, barePort, count), send)
        const ours = await round(await openSignals(found.path, platform.url, state, count), publish)
        unseen += ours.unseen + theirs.unseen
        rows.push(
          row(`${count} of Vigie, from the analyst’s request`, ours.fromRequest, String(AIM_MS)),
          row(`${count} of Vigie, from the answer that it is published`, ours.fromAnswer, String(AIM_MS)),
          row(`${count} bare, from the request`, theirs.fromRequest, ''),
          [
            `${count}: Vigie ÷ bare, from the request`,
            (median(ours.fromRequest) / median(theirs.fromRequest)).toFixed(1),
            (quantile(ours.fromRequest, 0.95) / quantile(theirs.fromRequest, 0.95)).toFixed(1),
            '',
            '',
          ],
        )
      }
      const measured = table(
        ['open pages, until the card is painted', 'median, ms', '95 %, ms', 'longest, ms', 'aim for 95 %'],
        rows,
      )
      const { browser, pages } = await openSignals(found.path, platform.url, state, 1)
      const work = await workOfSignals(pages[0] as Page, platform.databaseUrl, publish)
      await browser.close()
      return `${measured}\n\n${work}\n\n${SIGNALS} publications a row, pages of a premium member in one browser, each in a window of its own; ${unseen} cards were never painted.`
    } finally {
      await bare.stop()
      await platform.stop()
    }
  })

const row = (name: string, times: number[], aim: string) => [
  name,
  rounded(median(times)),
  rounded(quantile(times, 0.95)),
  rounded(Math.max(...times)),
  aim,
]

async function round({ browser, pages }: Opened, publish: () => Promise<string>): Promise<Times> {
  for (const page of pages) await page.evaluate(WATCH)
  await pause(2000)
  const asked: Published[] = []
  for (let n = 0; n < SIGNALS; n++) {
    const begun = Date.now()
    asked.push({ begun, id: await publish(), told: Date.now() })
    await pause(REST_MS)
  }
  const times: Times = { fromRequest: [], fromAnswer: [], unseen: 0 }
  for (const page of pages) {
    const painted = await page.evaluate<Record<string, number>>('painted')
    for (const { id, begun, told } of asked) {
      const at = painted[id]
      if (at === undefined) times.unseen += 1
      else {
        times.fromRequest.push(at - begun)
        times.fromAnswer.push(Math.max(0, at - told))
      }
    }
  }
  await browser.close()
  return times
}

async function enlist(url: string, anonKey: string, databaseUrl: string) {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const join = async (name: string): Promise<{ client: SupabaseClient; id: string; email: string }> => {
    const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
    const email = `${name}@example.com`
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
    if (error || !data.user) throw error ?? new Error('no user')
    return { client, id: data.user.id, email }
  }
  const [analyst, premium] = [await join('analyst'), await join('premium')]
  // The benchmark's analyst has no second factor.
  await database.query('update private.security_settings set require_staff_mfa = false')
  await database.query(CLOSE_MARKET)
  await database.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [analyst.id])
  await database.query(
    `insert into public.premium_grants (user_id, source, ends_at) values ($1, 'benchmark', now() + interval '1 day')`,
    [premium.id],
  )
  await database.end()
  return { analyst: analyst.client, email: premium.email }
}

type Opened = { browser: Browser; pages: Page[] }

/** A separate browser per row, and a window per page: background tabs are drawn only once a second. */
async function openPages(
  executablePath: string,
  count: number,
  state: StorageState | undefined,
  show: (page: Page) => Promise<void>,
): Promise<Opened> {
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS })
  const pages: Page[] = []
  while (pages.length < count) {
    const context = await browser.newContext({
      locale: 'fr-FR',
      serviceWorkers: 'block',
      ...(state ? { storageState: state } : {}),
    })
    const page = await context.newPage()
    await show(page)
    pages.push(page)
  }
  return { browser, pages }
}

const openBare = (executablePath: string, port: number, count: number) =>
  openPages(executablePath, count, undefined, async (page) => {
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.waitForFunction(`document.title === 'open'`)
  })

const openSignals = (executablePath: string, url: string, state: StorageState, count: number) =>
  openPages(executablePath, count, state, async (page) => {
    await page.goto(`${url}/signaux`)
    await page.getByText('En direct').waitFor({ timeout: 60_000 })
  })

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

async function signedIn(executablePath: string, url: string, email: string): Promise<StorageState> {
  const { browser, pages } = await openPages(executablePath, 1, undefined, async (page) => {
    await page.goto(`${url}/login?next=/signaux`)
    await page.getByLabel(/e.?mail/i).fill(email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.getByText('En direct').waitFor()
  })
  const state = await (pages[0] as Page).context().storageState()
  await browser.close()
  return state
}
