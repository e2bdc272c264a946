import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startPlatform } from '../../scripts/database/platform.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { PASSWORD } from '../bench-server.ts'
import { pause, root, withDirectory } from '../process.ts'

export type Lessons = {
  /** The folder of the built site. */
  site: string
  /** A new page of a premium member, without anything in its cache. */
  member(): Promise<Page>
  /** Ends what `member()` opened. */
  leave(page: Page): Promise<void>
  /** Forgets what the member has read, which decides the lesson that is next. */
  forget(): Promise<void>
  url: string
}

/** A course that ships, and one of its lessons: an article, slides, an exercise and a quiz. */
export const COURSE = 'risk-management'
export const LESSON = 'risk-little-long'
/** One of the course that nobody would open next. */
export const LATER_LESSON = 'reward-to-risk'
/** A lesson of the same course with a video, and with a hundred slides of the courses that ship. */
export const LONG = 'bench-long'
export const SLIDES = 100

const SHIPPED = join(root, 'content/courses')
const deckOf = (course: string, lesson: string): string[] =>
  readFileSync(join(SHIPPED, course, lesson, 'deck.fr.md'), 'utf8').split(/^---$/m)

/** Of the shipped lesson's slides, the first that computes a curve; from 1. */
export const curveSlide = (): number => {
  const folder = readdirSync(join(SHIPPED, COURSE)).find((name) => name.endsWith(LESSON))
  return 1 + deckOf(COURSE, folder as string).findIndex((slide) => slide.includes(':::curve'))
}

function longDeck(): string {
  const slides = readdirSync(SHIPPED).flatMap((course) =>
    readdirSync(join(SHIPPED, course), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => deckOf(course, name)),
  )
  return slides.slice(0, SLIDES).join('\n---\n')
}

/** Runs `work` on a new product with its demonstration and the courses that ship. */
export const withLessons = <T>(work: (lessons: Lessons) => Promise<T>): Promise<T> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data') }, root)
    const site = await buildWeb()
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
      await prepare(platform.url, platform.databaseUrl, platform.context.keys.anonKey)
      const storageState = await signIn(browser, platform.url)
      return await work({
        site,
        url: platform.url,
        member: async () => {
          const context = await browser.newContext({
            viewport: { width: 1440, height: 900 },
            serviceWorkers: 'block',
            locale: 'fr-FR',
            storageState,
          })
          return context.newPage()
        },
        leave: (page) => page.context().close(),
        forget: () =>
          inDatabase(platform.databaseUrl, async (database) => {
            await database.query('delete from public.lesson_progress')
          }),
      })
    } finally {
      await browser.close()
      await platform.stop()
    }
  })

const EMAIL = 'reader@example.com'

async function prepare(url: string, databaseUrl: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}`)
  await inDatabase(databaseUrl, async (database) => {
    await database.query(
      `insert into public.premium_grants (user_id, source, ends_at) select id, 'benchmark', now() + interval '1 day' from auth.users where email = $1`,
      [EMAIL],
    )
    // The worker publishes what ships.
    for (let tries = 0; !(await published(database)); tries++) {
      if (tries > 600) throw new Error('the courses were not published within a minute')
      await pause(100)
    }
    await database.query(
      `with item as (
         insert into public.content_items (kind, slug, parent, position, tier, version)
         select 'lesson', $1, id, 90, 'freemium', 1 from public.content_items where kind = 'course' and slug = $2 returning id
       ) insert into public.content_versions (item, version, document, author_name) select id, 1, $3, 'Bench' from item`,
      [LONG, COURSE, longLesson()],
    )
    await database.query(
      `select private.publish_version(item, 1, now()) from public.content_items as item where slug = $1`,
      [LONG],
    )
  })
}

async function inDatabase(url: string, work: (database: pg.Client) => Promise<void>): Promise<void> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    await work(database)
  } finally {
    await database.end()
  }
}

async function published(database: pg.Client): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from public.content_items where kind = 'lesson' and slug = $1 and version is not null`,
    [LESSON],
  )
  return rowCount === 1
}

const longLesson = () => ({
  fields: {
    course: COURSE,
    module: 'survive',
    minutes: { video: 5, article: 5, slides: 60 },
    notions: [],
    video: { path: 'bench.mp4' },
    sources: [],
  },
  texts: { fr: { title: 'Cent diapositives', summary: 'Cent.', article: 'Un article.', deck: longDeck() } },
  from: {},
})

async function signIn(browser: Browser, url: string) {
  const page = await browser.newPage()
  await page.goto(`${url}/login?next=/support`)
  await page.locator('input[autocomplete~="username"]').first().fill(EMAIL)
  await page.locator('input[type="password"]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('aside a[href="/support"]').first().waitFor()
  const state = await page.context().storageState()
  await page.close()
  return state
}
