import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startPlatform } from '../../scripts/database/platform.ts'
import { buildWeb } from '../../scripts/site/build-web.ts'
import { readConfig } from '../../server/src/config.ts'
import { freePort } from '../../server/src/database/embedded.ts'
import { ARGUMENTS, figures, RECORD, recorded } from '../pages/frames.ts'
import { root, withDirectory } from '../process.ts'
import { sized } from '../short.ts'
import { median, rounded, table, withRange } from '../statistics.ts'

/**
 * Frames per second while a member scrolls through a long thread, whose posts are read as one comes near them: those that the browser
 * drew, and those in which the page itself could take part. Beside them what the machine gives a page where nothing moves, and the
 * page's own work: other programs take frames from a page, but add no work to it.
 */
const POSTS = sized(5000, 120)
/** So many are in the page before the last movement begins. */
const IN_PAGE = sized(2000, 120)
const RUNS = sized(5, 1)
/** The sooner one scrolls after the page came, the more of what it still does is measured. */
const AT_REST_MS = sized(6000, 500)
const MOVE_MS = sized(3000, 500)
const PIXELS_A_SECOND = 4000

export const measure = (): Promise<string> =>
  withDirectory(async (directory) => {
    const found = ensureChromium()
    if ('missing' in found) throw new Error(found.missing)
    const port = await freePort()
    const config = readConfig({ PORT: String(port), DATA_DIR: join(directory, 'data'), SEED: 'none' }, root)
    const platform = await startPlatform(config, await buildWeb())
    const browser = await chromium.launch({ executablePath: found.path, args: ARGUMENTS })
    try {
      const { session, thread } = await longThread(platform)
      const scenes: { name: string; movement: Movement; runs: Moved[] }[] = [
        { name: 'nothing moves: the limit of this machine', movement: 'none', runs: [] },
        {
          name: `thread of ${rounded(POSTS)} posts, read while it scrolls at 4,000 px/s`,
          movement: 'reading',
          runs: [],
        },
        { name: `the same with ${rounded(IN_PAGE)} posts already in the page`, movement: 'read', runs: [] },
      ]
      for (let run = 0; run < RUNS; run++)
        for (const { movement, runs } of scenes)
          runs.push(await moved(browser, platform.url, session, `/communaute?sujet=${thread}`, movement))
      return table(
        [
          'movement of 3 s',
          'frames drawn a second, median of 5 (range)',
          'frames of the page’s own thread a second',
          'aim',
          '95 % of frames within, ms',
          'longest, ms',
          'own work of the page’s thread, ms a second',
        ],
        scenes.map(({ name, runs }) => [
          name,
          withRange(
            runs.flatMap(({ drawn }) => drawn ?? []),
            1,
          ),
          ...figures(runs.map(({ frames }) => frames)),
          rounded(median(runs.map(({ work }) => work)), 0),
        ]),
      )
    } finally {
      await browser.close()
      await platform.stop()
    }
  })

type Platform = Awaited<ReturnType<typeof startPlatform>>

/** A member and a thread with ordinary posts: paragraphs, lists, quotations. */
async function longThread(platform: Platform): Promise<{ session: object; thread: string }> {
  const client = createClient(platform.url, platform.context.keys.anonKey, {
    auth: { persistSession: false },
  })
  const { data, error } = await client.auth.signUp({
    email: 'reader@example.com',
    password: 'corbeau lanterne 42 marée',
    options: { data: { first_name: 'Alix', last_name: 'Laurent' } },
  })
  if (error || !data.session) throw error ?? new Error('no session')
  const database = new pg.Client({ connectionString: platform.databaseUrl })
  await database.connect()
  try {
    await database.query('update public.community_members set trust = 3')
    const begun = await client.rpc('start_thread', {
      category: 'entraide',
      title: 'Un fil aussi long que le forum en a',
      body: 'Le premier message.',
    })
    if (begun.error) throw begun.error
    const thread = (begun.data as { id: string }).id
    await database.query(
      `insert into public.posts (thread, position, author, body)
       select $1, n, (select id from public.community_members limit 1), 'Message **' || n || '** du fil. '
         || repeat('Une phrase ordinaire sur le stop et la taille de position. ', 1 + n % 5)
         || case when n % 7 = 0 then E'\\n\\n> une citation\\n\\n- un\\n- deux' else '' end
       from generate_series(2, $2::int) n`,
      [thread, POSTS],
    )
    await database.query(
      'update public.threads set last_position = $2, last_shown = $2, replies = $2 - 1 where id = $1',
      [thread, POSTS],
    )
    return { session: data.session, thread }
  } finally {
    await database.end()
  }
}

type Movement = 'none' | 'reading' | 'read'
/**
 * The intervals between frames in milliseconds, the frames drawn a second (null where nothing moves: none is drawn), and the processor's
 * time of the page's thread in each second, in milliseconds.
 */
type Moved = { frames: number[]; drawn: number | null; work: number }

async function moved(
  browser: Browser,
  url: string,
  session: object,
  path: string,
  movement: Movement,
): Promise<Moved> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'vigie-session', value: JSON.stringify(session) }] }],
    },
  })
  try {
    const page = await context.newPage()
    await page.goto(`${url}${path}`)
    await page.locator('article').first().waitFor()
    if (movement === 'read') {
      await page.evaluate(`(async () => {
        while (document.querySelectorAll('article').length < ${IN_PAGE}) {
          window.scrollTo(0, document.documentElement.scrollHeight)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        window.scrollTo(0, 0)
      })()`)
    }
    await page.waitForTimeout(AT_REST_MS)
    const devtools = await context.newCDPSession(page)
    // Ticks of the thread itself: what it waits for the processor does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const worked = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
    }
    const drawn = await countDrawn(devtools)
    const before = await worked()
    await page.evaluate(RECORD)
    if (movement === 'none') await page.waitForTimeout(MOVE_MS)
    else
      await devtools.send('Input.synthesizeScrollGesture', {
        x: 600,
        y: 450,
        yDistance: -(MOVE_MS / 1000) * PIXELS_A_SECOND,
        speed: PIXELS_A_SECOND,
        preventFling: true,
        gestureSourceType: 'mouse',
      })
    const { times } = await recorded(page)
    const work = ((await worked()) - before) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000)
    return {
      frames: times.slice(1).map((time, place) => time - (times[place] as number)),
      drawn: await drawn(),
      work,
    }
  } finally {
    await context.close()
  }
}

/** Counts what the browser's compositor draws; the returned function ends it and says how many frames a second. */
async function countDrawn(devtools: CDPSession): Promise<() => Promise<number | null>> {
  const at: number[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as { name?: string; ts?: number }[])
      if (event.name === 'DrawFrame') at.push((event.ts ?? 0) / 1e6)
  })
  await devtools.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline.frame'] },
  })
  return async () => {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await complete
    const [first = 0, last = 0] = [Math.min(...at), Math.max(...at)]
    return at.length < 2 ? null : (at.length - 1) / (last - first)
  }
}
