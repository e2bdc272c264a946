import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, faultsInBothThemes } from '../stage/accessibility.ts'
import { closeAll, database, open, url } from '../stage/fixtures.ts'

const HEADLINES = { fr: 'Voir avant.', en: 'See it first.', es: 'Ver antes.', it: 'Vedere prima.' } as const
const LEGAL = [
  ['/mentions-legales', 'Mentions légales'],
  ['/cgv', 'Conditions générales'],
  ['/confidentialite', 'Confidentialité'],
  ['/cookies', 'Cookies et stockage local'],
  ['/avertissement-risques', 'Avertissement sur les risques'],
  ['/resiliation', 'Résilier votre contrat'],
  ['/retractation', 'Renoncer au contrat ici'],
] as const
const PAGES = [
  '/',
  '/login',
  '/signaux',
  '/performances',
  '/abonnements',
  '/brokers',
  '/propfirm',
  '/preuve',
  '/outils',
  ...LEGAL.map(([path]) => path),
]

const LANES = 4

afterAll(closeAll)

const text = async (path: string) => (await fetch(url + path)).text()

const missingFrom = (page: string | undefined, figures: readonly string[]) =>
  figures.filter((figure) => !page?.includes(figure))

/** Errors of the console, of scripts and of the content security policy on a newly loaded page. */
async function complaints(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()))
  page.on('pageerror', (error) => found.push(error.message))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    ),
  )
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(1200)
  return found
}

describe('a public page before any script', () => {
  it.each(Object.entries(HEADLINES))(
    'exists in %s with its headline and links to its other languages',
    async (language, headline) => {
      const page = await text(`/?lang=${language}`)
      expect(page).toContain(`<html lang="${language}"`)
      expect(page).toContain(headline)
      for (const other of [...Object.keys(HEADLINES), 'x-default'])
        expect(page).toContain(`hreflang="${other}"`)
      expect(page).toContain(
        `<link rel="canonical" href="${url}/${language === 'fr' ? '' : `?lang=${language}`}">`,
      )
      expect(page).not.toMatch(/__(NONCE|PUBLIC_URL)__/)
    },
  )

  it.each(Object.keys(HEADLINES))(
    'has the figures of the record in %s, as the database has them',
    async (language) => {
      const [{ record } = { record: null }] = await database<{ record: Record<string, string> }>(
        'select signal_performance(90) as record',
      )
      const written = (figure: string | undefined, digits: number) =>
        new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          signDisplay: 'exceptZero',
        })
          .format(figure as Intl.StringNumericLiteral)
          .replace('-', '\u2212')
      const figures = [written(record?.expectancy_r, 2), written(record?.total_r, 1)].map(
        (r) => `>${r}\u00a0R<`,
      )
      const card = async () =>
        /<section aria-labelledby="record"[\s\S]*?<\/section>/.exec(await text(`/?lang=${language}`))?.[0]
      // The server keeps what it has read for ten seconds.
      await expect.poll(async () => missingFrom(await card(), figures), { timeout: 15_000 }).toEqual([])
      expect(await card()).toContain(`>${record?.published}<`)
      expect(await card()).not.toContain('—')
    },
  )

  it('is French at the plain URL, whatever the caller’s language', async () => {
    const answer = await fetch(url, { headers: { 'accept-language': 'en' } })
    expect(await answer.text()).toContain('<html lang="fr"')
  })

  it('is in the sitemap, and a member’s page is excluded from indexes', async () => {
    const map = await text('/sitemap.xml')
    for (const path of PAGES) expect(map).toContain(`<loc>${url}${path}</loc>`)
    expect(await text('/robots.txt')).toContain(`Sitemap: ${url}/sitemap.xml`)
    const page = await fetch(`${url}/analyses`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('content="noindex"')
  })

  it('has its own picture when shared', async () => {
    for (const path of ['/brokers', '/brokers?lang=es']) {
      const image = /<meta property="og:image" content="([^"]+)">/.exec(await text(path))?.[1] ?? ''
      const answer = await fetch(image)
      expect(answer.headers.get('content-type')).toBe('image/png')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    }
  })

  it('has a new nonce for each response', async () => {
    const nonce = async () =>
      /'nonce-([^']+)'/.exec((await fetch(url)).headers.get('content-security-policy') ?? '')?.[1]
    const first = await nonce()
    expect(first).toBeTruthy()
    expect(await nonce()).not.toBe(first)
  })
})

describe('a hydrated public page', () => {
  it.each(Object.keys(HEADLINES))(
    'causes no error in %s, at its own URL and through the browser’s language',
    async (language) => {
      const page = await open('/cookies', { locale: `${language}-${language.toUpperCase()}` })
      // Each page is observed for a while after rendering; several in parallel.
      const lanes = Array.from({ length: LANES }, async (_, lane) => {
        for (const path of PAGES.filter((_, place) => place % LANES === lane)) {
          const one = await page.context().newPage()
          expect(await complaints(one, `${path}?lang=${language}`), path).toEqual([])
          expect(await one.locator('html').getAttribute('lang')).toBe(language)
          await one.close()
        }
      })
      await Promise.all(lanes)
      expect(await complaints(page, '/')).toEqual([])
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(
        HEADLINES[language as keyof typeof HEADLINES],
      )
    },
    180_000,
  )
})

describe('the home page', () => {
  it('keeps the figures with which it was drawn if they cannot be read again', async () => {
    const page = await open('/robots.txt')
    await page.context().route('**/rest/v1/rpc/**', (route) => route.abort())
    const refused = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('signal_performance'),
    )
    await page.goto(`${url}/`)
    await refused
    const record = page.locator('section[aria-labelledby=record]')
    expect(await record.textContent()).not.toContain('—')
    expect(await record.getByText('R moyen par signal').count()).toBe(1)
  })
})

describe('a public page whose data load after the first paint', () => {
  it.each([
    ['a desk', false],
    ['a phone', true],
  ])(
    'shifts nothing in view on %s',
    async (_name, phone) => {
      const page = await open('/robots.txt', { phone })
      await page.addInitScript(() => {
        let moved = 0
        Object.assign(globalThis, { moved: () => moved })
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
            moved += shift.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const path of PAGES) {
        await page.goto(url + path)
        await atRest(page)
        // Cumulative layout shift.
        expect(await page.evaluate<number>('moved()'), path).toBeLessThanOrEqual(0.02)
      }
    },
    180_000,
  )
})

describe('the signals page for a visitor', () => {
  it('[S-90] shows closed signals with levels and seal, and of an open premium one only its seal', async () => {
    const page = await open('/')
    const menu = page.getByRole('navigation', { name: 'Navigation principale' })
    expect(await menu.getByRole('link').allTextContents()).not.toContain('Formations')
    await menu.getByRole('link', { name: 'Signaux' }).click()
    await page.getByRole('heading', { name: 'Chaque signal, du scellé au résultat', level: 1 }).waitFor()
    const ended = page.getByRole('region', { name: 'Les derniers signaux terminés' }).getByRole('listitem')
    await expect.poll(() => ended.count()).toBe(6)
    const shown = await ended
      .locator('code')
      .evaluateAll((codes) => codes.map((code) => code.getAttribute('title')))
    const known = await database<{ commitment: string; stop: string }>(
      `select commitment, stop_loss::text as stop from signals join signal_levels on signal_id = id where commitment = any ($1)`,
      [shown],
    )
    expect(known).toHaveLength(6)
    for (const { commitment, stop } of known)
      expect(
        await ended.filter({ has: page.locator(`code[title="${commitment}"]`) }).textContent(),
      ).toContain(stop)

    const running = page.getByRole('region', { name: 'Ouverts en ce moment' })
    for (const sealed of await running.getByRole('listitem').filter({ hasText: 'Premium' }).allTextContents())
      expect(sealed).toMatch(/^Scellén°.\d+PremiumScellé le [\d/]+ [\d:]+ [0-9a-f]{6}…[0-9a-f]{4}$/)
  })
})

describe('input before hydration', () => {
  it('is processed afterwards: a form is not submitted natively, and the password stays out of the URL', async () => {
    // Without the service worker, which would serve the scripts.
    const page = await open('/robots.txt')
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(`${url}/login`, { waitUntil: 'domcontentloaded' })
    await page.getByLabel(/E.mail/).fill('personne@example.com')
    await page.getByLabel('Mot de passe', { exact: true }).fill('corbeau lanterne 42')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    expect(page.url()).toBe(`${url}/login`)
    scripts.resolve()
    await page.getByRole('alert').waitFor()
    expect(page.url()).toBe(`${url}/login`)
  })
})

describe('the legal pages', () => {
  it.each(LEGAL)(
    '%s identifies itself, and marks data that the operator has not provided',
    async (path, name) => {
      const page = await open(path)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
      if (path === '/mentions-legales')
        await expect.poll(() => page.getByText('à compléter par l’exploitant').count()).toBeGreaterThan(3)
      expect(await faultsInBothThemes(page)).toEqual([])
    },
  )
})

describe('a hydrated page', () => {
  it('loads the number formats of other languages after the first paint', async () => {
    const page = await open('/robots.txt')
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(worker.url()))
    await page.goto(`${url}/brokers`)
    await page.getByText('Dépôt minimum').first().waitFor()
    expect(workers).toHaveLength(1)
    expect(workers[0]).toMatch(/known-languages-worker/)
  })

  it('still shows the prerendered content to its end', async () => {
    const page = await open('/')
    await page.waitForTimeout(2000)
    await page.locator('footer').waitFor({ state: 'attached' })
    const widest = await page
      .locator('svg')
      .evaluateAll((drawings) => Math.max(...drawings.map((one) => one.getBoundingClientRect().width)))
    expect(widest, 'the lighthouse').toBeGreaterThan(1000)
  })
})

it('[S-106] submits a form that was sent before any script has run, without its values in a URL', async () => {
  const page = await open('/cookies')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.context().route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto(`${url}/resiliation`, { waitUntil: 'commit' })
  await page.getByLabel('Adresse e‑mail du compte').fill('early@example.com')
  await page.getByRole('main').getByRole('button', { name: 'Résilier votre contrat' }).click()
  release()
  await page.getByText('Si un compte porte l’adresse early@example.com').waitFor()
  expect(addresses).toEqual([`${url}/resiliation`])
})
