import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import sharp from 'sharp'
import type { Cast } from './screen-people.ts'
import { difference, type Picture, type Theme, take, waitUntilDrawn } from './screen-picture.ts'
import { PEOPLE, SHOTS, type Shot } from './screen-shots.ts'
import { openStage } from './screen-stage.ts'

/**
 * `npm run screens [name…]`: photographs every screen into docs/screens, on desktop and phone, dark and light. Each picture has
 * a fresh page with its theme stored beforehand. A refused picture is reported and not kept, and the run fails; it can be
 * repeated by name.
 */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs', 'screens')
const QUALITY = 30
/** Width in pixels of stored pictures: smaller than taken but legible; long ones even smaller. */
const KEPT_WIDTH = { desk: { usual: 980, long: 680 }, phone: { usual: 340, long: 250 } } as const
/** Multiple of the first view's height. */
const LONG = 2.5
/** Total bytes of all pictures. */
const MOST = 4_000_000
/** Maximum height in this file format, in pixels. */
const TALLEST = 16_383
const AT_ONCE = 2
const ATTEMPTS = 3
const WIDTHS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const THEMES = ['dark', 'light'] as const

type Width = keyof typeof WIDTHS
type Round = { shots: readonly Shot[]; session: string | undefined; width: Width; theme: Theme }

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !SHOTS.some((shot) => shot.name === name))
if (unknown.length > 0) {
  console.error(`There is no picture named ${unknown.join(', ')}.`)
  process.exit(1)
}

const began = Date.now()
const stage = await openStage()
const { platform, browser } = stage
const pictures = new Map<string, Picture>()
const refusals: string[] = []
try {
  const cast = await stage.cast()
  const rounds = PEOPLE.flatMap((who) =>
    (['desk', 'phone'] as const).flatMap((width) =>
      THEMES.map((theme) => {
        const shots = SHOTS.filter(
          (shot) =>
            shot.who === who &&
            shot.only !== other(width) &&
            (chosen.length === 0 || chosen.includes(shot.name)),
        )
        return { shots, session: cast.sessions[who], width, theme }
      }),
    ),
  ).filter(({ shots }) => shots.length > 0)
  const waiting = rounds.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const round of waiting) await photograph(browser, round, cast.places)
    }),
  )
  refuseAlike()
  await keep()
  if (refusals.length > 0) throw new Error(`Refused, and not in the folder: ${refusals.join(', ')}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await stage.close()
}

async function photograph(browser: Browser, round: Round, places: Cast['places']): Promise<void> {
  const shared = await newContext(browser, round)
  for (const shot of round.shots) {
    const name = `${shot.name}-${round.width}-${round.theme}`
    try {
      pictures.set(name, await picture(browser, shared, round, shot, { ...places, theme: round.theme }))
    } catch (error) {
      refuse(name, (error as Error).message)
    }
  }
  await shared.close()
}

/** Printed immediately, since a run is long. */
function refuse(name: string, why: string): void {
  refusals.push(name)
  console.error(`Refused ${name}: ${why.split('\n', 1)[0]}`)
}

/** Uses a fresh page; retries on a slow machine, and reports the last refusal. */
async function picture(
  browser: Browser,
  shared: BrowserContext,
  round: Round,
  shot: Shot,
  places: Record<string, string>,
): Promise<Picture> {
  const path = shot.path.replace(/\{(\w+)\}/, (_, place: string) => places[place] ?? '')
  for (let attempt = 1; ; attempt++) {
    // Actions may leave state in the browser, so such a picture has its own context.
    const own = shot.act || shot.colourBlind ? await newContext(browser, round, shot) : undefined
    const page = await (own ?? shared).newPage()
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    try {
      await page.goto(platform.url + path)
      if (shot.act) {
        await waitUntilDrawn(page, {})
        await shot.act(page)
      }
      await waitUntilDrawn(page, shot)
      const taken = await take(page, round.theme, shot)
      if (thrown.length > 0) throw new Error(`The page threw an error: ${thrown.join('; ')}`)
      return taken
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      console.error(
        `Retrying ${shot.name}-${round.width}-${round.theme}: ${(error as Error).message.split('\n', 1)[0]}`,
      )
    } finally {
      await page.close()
      await own?.close()
    }
  }
}

async function newContext(
  browser: Browser,
  { width, theme, session }: Round,
  { colourBlind }: Partial<Shot> = {},
): Promise<BrowserContext> {
  const stored = {
    'vigie-theme': theme,
    ...(session ? { 'vigie-session': session } : {}),
    ...(colourBlind ? { 'vigie-palette': 'cb' } : {}),
  }
  const context = await browser.newContext({
    viewport: WIDTHS[width],
    isMobile: width === 'phone',
    hasTouch: width === 'phone',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    colorScheme: theme,
    storageState: stage.storage(stored),
  })
  context.setDefaultTimeout(30_000)
  return context
}

function other(width: Width): Width {
  return width === 'desk' ? 'phone' : 'desk'
}

/** The two themes of a screen must differ everywhere, and no two screens may be equal. */
function refuseAlike(): void {
  for (const [name, { thumb }] of pictures) {
    const lit = pictures.get(name.replace(/-dark$/, '-light'))
    if (name.endsWith('-dark') && lit && difference(thumb, lit.thumb) < 40)
      refuse(name, 'It looks like the picture of the light theme.')
  }
  const seen = new Map<string, string>()
  for (const [name, { png }] of pictures) {
    const key = png.toString('base64')
    const twin = seen.get(key)
    if (twin) refuse(name, `It is the same picture as ${twin}.`)
    seen.set(key, name)
  }
}

function filesOf(name: string, only: Shot['only']): string[] {
  return (['desk', 'phone'] as const)
    .filter((width) => only !== other(width))
    .flatMap((width) => THEMES.map((theme) => `${name}-${width}-${theme}.webp`))
}

async function small(name: string, png: Buffer): Promise<Buffer> {
  const width = name.includes('-desk-') ? 'desk' : 'phone'
  const { height = 0 } = await sharp(png).metadata()
  const long = height > LONG * WIDTHS[width].height
  return sharp(png)
    .resize({
      width: KEPT_WIDTH[width][long ? 'long' : 'usual'],
      height: TALLEST,
      fit: 'inside',
    })
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer()
}

async function keep(): Promise<void> {
  const files = await Promise.all(
    [...pictures]
      .filter(([name]) => !refusals.includes(name))
      .map(async ([name, { png }]) => [`${name}.webp`, await small(name, png)] as const),
  )
  mkdirSync(folder, { recursive: true })
  // Delete pictures that are no longer listed, and older versions of refused ones, which may be outdated.
  const named = new Set(SHOTS.flatMap(({ name, only }) => filesOf(name, only)))
  const gone = readdirSync(folder).filter(
    (file) => !named.has(file) || refusals.includes(file.replace('.webp', '')),
  )
  for (const file of gone) rmSync(join(folder, file))
  for (const [file, bytes] of files) writeFileSync(join(folder, file), bytes)
  const all = readdirSync(folder)
  const bytes = all.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(`${all.length} pictures in docs/screens, ${(bytes / 1e6).toFixed(2)} MB, after ${seconds} s`)
  if (bytes > MOST) throw new Error(`Their total must be below ${MOST / 1e6} MB.`)
}
