import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { type Browser, chromium, type Page } from 'playwright-core'
import { buildWeb } from '../scripts/build-web.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { startPlatform } from '../scripts/platform.ts'
import { readConfig } from '../server/src/config.ts'
import { freePort } from '../server/src/database/embedded.ts'
import { pause, root, withDirectory } from './process.ts'
import { signalDraft } from './signal-draft.ts'
import { median, quantile, rounded, table } from './statistics.ts'

/** An analyst publishes; when is the signal's card painted in each of twenty open pages? */
const PAGES = 20
const SIGNALS = 15
const AIM_MS = 500
const PASSWORD = 'A long benchmark password 7'
const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--accept-lang=fr-FR',
]

/** Runs in the page; remembers the time of the frame after the one that holds a signal's number, by the clock of all pages. */
const WATCH = `
  globalThis.painted = {}
  const look = () => {
    for (const card of document.querySelectorAll('[data-signal]'))
      painted[card.dataset.signal] ??= performance.timeOrigin + performance.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data'), SEED: 'none' }, root)
    const platform = await startPlatform(config, await buildWeb())
    const browser = await chromium.launch({ executablePath: found.path, args: ARGUMENTS })
    try {
      const { analyst, email } = await enlist(
        platform.url,
        platform.context.keys.anonKey,
        platform.databaseUrl,
      )
      const pages = await open(browser, platform.url, email)
      const asked = new Map<string, { begun: number; told: number }>()
      for (let n = 0; n < SIGNALS; n++) {
        const begun = Date.now()
        const { data, error } = await analyst.rpc('publish_signal', {
          signal: signalDraft(0.5 + n / 1000, 'premium'),
        })
        if (error) throw new Error(error.message)
        asked.set((data as { id: string }).id, { begun, told: Date.now() })
        await pause(1000)
      }
      const [fromBegin, fromAnswer]: [number[], number[]] = [[], []]
      let unseen = 0
      for (const page of pages) {
        const painted = await page.evaluate<Record<string, number>>('painted')
        for (const [id, { begun, told }] of asked) {
          const at = painted[id]
          if (at === undefined) unseen += 1
          else {
            fromBegin.push(at - begun)
            fromAnswer.push(Math.max(0, at - told))
          }
        }
      }
      const row = (name: string, times: number[]) => [
        name,
        rounded(median(times)),
        rounded(quantile(times, 0.95)),
        rounded(Math.max(...times)),
        String(AIM_MS),
      ]
      const measured = table(
        ['until the card is painted', 'median, ms', '95 %, ms', 'longest, ms', 'aim for 95 %'],
        [
          row('from the analyst’s request', fromBegin),
          row('from the answer that it is published', fromAnswer),
        ],
      )
      return `${measured}\n\n${SIGNALS} publications, ${PAGES} open pages of premium members in one browser; ${unseen} cards were never painted.`
    } finally {
      await browser.close()
      await platform.stop()
    }
  })

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
  // The analyst of a benchmark has no second factor.
  await database.query('update private.security_settings set require_staff_mfa = false')
  await database.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [analyst.id])
  await database.query(
    `insert into public.premium_grants (user_id, source, ends_at) values ($1, 'benchmark', now() + interval '1 day')`,
    [premium.id],
  )
  await database.end()
  return { analyst: analyst.client, email: premium.email }
}

/** Twenty windows of one browser profile, each on the signals, live. */
async function open(browser: Browser, url: string, email: string): Promise<Page[]> {
  const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block' })
  const first = await context.newPage()
  await first.goto(`${url}/login?next=/signaux`)
  await first.getByLabel(/e.?mail/i).fill(email)
  await first.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await first.getByRole('button', { name: 'Se connecter' }).click()
  await first.waitForURL(/signaux/)
  const pages = [first]
  while (pages.length < PAGES) {
    const page = await context.newPage()
    await page.goto(`${url}/signaux`)
    pages.push(page)
  }
  for (const page of pages) {
    await page.getByText('En direct').waitFor()
    await page.evaluate(WATCH)
  }
  await pause(1000)
  return pages
}
