import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildWeb } from '../scripts/build-web.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { startPlatform } from '../scripts/platform.ts'
import { readConfig } from '../server/src/config.ts'
import { freePort } from '../server/src/database/embedded.ts'
import { root, withDirectory } from './process.ts'
import { sized } from './short.ts'
import { median, quantile, rounded, table } from './statistics.ts'

/** What a member waits for in courses, on a slow phone's processor, and what a lesson weighs. */
const RUNS = sized(5, 1)
const SLOWER = 4
const SLIDES = 100
const TURNS = sized(60, 5)
const PASSWORD = 'A long benchmark password 7'
const LESSON = '/formations?cours=bench&lecon=bench-lesson'

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const site = await buildWeb()
    const config = readConfig(
      { PORT: String(await freePort()), DATA_DIR: join(directory, 'data'), SEED: 'none' },
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
      const email = await prepare(platform.url, platform.databaseUrl, platform.context.keys.anonKey)
      const opened: number[] = []
      const decks: number[] = []
      const frames: number[] = []
      for (let run = 0; run < RUNS; run++) {
        const { page, context } = await signIn(browser, platform.url, email)
        opened.push(await openLesson(page, platform.url))
        decks.push(await openDeck(page))
        frames.push(...(await turn(page)))
        await context.close()
      }
      const weight = await scriptsOverFrame(browser, platform.url, email)
      const range = (values: number[]) =>
        `${rounded(median(values))} (${rounded(Math.min(...values))}–${rounded(Math.max(...values))})`
      return table(
        ['courses, processor 4 times slower', 'median (range)', 'aim'],
        [
          ['a press on a lesson → its text, ms', range(opened), '200'],
          [`a press on a deck of ${SLIDES} slides → its first, ms`, range(decks), '500'],
          [
            `time between frames while ${TURNS} slides are turned, ms: median · p95`,
            `${rounded(median(frames), 1)} · ${rounded(quantile(frames, 0.95), 1)}`,
            '16.7',
          ],
          [
            'scripts of a lesson with slides over the member’s frame, KB gzip',
            rounded(weight / 1000, 1),
            '60',
          ],
        ],
      )
    } finally {
      await browser.close()
      await platform.stop()
    }
  })

async function prepare(url: string, databaseUrl: string, key: string): Promise<string> {
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
    const course = await publish(client, 'course', 'bench', null, {
      fields: { level: 'beginner', author: 'Bench', requires: [], modules: ['one'] },
      texts: { fr: { title: 'Cours mesuré', summary: 'Mesure', modules: 'Un', abilities: 'Mesurer' } },
    })
    const deck = Array.from({ length: SLIDES }, (_, slide) => SLIDE.replaceAll('{{n}}', String(slide + 1)))
    await publish(client, 'lesson', 'bench-lesson', course, {
      fields: { course: 'bench', module: 'one', minutes: { article: 5, slides: 9 }, notions: [] },
      texts: {
        fr: {
          title: 'Leçon mesurée',
          summary: 'Mesure',
          article: `Le premier paragraphe mesuré.\n\n${'## Partie\n\nUn paragraphe **ordinaire** avec [33,3 %](calc:breakeven-rate?gain=2).\n\n'.repeat(30)}`,
          deck: deck.join('\n---\n'),
        },
      },
    })
  } finally {
    await client.end()
  }
  return email
}

const SLIDE = `# Diapositive {{n}}
Un texte **ordinaire**, un calcul [33,3 %](calc:breakeven-rate?gain=2).

| Gain | 1 | 2 |
|---|---|---|
| Taux | 50 % | 33,3 % |

:::candles path=101,104,100.5,104,101 bars=60 noise=0.6 seed={{n}} levels=104:resistance
`

async function publish(
  client: pg.Client,
  kind: string,
  slug: string,
  parent: string | null,
  document: object,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with item as (
       insert into public.content_items (kind, slug, parent, position, tier, version) values ($1, $2, $3, 1, 'freemium', 1) returning id
     ) insert into public.content_versions (item, version, document, author_name)
       select id, 1, $4, 'Bench' from item returning item as id`,
    [kind, slug, parent, { ...document, from: {} }],
  )
  const id = rows[0]?.id as string
  await client.query(
    'select private.publish_version(item, 1, now()) from public.content_items as item where id = $1',
    [id],
  )
  return id
}

async function signIn(
  browser: Browser,
  url: string,
  email: string,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'fr-FR',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(`${url}/login?next=/support`)
  await page.locator('input[name="email"], input[autocomplete~="username"]').first().fill(email)
  await page.locator('input[type="password"]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname === '/support')
  return { page, context }
}

async function openLesson(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/formations?cours=bench`)
  await page.getByRole('heading', { name: 'Programme' }).waitFor()
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return waitedFor(page, 'a[href$="lecon=bench-lesson"]', 'article p')
}

const openDeck = (page: Page): Promise<number> =>
  // The tabs of the design system open on the press of the pointer, not on its release.
  waitedFor(page, '[role=tab]:nth-of-type(2)', '.\\@container h2')

/** From a press to the frame that shows what it opens, measured in the page. The policy of the page forbids eval, so it is a function. */
const waitedFor = (page: Page, press: string, shows: string): Promise<number> =>
  page.evaluate(
    ([pressed, shown]) =>
      new Promise<number>((resolve) => {
        const { document, performance, requestAnimationFrame, PointerEvent, MouseEvent } =
          globalThis as never as Window_
        const began = performance.now()
        const target = document.querySelector(pressed)
        target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
        target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }))
        target.click()
        const look = () => {
          if (document.querySelector(shown)) requestAnimationFrame(() => resolve(performance.now() - began))
          else requestAnimationFrame(look)
        }
        look()
      }),
    [press, shows] as const,
  )

/** Times between frames while slides are turned, four a second. */
const turn = (page: Page): Promise<number[]> =>
  page.evaluate(
    (turns) =>
      new Promise<number[]>((resolve) => {
        const { document, performance, requestAnimationFrame, KeyboardEvent } = globalThis as never as Window_
        const between: number[] = []
        const began = performance.now()
        let last = began
        let turned = 0
        const frame = () => {
          const now = performance.now()
          between.push(now - last)
          last = now
          if (now - began > turned * 250) {
            if (turned === turns) return resolve(between)
            turned++
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
          }
          requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      }),
    TURNS,
  )

/** This project has no DOM types. */
type Window_ = {
  document: {
    querySelector(selector: string): { dispatchEvent(event: object): void; click(): void }
    body: { dispatchEvent(event: object): void }
  }
  performance: { now(): number }
  requestAnimationFrame(then: () => void): void
  PointerEvent: new (name: string, init: object) => object
  MouseEvent: new (name: string, init: object) => object
  KeyboardEvent: new (name: string, init: object) => object
}

/** Compressed bytes of the scripts that a lesson at its slides needs and a member's page without content does not. */
async function scriptsOverFrame(browser: Browser, url: string, email: string): Promise<number> {
  const scripts = async (address: string, shown: string) => {
    const { page, context } = await signIn(browser, url, email)
    const found = new Map<string, Promise<Buffer>>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') found.set(response.url(), response.body())
    })
    await page.goto(`${url}${address}`)
    await page.locator(shown).first().waitFor()
    await page.waitForLoadState('networkidle')
    const sizes = new Map<string, number>()
    for (const [name, body] of found) sizes.set(name, gzipSync(await body).length)
    await context.close()
    return sizes
  }
  const frame = await scripts('/support', 'main h1')
  const lesson = await scripts(`${LESSON}&partie=diapositives`, '.\\@container h2')
  let sum = 0
  for (const [name, size] of lesson) if (!frame.has(name)) sum += size
  return sum
}
