import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
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
const QUALITY = 44
const WIDTHS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

type Person = { id: string; email: string; password: string } | null
const WHO = ['visitor', 'freemium', 'premium', 'guarded', 'admin'] as const
type Who = (typeof WHO)[number]
type Shot = { name: string; path: string; who: Who }

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
  { name: 'legal-notice', path: '/mentions-legales', who: 'visitor' },
  { name: 'cancellation', path: '/resiliation', who: 'visitor' },
  { name: 'unsubscribe', path: '/desabonnement?jeton=TOKEN', who: 'visitor' },
  { name: 'stop-wallet', path: '/versements/arreter', who: 'visitor' },
  { name: 'dashboard', path: '/', who: 'freemium' },
  { name: 'signals', path: '/signaux', who: 'freemium' },
  { name: 'signals-premium', path: '/signaux', who: 'premium' },
  { name: 'second-factor', path: '/login', who: 'guarded' },
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
  { name: 'account-history', path: '/mon-compte?onglet=historique', who: 'freemium' },
  { name: 'account-notifications', path: '/mon-compte?onglet=notifications', who: 'freemium' },
  { name: 'payment', path: '/payment?plan=standard&period=month', who: 'freemium' },
  { name: 'payment-success', path: '/payment-success', who: 'freemium' },
  { name: 'cancel-contract', path: '/resiliation', who: 'visitor' },
  { name: 'support', path: '/support', who: 'freemium' },
  { name: 'office', path: '/admin', who: 'admin' },
  { name: 'office-members', path: '/admin/membres', who: 'admin' },
  { name: 'office-qualification', path: '/admin/qualification-requests', who: 'admin' },
  { name: 'office-signals', path: '/admin/signaux', who: 'admin' },
  { name: 'office-leads', path: '/admin/leads', who: 'admin' },
  { name: 'office-deliveries', path: '/admin/livraisons', who: 'admin' },
  { name: 'office-mails', path: '/admin/e-mails', who: 'admin' },
  { name: 'office-jobs', path: '/admin/taches', who: 'admin' },
  { name: 'office-audit', path: '/admin/journal', who: 'admin' },
  { name: 'office-settings', path: '/admin/reglages', who: 'admin' },
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
  const freemium = await member(platform, 'freemium')
  const people: Record<Who, Person> = {
    visitor: null,
    freemium,
    premium: await member(platform, 'premium'),
    guarded: await member(platform, 'guarded'),
    admin: { id: '', email: admin.email, password: admin.password ?? '' },
  }
  const token = await unsubscribeToken(platform, freemium.id)
  const chosen = process.argv.slice(2)
  // Pictures of screens that are gone must not stay; whoever names some keeps the others.
  if (chosen.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const width of ['desk', 'phone'] as const) {
    for (const who of WHO) {
      const shots = SHOTS.filter(
        (shot) => shot.who === who && (chosen.length === 0 || chosen.includes(shot.name)),
      ).map((shot) => ({ ...shot, path: shot.path.replace('TOKEN', token) }))
      await photograph(browser, { shots, person: people[who], width })
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

type Round = { shots: readonly Shot[]; person: Person; width: keyof typeof WIDTHS }

async function photograph(browser: Browser, { shots, person, width }: Round): Promise<void> {
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
  // The theme follows the device, which changes its mind between two pictures of one visit.
  await context.addInitScript(() => localStorage.setItem('vigie-theme', 'system'))
  const page = await context.newPage()
  if (person) {
    await page.goto(`${platform.url}/login?next=/signaux`)
    await page.locator('input[autocomplete~="username"]').fill(person.email)
    await page.locator('input[type="password"]').fill(person.password)
    await page.keyboard.press('Enter')
    // The address says nothing: it names the next screen from the beginning.
    await page.waitForFunction(() => localStorage.getItem('vigie-session') !== null)
  }
  const protocol = await context.newCDPSession(page)
  for (const { name, path } of shots) {
    await page.goto(platform.url + path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined)
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      // Charts take the theme's colours a moment after the page has.
      await page.waitForTimeout(250)
      const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
      writeFileSync(join(folder, `${name}-${width}-${theme}.webp`), Buffer.from(data, 'base64'))
    }
  }
  await context.close()
}

type Tier = 'freemium' | 'premium' | 'guarded'

/** A new account, `guarded` with a second factor. */
async function member(served: Served, tier: Tier): Promise<NonNullable<Person>> {
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
  if (tier === 'guarded') await addFactor(client)
  return { id: data.user.id, email, password }
}

async function addFactor(client: SupabaseClient): Promise<void> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  const { error: refused } = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (refused) throw refused
}

async function unsubscribeToken(served: Served, member: string): Promise<string> {
  const { rows } = await served.context.admin.query<{ token: string }>(
    `select private.unsubscribe_token($1, 'digest') as token`,
    [member],
  )
  return rows[0]?.token ?? ''
}
