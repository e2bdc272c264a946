import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faults, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, open, person, url } from '../stage/fixtures.ts'
import { pressOn } from '../stage/keys.ts'
import { publish } from '../stage/publish.ts'

afterAll(closeAll)

const ORDER = 'Commande avec obligation de paiement'

const order = (page: Page) => page.getByRole('button', { name: ORDER }).click()
const state = async (member: string) =>
  (
    await database<{ state: string; ended_for: string | null }>(
      `select state, ended_for from subscriptions where user_id = $1 and state <> 'incomplete'`,
      [member],
    )
  )[0]
const payments = async (member: string) =>
  (await database(`select from payments where user_id = $1 and state = 'succeeded'`, [member])).length

const OWN = '**/rpc/my_subscription'
const DAY = 86_400_000

/** The member's contract as if its period had begun so many days earlier. */
async function begunBefore(route: Route, days: number): Promise<void> {
  const response = await route.fetch()
  const own = await response.json()
  const back = (at: string) => new Date(Date.parse(at) - days * DAY).toISOString()
  const { current_period_start, current_period_end } = own.subscription
  const moved = {
    current_period_start: back(current_period_start),
    current_period_end: back(current_period_end),
  }
  await route.fulfill({ response, json: { ...own, subscription: { ...own.subscription, ...moved } } })
}

describe('a subscription', () => {
  it('[S-107] [S-12] [S-47] is declined, authenticated with the bank, paid once, cancelled, resumed and withdrawn from', async () => {
    const { page, who } = await as('freemium', '/payment?plan=standard&period=month')
    const signal = await publish('ETHUSD', 'premium')
    const levels = async () =>
      (await who.client.from('signal_levels').select('signal_id').eq('signal_id', signal.id)).data?.length
    expect(await levels()).toBe(0)
    await page.getByText('Aucune somme n’est débitée').waitFor()
    await page.getByText('32,50').waitFor()
    expect(await faults(page)).toEqual([])

    // The bank's decline is explained, and the form keeps its values.
    await page.getByLabel('Nom sur la facture').fill('Camille Vidal')
    await page.getByRole('button', { name: 'Fonds insuffisants' }).click()
    await order(page)
    await page.getByRole('alert').getByText('fonds insuffisants').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Nom sur la facture').inputValue()).toBe('Camille Vidal')

    // The confirmation page of an unpaid order reports that, whatever the URL says.
    const [unpaid] = await database<{ id: string }>('select id from checkouts where user_id = $1', [who.id])
    await page.goto(`${url}/payment-success?commande=${unpaid?.id}`)
    await page.getByRole('heading', { name: 'Le paiement n’a pas abouti' }).waitFor()
    await page.goto(`${url}/payment-success?commande=00000000-0000-4000-8000-000000000000`)
    await page.getByText('Aucune commande sous cette adresse').waitFor()
    expect(await payments(who.id)).toBe(0)

    // A price change while the page is open is shown before the order.
    const cheaper = { total: 3800, net: 3167, tax: 633, renewal_total: 3800 }
    await page.route(
      '**/rpc/quote_checkout*',
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), ...cheaper } })
      },
      { times: 1 },
    )
    await page.goto(`${url}/payment?plan=standard&period=month`)
    await page.getByText('31,67').waitFor()
    await order(page)
    await page.getByRole('alert').getByText('Le montant vient de changer').waitFor()
    await page.getByText('32,50').waitFor()
    await page.getByRole('button', { name: '3-D Secure' }).click()
    await order(page)
    const bank = page.getByRole('dialog', { name: 'Votre banque demande confirmation' })
    await bank.getByText('39,00').waitFor()
    expect(await faults(page)).toEqual([])
    await bank.getByRole('button', { name: 'Refuser' }).click()
    await page.getByRole('alert').getByText('La banque n’a pas confirmé').waitFor()
    await order(page)
    await bank.getByRole('button', { name: 'Confirmer le paiement' }).dblclick()
    await page.getByRole('heading', { name: 'Votre accès premium est ouvert' }).waitFor()
    expect(await faults(page)).toEqual([])
    expect(await payments(who.id)).toBe(1)

    // One order for each accepted price, despite the other attempts; the second replaced the first.
    expect(
      await database('select state from checkouts where user_id = $1 order by number', [who.id]),
    ).toEqual([{ state: 'expired' }, { state: 'paid' }])
    await page.getByRole('link', { name: 'Voir les signaux en cours' }).click()
    await page.waitForURL(`${url}/signaux`)
    expect(await levels()).toBe(1)

    await page.goto(`${url}/mon-compte?onglet=abonnement`)
    await page.getByText('Standard, mensuel').first().waitFor()
    await page.getByText('Fin du droit de renonciation').waitFor()
    expect(await faults(page)).toEqual([])
    const renewal = page.getByRole('switch', { name: 'Renouvellement automatique' })
    // The row says the state of its switch, and nothing else.
    const said = async () => (await renewal.locator('..').textContent())?.trim()
    expect([await renewal.isChecked(), await said()]).toEqual([true, 'Activé'])
    await renewal.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Arrêter le renouvellement' }).click()
    await page.getByRole('button', { name: 'Reprendre l’abonnement' }).waitFor()
    expect([await renewal.isChecked(), await said()]).toEqual([false, 'Désactivé'])
    expect(await state(who.id)).toMatchObject({ state: 'canceled' })
    await renewal.click()
    await page.getByRole('link', { name: 'Résilier votre contrat' }).waitFor()
    expect(await state(who.id)).toMatchObject({ state: 'active' })

    // Today is written where the needle stands, on any day of the period.
    for (const daysGone of [0, 9, 29]) {
      await page.route(OWN, (route) => begunBefore(route, daysGone))
      await page.reload()
      const line = page.getByRole('progressbar', { name: 'Période payée' })
      // How far the needle stands outside the text, in CSS pixels. The kept figures are drawn first, and then replaced.
      const away = () =>
        line.evaluate(
          (bar, label) => {
            const texts = [...document.querySelectorAll('p')]
            const text = texts.find((one) => one.textContent?.startsWith(label))?.getBoundingClientRect()
            const { x, width } = bar.getBoundingClientRect()
            const needle = x + (width * Number(bar.getAttribute('aria-valuenow'))) / 100
            return text ? Math.max(text.left - needle, needle - text.right, 0) : Number.POSITIVE_INFINITY
          },
          `aujourd’hui, jour ${daysGone + 1} sur`,
        )
      await expect.poll(away).toBeLessThanOrEqual(8)
      await page.unroute(OWN)
    }
    await page.reload()

    // A plan change shows its exact credit before the confirmation.
    await page.getByRole('link', { name: 'Changer de formule' }).click()
    await page.getByText('Crédit, Standard non utilisé').waitFor()
    expect(await faults(page)).toEqual([])

    await page.goto(`${url}/mon-compte?onglet=abonnement`)
    await page.getByRole('link', { name: 'Renoncer au contrat ici' }).click()
    await page.getByText('Remboursé', { exact: true }).waitFor()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirmer la renonciation' }).click()
    await page.getByRole('heading', { name: 'Vous avez renoncé au contrat' }).waitFor()
    expect(await state(who.id)).toEqual({ state: 'expired', ended_for: 'withdrawn' })
    // The page learns immediately that the access has ended.
    await page.getByRole('link', { name: 'Passer à Premium' }).waitFor()
  })

  it('[S-106] is marked among the plans and cannot be bought again', async () => {
    const { page, who } = await as('freemium', '/abonnements')
    await page.getByRole('columnheader', { name: 'Freemium' }).getByText('Votre formule actuelle').waitFor()
    await page.getByRole('link', { name: 'Passer à Pro' }).first().waitFor()
    // What the dearer plan gives today, and whom it serves.
    const cells = async (name: RegExp) =>
      (await page.getByRole('row', { name }).getByRole('cell').allTextContents()).map((text) => text.trim())
    expect(await cells(/^Alertes actives à la fois/)).toEqual(['12', '80', '400'])
    expect(await cells(/^Copies complètes de vos données, par jour/)).toEqual(['3', '3', '3'])
    expect(await cells(/^Ateliers en direct et replays/)).toEqual(['ceux ouverts à tous', 'tous', 'tous'])
    expect(await cells(/^Historique des signaux/)).toEqual(Array(3).fill('depuis le premier'))
    await page
      .getByText(/^ou 390\s€ l’an, soit 32,50\s€ par mois$/)
      .filter({ visible: true })
      .waitFor()
    await page.getByText('Pro vous sert au-delà de 80 alertes actives').waitFor()
    // At the measured result, and with the interval that may hold zero.
    const capital = page.getByRole('region', { name: /^À partir de quel capital/ })
    await capital.getByText(/\d+ signaux par mois, espérance mesurée de [+−]\d/).waitFor()
    const drawn = await capital.getByRole('definition').allTextContents()
    expect(drawn).toHaveLength(2)
    for (const text of drawn)
      expect(text).toMatch(/^(jamais|[\d\s]+€)intervalle de (jamais|[\d\s]+€) à (jamais|[\d\s]+€)$/)
    expect(await faults(page)).toEqual([])

    // From the plan to the payment by keyboard only, including the bank's question.
    await pressOn(page, /^Passer à Standard/)
    await page.waitForURL(`${url}/payment?plan=standard&period=month`)
    await page.getByText(/^32,50\s€$/).waitFor()
    await pressOn(page, /^3-D Secure/)
    await pressOn(page, new RegExp(`^${ORDER}`))
    await page.getByRole('dialog', { name: 'Votre banque demande confirmation' }).getByText('39,00').waitFor()
    await pressOn(page, /^Confirmer le paiement/)
    await page.getByRole('heading', { name: 'Votre accès premium est ouvert' }).waitFor()
    expect(await payments(who.id)).toBe(1)
    await page.goto(`${url}/abonnements`)
    const standard = page.getByRole('columnheader', { name: 'Standard' })
    await standard.getByText('Votre formule actuelle, au mois').waitFor()
    await standard.getByRole('link', { name: 'Voir mon compte' }).waitFor()
    await page.getByRole('radio', { name: 'Annuel, 2 mois offerts' }).click()
    await standard.getByRole('link', { name: 'Passer au paiement annuel' }).waitFor()

    const quotes: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/quote_change')) quotes.push(request.postData() ?? '')
    })
    await page.goto(`${url}/payment?plan=standard&period=month`)
    await page.getByText('Il n’y a rien à payer ni à confirmer.').waitFor()
    expect(await page.getByRole('button', { name: /^Commande avec|^Confirmer/ }).count()).toBe(0)
    expect(await faults(page)).toEqual([])
    expect(quotes).toEqual([])
    await page.getByRole('button', { name: /^Pro, un mois/ }).click()
    await page.getByRole('button', { name: ORDER }).waitFor()
    expect(quotes.length).toBeGreaterThan(0)
  })

  it('is private: an admin, who may read all, sees neither of two members’ on the own page', async () => {
    for (const member of [await person('freemium'), await person('freemium')]) {
      const { data: bought, error } = await member.client.rpc('open_checkout', {
        plan: 'standard',
        period: 'month',
        means: 'card',
        details: { name: 'Camille Vidal', country: 'FR' },
        terms_version: '2026-11-21',
        expected_total: 3900,
      })
      expect(error).toBeNull()
      const card = { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' }
      expect((await member.client.rpc('sandbox_pay', { checkout: bought.id, card })).error).toBeNull()
    }
    const { page } = await as('admin', '/payment?plan=standard&period=month')
    await page.getByRole('button', { name: ORDER }).waitFor()
    // No plan includes downloads, so no waiver of the withdrawal right is requested.
    expect(await page.getByRole('checkbox').count()).toBe(0)
    const periods = page.waitForResponse((response) => response.url().includes('/premium_grants?'))
    await page.goto(`${url}/mon-compte?onglet=abonnement`)
    expect(await (await periods).json()).toEqual([])
  })

  it('[S-106] leads a visitor through the sign-up to the order, and is cancelled with a mailed code without signing in', async () => {
    const { page: member, who } = await as('freemium', '/payment?plan=pro&period=year')
    await member.setViewportSize({ width: 320, height: 720 })
    await member.getByText('790,00').first().waitFor()
    expect(await overflows(member)).toEqual([])
    await member.getByRole('button', { name: ORDER }).dblclick()
    await member.getByRole('heading', { name: 'Votre accès premium est ouvert' }).waitFor()
    expect(await overflows(member)).toEqual([])
    expect(await database('select from checkouts where user_id = $1', [who.id])).toHaveLength(1)
    expect(await payments(who.id)).toBe(1)

    const page = await open('/payment?plan=pro&period=year')
    await page.waitForURL((address) => address.pathname === '/signup')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/payment?plan=pro&period=year')

    await page.goto(`${url}/resiliation`)
    await page.getByLabel('Adresse e‑mail du compte').fill(who.email)
    await page.getByRole('main').getByRole('button', { name: 'Résilier votre contrat' }).click()
    await page.getByText('Il reste valable dix minutes').waitFor()
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflows(page)).toEqual([])
    expect(await faults(page)).toEqual([])
    const [mail] = await database<{ code: string }>(
      `select data ->> 'Token' as code from _server.mail_outbox where to_address = $1 and template = 'cancel_code'`,
      [who.email],
    )
    const code = page.getByLabel('Code reçu par e‑mail')
    await code.fill(mail?.code === '000000' ? '111111' : '000000')
    await page.getByText('Ce code n’est pas valable').waitFor()
    await code.fill(mail?.code ?? '')
    await page.getByText('à la fin de la période payée').first().waitFor()
    expect(await state(who.id)).toMatchObject({ state: 'active' })
    await page.getByRole('button', { name: 'Confirmer la résiliation' }).click()
    await page.getByRole('heading', { name: 'Votre contrat est résilié' }).waitFor()
    expect(await faults(page)).toEqual([])
    expect(await state(who.id)).toMatchObject({ state: 'canceled' })
    // The member's open page was updated.
    await member.goto(`${url}/mon-compte?onglet=abonnement`)
    await member.getByRole('button', { name: 'Reprendre l’abonnement' }).waitFor()
    expect(await overflows(member)).toEqual([])
  })

  it('[S-107] that waits for the bank is found again in the account', async () => {
    const { page, who } = await as('freemium', '/payment?plan=standard&period=month')
    await page.getByRole('button', { name: '3-D Secure' }).click()
    await order(page)
    await page.getByRole('dialog', { name: 'Votre banque demande confirmation' }).waitFor()
    await page.goto(`${url}/mon-compte?onglet=abonnement`)
    const waiting = page.getByRole('region', { name: 'Votre banque attend votre réponse' })
    await waiting.getByRole('link', { name: 'Reprendre' }).click()
    await page.getByRole('button', { name: 'Répondre à la banque' }).click()
    await page.getByRole('button', { name: 'Confirmer le paiement' }).click()
    await page.getByRole('heading', { name: 'Votre accès premium est ouvert' }).waitFor()
    expect(await payments(who.id)).toBe(1)
  })
})
