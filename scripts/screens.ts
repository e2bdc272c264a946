import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { type Browser, chromium } from 'playwright-core'
import { readConfig } from '../server/src/config.ts'
import { freePort } from '../server/src/database/embedded.ts'
import type { Served } from '../server/src/serve.ts'
import { ensureAdmin } from './admin.ts'
import { buildWeb } from './build-web.ts'
import { ensureChromium } from './chromium.ts'
import { startPlatform } from './platform.ts'

/** `npm run screens`: photographs every screen, desk and phone, dark and light, into docs/screens. */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'screens')
const QUALITY = 60
const WIDTHS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

type Person = { email: string; password: string } | null
type Shot = { name: string; path: string; who: 'visitor' | 'freemium' | 'premium' | 'admin' }

const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/', who: 'visitor' },
  { name: 'login', path: '/login', who: 'visitor' },
  { name: 'signup', path: '/signup', who: 'visitor' },
  { name: 'password-reset', path: '/password-reset', who: 'visitor' },
  { name: 'performance', path: '/performances', who: 'visitor' },
  { name: 'subscriptions', path: '/abonnements', who: 'visitor' },
  { name: 'brokers', path: '/brokers', who: 'visitor' },
  { name: 'prop-firms', path: '/propfirm', who: 'visitor' },
  { name: 'tools', path: '/outils', who: 'visitor' },
  { name: 'proof', path: '/preuve', who: 'visitor' },
  { name: 'not-found', path: '/nulle-part', who: 'visitor' },
  { name: 'dashboard', path: '/', who: 'freemium' },
  { name: 'signals', path: '/signaux', who: 'freemium' },
  { name: 'signals-premium', path: '/signaux', who: 'premium' },
  { name: 'composer', path: '/signaux?compose=1', who: 'admin' },
  { name: 'analyses', path: '/analyses', who: 'freemium' },
  { name: 'announcements', path: '/annonces', who: 'freemium' },
  { name: 'copy-trading', path: '/copy-trading', who: 'freemium' },
  { name: 'courses', path: '/formations', who: 'freemium' },
  { name: 'daily-test', path: '/test-journalier', who: 'freemium' },
  { name: 'bot', path: '/bot-ia', who: 'freemium' },
  { name: 'community', path: '/communaute', who: 'freemium' },
  { name: 'referral', path: '/parrainage', who: 'freemium' },
  { name: 'account', path: '/mon-compte', who: 'freemium' },
  { name: 'account-subscription', path: '/mon-compte?onglet=abonnement', who: 'freemium' },
  { name: 'payment', path: '/payment?plan=standard&period=month', who: 'freemium' },
  { name: 'payment-success', path: '/payment-success', who: 'freemium' },
  { name: 'cancel-contract', path: '/resiliation', who: 'visitor' },
  { name: 'support', path: '/support', who: 'freemium' },
  { name: 'qualification', path: '/admin/qualification-requests', who: 'admin' },
  { name: 'design-system', path: '/dev/ui', who: 'visitor' },
]

const found = ensureChromium()
if ('missing' in found) {
  console.error(found.missing)
  process.exit(1)
}
const directory = mkdtempSync(join(tmpdir(), 'screens-'))
const environment = { ...process.env, PORT: String(await freePort()), DATA_DIR: directory }
const config = readConfig(environment, root)
const platform = await startPlatform(config, await buildWeb())
const browser = await chromium.launch({
  executablePath: found.path,
  args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const admin = await ensureAdmin(config, platform)
  const people: Record<Shot['who'], Person> = {
    visitor: null,
    freemium: await member(platform, 'freemium'),
    premium: await member(platform, 'premium'),
    admin: { email: admin.email, password: admin.password ?? '' },
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const chosen = process.argv.slice(2)
  for (const width of ['desk', 'phone'] as const) {
    for (const theme of ['dark', 'light'] as const) {
      for (const who of ['visitor', 'freemium', 'premium', 'admin'] as const) {
        const shots = SHOTS.filter(
          (shot) => shot.who === who && (chosen.length === 0 || chosen.includes(shot.name)),
        )
        await photograph(browser, { shots, person: people[who], width, theme })
      }
    }
  }
  const files = readdirSync(folder)
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  console.log(`${files.length} pictures in docs/screens, ${(bytes / 1e6).toFixed(2)} MB`)
} finally {
  await browser.close()
  await platform.stop()
  rmSync(directory, { recursive: true, force: true })
}

type Round = { shots: readonly Shot[]; person: Person; width: keyof typeof WIDTHS; theme: 'dark' | 'light' }

async function photograph(browser: Browser, { shots, person, width, theme }: Round): Promise<void> {
  if (shots.length === 0) return
  const context = await browser.newContext({
    viewport: WIDTHS[width],
    isMobile: width === 'phone',
    hasTouch: width === 'phone',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => localStorage.setItem('vigie-theme', chosen), theme)
  const page = await context.newPage()
  if (person) {
    await page.goto(`${platform.url}/login?next=/signaux`)
    await page.locator('input[autocomplete~="username"]').fill(person.email)
    await page.locator('input[type="password"]').fill(person.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/signaux/)
  }
  const protocol = await context.newCDPSession(page)
  for (const { name, path } of shots) {
    await page.goto(platform.url + path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined)
    const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
    writeFileSync(join(folder, `${name}-${width}-${theme}.webp`), Buffer.from(data, 'base64'))
  }
  await context.close()
}

async function member(served: Served, tier: 'freemium' | 'premium'): Promise<Person> {
  const email = `${tier}@example.com`
  const password = 'corbeau lanterne 42 marée'
  const client = createClient(served.url, served.context.keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { first_name: 'Alix', last_name: 'Laurent' } },
  })
  if (error || !data.user) throw error ?? new Error('no user')
  if (tier === 'premium') {
    await served.context.admin.query(
      `insert into public.premium_grants (user_id, source, ends_at) values ($1, 'screens', now() + interval '1 day')`,
      [data.user.id],
    )
  }
  return { email, password }
}
