import { join } from 'node:path'
import pg from 'pg'
import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startPlatform } from '../../scripts/database/platform.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { root, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, rounded, table } from '../statistics.ts'

/** Time until the signals can be used on a slow phone's processor, with the maximum number on the page. */
const RUNS = sized(5, 1)
const SLOWER = 4
const AIM_MS = 1000
const COUNTS = sized([20, 500], [20])
const PASSWORD = 'A long benchmark password 7'

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const site = await buildWeb()
    const rows: string[][] = []
    for (const count of COUNTS) {
      const port = await freePort()
      const config = readConfig(
        { PORT: String(port), DATA_DIR: join(directory, String(count)), SEED: 'none' },
        root,
      )
      const platform = await startPlatform(config, site)
      const browser = await chromium.launch({
        executablePath: found.path,
        args: [
          '--headless=new',
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--lang=fr',
        ],
      })
      try {
        const email = await prepare(platform.url, platform.databaseUrl, platform.context.keys.anonKey, count)
        const runs: Opened[] = []
        for (let run = 0; run < RUNS; run++) runs.push(await open(browser, platform.url, email))
        const of = (name: keyof Opened) => rounded(median(runs.map((one) => one[name])), 0)
        const ranged = runs.map(({ usable }) => usable)
        rows.push([
          `${count} open signals`,
          `${of('usable')} (${rounded(Math.min(...ranged), 0)}–${rounded(Math.max(...ranged), 0)})`,
          String(AIM_MS),
          of('cards'),
          of('answer'),
        ])
      } finally {
        await browser.close()
        await platform.stop()
      }
    }
    return table(
      [
        `\`/signaux\`, processor ${SLOWER} times slower`,
        'data there → list answers a press, ms, median of 5 (range)',
        'aim',
        'cards drawn',
        'a press → its panel, ms',
      ],
      rows,
    )
  })

async function prepare(url: string, databaseUrl: string, key: string, count: number): Promise<string> {
  const email = 'bench@example.com'
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(SIGNALS, [count])
  } finally {
    await client.end()
  }
  return email
}

/** Signals as the product publishes them, without their ledger entries, which the page does not read. */
const SIGNALS = `
with made as (
  insert into public.signals (number, symbol, timeframe, style, tier, author_id, author_name, published_at, commitment)
  select (select coalesce(max(number), 0) from public.signals) + n, (array['EURUSD', 'GBPUSD', 'USDCHF', 'AUDUSD', 'NZDUSD'])[1 + n % 5], 'M15', 'intraday', 'freemium', gen_random_uuid(), 'Analyst',
         now() - n * interval '1 minute', repeat('0', 64)
    from generate_series(1, $1::int) as n returning id, published_at
), states as (
  insert into public.signal_states (signal_id) select id from made
), levels as (
  insert into public.signal_levels (signal_id, direction, order_type, entry_low, entry_high, stop_loss, risk_percent, facts, opinion,
    counter_thesis, counter_condition, method, conflicts, expires_at)
  select id, 'buy', 'limit', 0.5, 0.501, 0.49, 1, repeat('Facts. ', 30), repeat('Opinion. ', 20), repeat('Counter. ', 20), 'Condition', 'Method', 'None', now() + interval '1 day' from made
), targets as (
  insert into public.signal_targets select id, position, 0.51 + position * 0.01, 50 from made, generate_series(1, 2) as position
)
insert into public.signal_events (signal_id, sequence, kind, at, price, source) select id, 1, 'published', published_at, 0.52, 'analyst' from made`

type Opened = { usable: number; cards: number; answer: number }

/**
 * Time from the arrival of the list's data until a press on the first card changes the URL, as measured in the page; then from
 * that press to the panel's heading. The network is local: only work is measured.
 */
async function open(browser: Browser, url: string, email: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/login?next=/signaux`)
    await page.locator('input[name="email"], input[autocomplete~="username"]').first().fill(email)
    await page.locator('input[type="password"]').first().fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('article').first().waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(WATCH)
    await page.reload({ waitUntil: 'commit' })
    // The page's policy forbids eval, so it is polled from outside.
    for (let asked = 0; asked < 600; asked++) {
      const report = (await page.evaluate('globalThis.watched?.report ?? null')) as Opened | null
      if (report) return report
      await page.waitForTimeout(100)
    }
    throw new Error('the signals could not be used within a minute')
  } finally {
    await context.close()
  }
}

/** Runs in the page; a string, since this project has no DOM types. */
const WATCH = `
  globalThis.watched = { report: null }
  const look = () => {
    const card = document.querySelector('article button')
    if (!card) return requestAnimationFrame(look)
    const arrived = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/rest/v1/signals?')).at(-1)?.responseEnd
    const cards = document.querySelectorAll('article').length
    const pressed = performance.now()
    card.click()
    const addressed = () => {
      if (!new URL(location.href).searchParams.has('signal')) return requestAnimationFrame(addressed)
      const usable = performance.now() - arrived
      const shown = () => {
        if (!document.querySelector('[role=dialog] h3')) return requestAnimationFrame(shown)
        watched.report = { usable, cards, answer: performance.now() - pressed }
      }
      shown()
    }
    addressed()
  }
  requestAnimationFrame(look)
`
