import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { api, as, closeAll, database, openAs, person, url } from '../stage/fixtures.ts'
import { product } from '../stage/product.ts'
import { publish, withdraw } from '../stage/publish.ts'

afterAll(closeAll)

const TEXTS: Record<string, string> = {
  Faits: 'Troisième contact sur la zone.',
  Opinion: 'Un rebond est plus probable qu’une cassure.',
  'Contre-thèse': 'Une inflation au-dessus de la prévision relancerait le dollar.',
  'Elle aura raison si': 'une bougie H1 clôture sous la zone.',
  Méthode: 'Retour sur support.',
  'Conflits d’intérêts': 'Aucune position, aucun lien affilié.',
}

/** Levels below the current price, so that a limit order stays open. */
async function levels(symbol: string): Promise<{ entry: string; stop: string; target: string }> {
  const [quote] = await database<{ bid: string }>('select bid::text from quotes where symbol = $1', [symbol])
  const bid = Number(quote?.bid)
  return { entry: (bid * 0.99).toFixed(5), stop: (bid * 0.98).toFixed(5), target: (bid * 1.01).toFixed(5) }
}

const SIGNAL = {
  position_held: 'none',
  affiliate_link: 'no',
  direction: 'buy',
  order_type: 'limit',
  timeframe: 'H1',
  style: 'swing',
  risk_percent: '1',
  validity_minutes: 480,
  facts: 'f',
  opinion: 'o',
  counter_thesis: 'c',
  counter_condition: 'k',
  method: 'm',
  conflicts: 'n',
}

async function compose(page: Page, text: string, tier: 'freemium' | 'premium'): Promise<void> {
  await page.getByRole('button', { name: 'Publier un signal' }).click()
  await page.getByLabel('Coller un signal').fill(text)
  for (const [label, value] of Object.entries(TEXTS))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('radio', { name: 'Aucune', exact: true }).click()
  await page.getByRole('radio', { name: 'Non', exact: true }).click()
  await page.getByLabel('Public', { exact: true }).selectOption(tier)
}

/** The signals page with simulated frame delays, and the cards that were animated. */
async function watchSlides(frameMs: number): Promise<{ page: Page; slid: () => Promise<string[]> }> {
  const { page } = await as('premium', '/mon-compte', { moves: true })
  await page.addInitScript((late) => {
    const slid: (string | undefined)[] = []
    Object.assign(globalThis, { slid })
    document.addEventListener('animationstart', ({ animationName, target }) => {
      if (animationName === 'arrive') slid.push((target as HTMLElement).dataset.signal)
    })
    const ask = requestAnimationFrame.bind(globalThis)
    const now = performance.now.bind(performance)
    globalThis.requestAnimationFrame = (tell) => {
      const asked = now()
      return ask((time) => {
        performance.now = () => asked + late
        tell(time)
        performance.now = now
      })
    }
  }, frameMs)
  await page.goto(`${url}/signaux`)
  await page.getByText('En direct', { exact: true }).waitFor()
  await expect.poll(() => page.locator('article[data-signal]').count()).toBeGreaterThan(2)
  const slid = () => page.evaluate<string[]>('slid')
  expect(await slid()).toEqual([])
  return { page, slid }
}

describe('publishing a signal', () => {
  it('[S-100] appears on a premium member’s open page with entry, stop and target on a chart, and on a freemium member’s as a locked teaser', async () => {
    const { page: premium } = await as('premium', '/signaux?instrument=AUDNZD')
    const { page: freemium } = await as('freemium', '/signaux?instrument=AUDNZD')
    for (const page of [premium, freemium]) await page.getByText('En direct', { exact: true }).waitFor()
    const admin = { email: product.adminEmail, password: product.adminPassword }
    const analyst = await openAs(admin, '/signaux')
    const { entry, stop, target } = await levels('AUDNZD')
    await compose(analyst, `BUY LIMIT AUDNZD ${entry} SL ${stop} TP ${target}`, 'premium')
    await analyst.keyboard.press('Control+Enter')

    const card = premium.getByRole('article').filter({ hasText: entry.slice(0, 6) })
    await card.waitFor()
    await card.getByRole('button', { name: 'AUD/NZD' }).click()
    const panel = premium.getByRole('region', { name: 'Signal ouvert' })
    await panel.getByText('Publié et scellé').waitFor()
    await panel.locator('canvas').first().waitFor()
    expect(await panel.textContent()).toContain('Troisième contact sur la zone.')
    expect(new URL(premium.url()).searchParams.get('signal')).toMatch(/^\d+$/)

    const locked = freemium.locator('[data-locked]').filter({ hasText: 'AUD/NZD' }).first()
    await locked.waitFor()
    const shown = await freemium.content()
    for (const level of [entry, stop, target]) expect(shown).not.toContain(level.replace(/0+$/, ''))
    expect(await locked.textContent()).not.toMatch(/Achat|Vente|En attente/)
    expect(await locked.textContent()).toContain('En cours')
  })

  it('animates its card into the visible list without moving the others', async () => {
    const { page, slid } = await watchSlides(8)
    const { id, client } = await publish('EURGBP', 'premium')
    await page.locator(`article[data-signal="${id}"]`).waitFor()
    await expect.poll(slid).toEqual([id])
    await withdraw(client, id)
  })

  it('shows its card immediately, without animation, where the page is too busy', async () => {
    const { page, slid } = await watchSlides(60)
    const { id, client } = await publish('AUDJPY', 'premium')
    await page.locator(`article[data-signal="${id}"]`).waitFor()
    await page.waitForTimeout(500)
    expect(await slid()).toEqual([])
    await withdraw(client, id)
  })

  it('causes no request for a market whose data other cards already show', async () => {
    const { page } = await as('premium', '/signaux')
    await page.getByText('En direct', { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const asked = async (symbol: string) => {
      // Makes the cards' market data older, as happens between two updates.
      await page.evaluate(() => {
        const now = Date.now
        Date.now = () => now() + 15_000
      })
      const addresses: string[] = []
      const note = (request: { url: () => string }) => addresses.push(request.url())
      page.on('request', note)
      const { id, client } = await publish(symbol, 'premium')
      await page.locator(`article[data-signal="${id}"]`).waitFor()
      await page.waitForTimeout(300)
      page.off('request', note)
      await withdraw(client, id)
      return addresses.filter((address) => /\/rest\/v1\/(market|stale)_/.test(address))
    }
    // The half-minute update may coincide with the first request.
    const first = await asked('CADJPY')
    if (first.length > 0) expect(await asked('NZDJPY')).toEqual([])
  })

  it('shows a signal that closed after the lists were read and before the connection was established', async () => {
    const { page } = await as('premium', '/mon-compte')
    const line = Promise.withResolvers<void>()
    await page.routeWebSocket(/realtime/, async (socket) => {
      await line.promise
      socket.connectToServer()
    })
    await page.goto(`${url}/signaux`)
    await expect.poll(() => page.locator('button[data-signal]').count()).toBe(12)
    const { id, client } = await publish('CADCHF', 'premium')
    await withdraw(client, id)
    line.resolve()
    await page.locator(`button[data-signal="${id}"]`).waitFor()
  })

  it('shows each closed signal once and omits none, while more are loaded and some close', async () => {
    const { page } = await as('premium', '/signaux')
    const shown = () =>
      page
        .locator('button[data-signal]')
        .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.signal))
    await expect.poll(async () => (await shown()).length).toBe(12)
    const published = [await publish('AUDCAD', 'premium'), await publish('GBPCAD', 'freemium')]
    for (const [index, { id, client }] of published.entries()) {
      await Promise.all([
        withdraw(client, id),
        page
          .getByRole('button', { name: /^Voir plus/ })
          .last()
          .click(),
      ])
      await expect.poll(shown).toContain(id)
      // Pages of twelve, plus those closed meanwhile.
      await expect.poll(async () => (await shown()).length).toBeGreaterThanOrEqual(12 * (index + 2))
    }
    await expect
      .poll(async () => {
        const ids = await shown()
        const stored = await database<{ id: string }>(
          'select signal_id::text as id from signal_states where closed_at is not null order by closed_at desc limit $1',
          [ids.length],
        )
        const leftOut = stored.filter(({ id }) => !ids.includes(id))
        return { leftOut, twice: ids.length - new Set(ids).size }
      })
      .toEqual({ leftOut: [], twice: 0 })
  })

  it('[S-48] becomes visible to a freemium member after it has closed', async () => {
    const { page } = await as('freemium', '/signaux?instrument=USDCHF')
    await page.getByText('En direct', { exact: true }).waitFor()
    const staff = await person('analyst')
    const { entry, stop, target } = await levels('USDCHF')
    const { data, error } = await staff.client.rpc('publish_signal', {
      signal: {
        ...SIGNAL,
        symbol: 'USDCHF',
        tier: 'premium',
        entry_low: entry,
        entry_high: entry,
        stop_loss: stop,
        targets: [{ price: target, share: '100' }],
      },
    })
    expect(error).toBeNull()
    await page.locator('[data-locked]').filter({ hasText: 'USD/CHF' }).first().waitFor()
    await withdraw(staff.client, data.id)
    await page
      .getByRole('button', { name: /USD\/CHF/ })
      .filter({ hasText: 'Annulé' })
      .first()
      .click()
    await page.getByRole('region', { name: 'Signal ouvert' }).getByText('Scellé à la publication').waitFor()
    expect(await page.getByRole('region', { name: 'Signal ouvert' }).textContent()).toContain(stop)
  })

  it('[S-90] is hidden from a member whose access is revoked, on the open page, which continues as a freemium member’s', async () => {
    const { page, who } = await as('premium', '/signaux?instrument=GBPCHF')
    await page.getByText('En direct', { exact: true }).waitFor()
    const staff = await person('analyst')
    const publish = async (tier: string, nearer: number) => {
      const { entry, stop, target } = await levels('GBPCHF')
      const near = (Number(entry) * nearer).toFixed(5)
      const { error } = await staff.client.rpc('publish_signal', {
        signal: {
          ...SIGNAL,
          symbol: 'GBPCHF',
          tier,
          entry_low: near,
          entry_high: near,
          stop_loss: stop,
          targets: [{ price: target, share: '100' }],
        },
      })
      expect(error).toBeNull()
    }
    await publish('premium', 1)
    const open = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'GBP/CHF' }) })
    await open.first().waitFor()
    await page.evaluate(() => Object.assign(window, { untouched: true }))
    await database('delete from premium_grants where user_id = $1', [who.id])
    const locked = page.locator('[data-locked]').filter({ hasText: 'GBP/CHF' })
    await locked.first().waitFor()
    await open.waitFor({ state: 'detached' })
    await page.getByText('En direct', { exact: true }).waitFor()
    // Messages for freemium members are received from now on.
    await publish('freemium', 1.001)
    await open.first().waitFor()
    expect(await page.evaluate(() => 'untouched' in window)).toBe(true)
  })

  it('explains errors of a signal in the analyst’s language, keeps the draft and publishes nothing', async () => {
    const { page } = await as('analyst', '/signaux')
    const before = await database('select id from signals')
    const { entry, target } = await levels('EURUSD')
    await compose(page, `BUY LIMIT EURUSD ${entry} SL ${target} TP ${target}`, 'premium')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Le stop est du mauvais côté de l’entrée.').waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: /à corriger/ })
      .waitFor()
    expect(await database('select id from signals')).toHaveLength(before.length)
    await page.getByText('Brouillon enregistré').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Faits', { exact: true }).inputValue()).toBe(TEXTS.Faits)
  })

  it('[S-04] has a search parameter: a link opens it, and the back button closes it', async () => {
    const { page } = await as('premium', '/signaux', { phone: true })
    await page.getByRole('article').getByRole('button').first().click()
    await page.getByRole('dialog').getByText('Déroulé').waitFor()
    const link = new URL(page.url())
    expect(link.pathname).toBe('/signaux')
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(link.href)
    await page.getByRole('dialog').getByText('Déroulé').waitFor()
  })
})

describe('a freemium member', () => {
  it('[S-90] cannot obtain any level of an open premium signal through the API', async () => {
    const { client } = await person('freemium')
    const [hidden] = await database<{ id: string; stop_loss: string }>(
      `select id, stop_loss::text from signals join signal_states on signal_states.signal_id = id join signal_levels using (signal_id) where tier = 'premium' and state in ('pending', 'active') limit 1`.replace(
        'using (signal_id)',
        'on signal_levels.signal_id = id',
      ),
    )
    expect(hidden).toBeDefined()
    const id = hidden?.id as string
    const answers = [
      await client.from('signal_levels').select().eq('signal_id', id),
      await client.from('signal_targets').select().eq('signal_id', id),
      await client.from('signal_events').select().eq('signal_id', id),
      await client.from('signals').select('id, signal_levels!inner(*)').eq('id', id),
      await client
        .from('signals')
        .select('id')
        .eq('id', id)
        .filter('signal_levels.stop_loss', 'eq', hidden?.stop_loss),
    ]
    for (const { data } of answers.slice(0, 4)) expect(data).toEqual([])
    const visitor = await api().from('signals').select()
    expect(visitor.data ?? []).toEqual([])
  })
})
