import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { product } from './product.ts'

/** The browser and the users of the tests. */
export const { url } = product

type Role = 'visitor' | 'freemium' | 'premium' | 'analyst' | 'admin'
export type Person = { email: string; password: string; id: string; client: SupabaseClient }

/** One per worker. */
let browser: Browser | undefined
const contexts: BrowserContext[] = []

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

/** What the driver switches off, which this switch replaces, and the window's own pages, whose process costs two seconds a profile. */
const NOT_USED = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'SpareRendererForSitePerProcess',
]

const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH as string,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      `--disable-features=${NOT_USED.join()}`,
    ],
  })

/** CPU slowdown of the pages (`SLOWER=4 npm run e2e`), which reveals tests that pass only on a fast machine. */
const SLOWER = Number(process.env.SLOWER ?? 1)

type Options = {
  phone?: boolean
  locale?: string
  colorScheme?: 'dark' | 'light'
  timeZone?: string
  /**
   * With the service worker, and screens fetched ahead of the first visit: that costs a profile a third of all work, and most
   * journeys need none of it.
   */
  installs?: boolean
  /** With animations. */
  moves?: boolean
}
type Stored = Record<string, string>

/** Opens a new browser profile: empty storage, French, and Europe/Paris by default. */
export async function open(
  path: string,
  {
    phone = false,
    locale = 'fr-FR',
    colorScheme = 'dark',
    timeZone = 'Europe/Paris',
    installs = false,
    moves = false,
  }: Options = {},
  stored: Stored = {},
): Promise<Page> {
  if (!browser?.isConnected()) browser = await launch()
  const context = await browser.newContext({
    ...(phone ? PHONE : DESKTOP),
    locale,
    colorScheme,
    serviceWorkers: installs ? 'allow' : 'block',
    timezoneId: timeZone,
    reducedMotion: moves ? 'no-preference' : 'reduce',
    storageState: {
      cookies: [],
      origins: [
        { origin: url, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) },
      ],
    },
  })
  context.setDefaultTimeout(30_000)
  if (!installs) await context.addInitScript(saveData)
  contexts.push(context)
  const page = await context.newPage()
  if (SLOWER > 1) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  }
  await page.goto(`${url}${path}`)
  return page
}

/** The reader's wish to save data, which the page's reading ahead respects. */
function saveData(): void {
  const connection = (navigator as Navigator & { connection?: object }).connection
  if (connection) Object.defineProperty(connection, 'saveData', { get: () => true })
}

/** Signs a new user up through the API and assigns the role. */
export async function person(role: Exclude<Role, 'visitor'>): Promise<Person> {
  const client = api()
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`
  const password = `Long enough ${randomUUID().slice(0, 8)}`
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { first_name: 'Alix', last_name: 'Laurent' } },
  })
  if (error || !data.user) throw error ?? new Error('no user')
  if (role === 'premium') {
    await database(
      `insert into premium_grants (user_id, source, starts_at, ends_at) values ($1, 'test', now(), now() + interval '1 day')`,
      [data.user.id],
    )
  }
  if (role === 'analyst' || role === 'admin') {
    await database('insert into staff (user_id, role) values ($1, $2)', [data.user.id, role])
  }
  return { email, password, id: data.user.id, client }
}

/** Opens `path` as a new user of that role. */
export async function as(
  role: Exclude<Role, 'visitor'>,
  path: string,
  options: Options & { theme?: 'dark' | 'light' } = {},
): Promise<{ page: Page; who: Person }> {
  const who = await person(role)
  return { page: await openAs(who, path, options), who }
}

/** Opens `path` signed in as this user, with a stored session as after the login form; tests of the form itself use `logIn`. */
export async function openAs(
  { email, password }: Pick<Person, 'email' | 'password'>,
  path: string,
  options: Options & { theme?: 'dark' | 'light' } = {},
): Promise<Page> {
  const { data, error } = await api().auth.signInWithPassword({ email, password })
  if (error) throw error
  const page = await open(path, options, {
    'vigie-session': JSON.stringify(data.session),
    ...(options.theme ? { 'vigie-theme': options.theme } : {}),
  })
  await page.waitForURL((address) => `${address.pathname}${address.search}` === path)
  return page
}

/** The same, through the login form. */
export async function asByForm(
  role: Exclude<Role, 'visitor'>,
  path: string,
): Promise<{ page: Page; who: Person }> {
  const who = await person(role)
  const page = await open(`/login?next=${encodeURIComponent(path)}`)
  await logIn(page, who)
  await page.waitForURL((address) => `${address.pathname}${address.search}` === path)
  return { page, who }
}

export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.locator('input[name="email"], input[autocomplete~="username"]').first().fill(email)
  await page.locator('input[type="password"]').first().fill(password)
  await page.keyboard.press('Enter')
}

/** Resolves when the screen of that name is shown. */
export const title = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** Makes the page's session appear expired, so that it is refreshed now; refused if it is no longer in the database. */
export const endSession = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('vigie-session') ?? '{}')
    localStorage.setItem('vigie-session', JSON.stringify({ ...stored, expires_at: 1 }))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

/** The official client. */
export const api = (): SupabaseClient =>
  createClient(url, product.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })

/** Creates data that no screen can create yet. */
export async function database<T extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl })
  await client.connect()
  try {
    await client.query('set search_path = public, extensions')
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The number of open profiles. */
export const profilesOpen = (): number => contexts.length

const CHARACTERS_TOLD = 2_000

/** The address of each open page and the beginning of what it shows, a line each. */
export async function whatPagesShow(): Promise<string> {
  const pages = contexts.flatMap((context) => context.pages())
  const texts = pages.map(async (page) => {
    const main = page.locator('[role=dialog], main').last()
    const text = await main.ariaSnapshot({ timeout: 2_000 }).catch(() => 'nothing readable')
    return `shown at ${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, CHARACTERS_TOLD)}`
  })
  return (await Promise.all(texts)).join('\n')
}

/** Closes all profiles opened after the first `count`. */
export async function closeFrom(count: number): Promise<void> {
  await Promise.all(contexts.splice(count).map((context) => context.close()))
}

/** Closes every profile of the finished file. */
export const closeAll = (): Promise<void> => closeFrom(0)
