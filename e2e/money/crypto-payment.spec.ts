import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faults, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, openAs, type Person, person, url } from '../stage/fixtures.ts'

afterAll(closeAll)

const ORDER = 'Commande avec obligation de paiement'

const order = (page: Page) => page.getByRole('button', { name: ORDER }).click()
const payments = async (member: string) =>
  (await database(`select from payments where user_id = $1 and state = 'succeeded'`, [member])).length

const INVOICE = '**/functions/v1/crypto-invoice'

/** An order of the standard plan that is to be paid in crypto. */
async function cryptoOrder({ client }: Person): Promise<string> {
  const { data, error } = await client.rpc('open_checkout', {
    plan: 'standard',
    period: 'month',
    means: 'crypto',
    details: { name: 'Camille Vidal', country: 'FR' },
    terms_version: '2026-11-21',
    expected_total: 3900,
  })
  if (error) throw error
  return data.id
}

describe('a subscription that is paid in crypto', () => {
  it('[S-107] shows where and how much to send, waits in the account, and opens when the network has confirmed', async () => {
    const { page, who } = await as('freemium', '/payment?plan=standard&period=month')
    await page.getByLabel('Nom sur la facture').fill('Camille Vidal')
    await page.getByRole('radio', { name: /^Crypto/ }).check()
    await order(page)
    await page.getByRole('heading', { name: 'Envoyez 0.00048750 BTC' }).waitFor()
    await page.getByText('BTC · Bitcoin, réseau d’essai').waitFor()
    const address = page.getByRole('img', { name: /^tb1q[a-z0-9]{38}$/ })
    const shown = await address.getAttribute('aria-label')
    await page.getByRole('img', { name: 'Adresse et montant' }).waitFor()
    expect(await page.getByRole('link', { name: 'Ouvrir mon portefeuille' }).getAttribute('href')).toBe(
      `bitcoin:${shown}?amount=0.00048750`,
    )
    await page.getByText(/^1[0-5] min \d{1,2} s à ce cours$/).waitFor()
    await page.getByText(/^jusqu’à \d\d:\d\d:\d\d$/).waitFor()
    await page.getByText('1 confirmation demandée').waitFor()
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflows(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    // What the wallet shows is compared with the order's address.
    await page.getByRole('button', { name: 'Vérifier' }).click()
    const compared = page.getByRole('dialog', { name: 'Vérifier l’adresse' })
    const pasted = compared.getByLabel('Adresse affichée par votre portefeuille')
    await pasted.fill(`bitcoin:${shown}?amount=0.0004875`)
    await compared.getByText('C’est bien l’adresse de cette commande.').waitFor()
    await pasted.fill(`${shown}`.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')))
    await compared.getByText('Ce n’est pas l’adresse de cette commande.').waitFor()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')

    // Left and found again: in the account, and where one would order anew.
    const waiting = page.getByRole('region', { name: 'Une facture crypto attend votre paiement' })
    await page.goto(`${url}/payment?plan=standard&period=month`)
    await waiting.getByText(/Standard, mensuel, 39,00/).waitFor()
    await page.goto(`${url}/mon-compte?onglet=abonnement`)
    await waiting.getByText(/À régler avant \d\d:\d\d/).waitFor()
    expect(await faults(page)).toEqual([])
    await waiting.getByRole('link', { name: 'Reprendre' }).click()
    expect(await address.getAttribute('aria-label')).toBe(shown)

    // The server of payments does not answer: nothing is shown that could not be checked.
    await page.route(INVOICE, (route) =>
      route.fulfill({ status: 502, json: { error: { code: 'server_down' } } }),
    )
    await page.getByRole('heading', { name: 'Ne payez pas maintenant' }).waitFor()
    expect(await address.count()).toBe(0)
    await page.unroute(INVOICE)
    await address.waitFor()
    await page.context().setOffline(true)
    await page.getByText('Vous êtes hors ligne : l’adresse ne peut pas être vérifiée').waitFor()
    expect(await address.count()).toBe(0)
    await page.context().setOffline(false)
    await address.waitFor()

    // Too little: what is missing is said, on the same network.
    await page.getByRole('button', { name: 'Trop peu' }).click()
    await page.getByRole('heading', { name: 'Il manque 0.00024375 BTC' }).waitFor()
    await page.getByText('réseau fixé au premier envoi').waitFor()
    await page.getByText('Reçu 0.00024375 sur 0.00048750 BTC').waitFor()
    await page.getByText(/^19,50\s€ sur 39,00\s€$/).waitFor()
    await page.getByRole('button', { name: 'Vu sur le réseau' }).click()
    await page.getByRole('heading', { name: 'Vu sur le réseau' }).waitFor()
    expect(await address.count()).toBe(0)
    await page.goto(`${url}/mon-compte?onglet=abonnement`)
    const seen = page.getByRole('region', { name: 'Un paiement en crypto attend sa confirmation' })
    await seen.getByRole('link', { name: 'Voir où elle en est' }).click()
    await page.getByRole('button', { name: 'Confirmé' }).dblclick()
    await page.getByRole('heading', { name: 'Votre accès premium est ouvert' }).waitFor()
    expect(await payments(who.id)).toBe(1)
    await page.goto(`${url}/mon-compte?onglet=abonnement`)
    await page.getByText('Payé jusqu’au').first().waitFor()
    expect(await seen.count()).toBe(0)
  })

  it('[S-107] has one fingerprint of its address on every device, and another where the address was replaced', async () => {
    const who = await person('freemium')
    const path = `/payment-success?commande=${await cryptoOrder(who)}`
    const fingerprint = /^[0-9a-f]{4}…[0-9a-f]{4}$/
    const page = await openAs(who, path)
    const known = await page.getByText(fingerprint).textContent()

    // On a phone: what to send first, the code folded, and the wallet within reach at once.
    const phone = await openAs(who, path, { phone: true })
    expect(await phone.getByText(fingerprint).textContent()).toBe(known)
    const code = phone.getByRole('img', { name: 'Adresse et montant' })
    expect(await code.isVisible()).toBe(false)
    const wallet = await phone.getByRole('link', { name: 'Ouvrir mon portefeuille' }).boundingBox()
    expect((wallet?.y ?? 0) + (wallet?.height ?? 0)).toBeLessThanOrEqual(844)
    await phone.getByText('Payer depuis un autre appareil').click()
    await code.waitFor()
    expect(await overflows(phone)).toEqual([])
    expect(await faults(phone)).toEqual([])

    await phone.route(INVOICE, async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replaceAll(/tb1q[a-z0-9]{38}/g, `tb1q${'z'.repeat(38)}`)
      await route.fulfill({ response, body: text })
    })
    await expect.poll(() => phone.getByText(fingerprint).textContent()).not.toBe(known)
  })

  it('[S-107] says what becomes of coins that are missing, late or too many', async () => {
    const who = await person('freemium')
    const page = await openAs(who, '/payment?plan=standard&period=month')
    const again = page.getByRole('link', { name: 'Commander de nouveau' })
    const access = async () =>
      (await database('select from premium_grants where user_id = $1', [who.id])).length
    const play = async (outcome: string) => {
      const checkout = await cryptoOrder(who)
      expect((await who.client.rpc('sandbox_crypto', { checkout, outcome })).error).toBeNull()
      if (outcome === 'underpaid')
        await database(`update checkouts set expires_at = now() - interval '1 second' where id = $1`, [
          checkout,
        ])
      await page.goto(`${url}/payment-success?commande=${checkout}`)
    }
    for (const [outcome, heading, text] of [
      ['expired', 'La facture a expiré', 'N’envoyez plus rien à cette adresse'],
      ['late', 'Paiement arrivé trop tard', 'le montant reçu vous est rendu sous un jour'],
      ['underpaid', 'Il manque une partie du paiement', 'Ce qui est arrivé vous est remboursé sous un jour'],
    ] as const) {
      await play(outcome)
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.getByText(text).waitFor()
      await again.waitFor()
    }
    expect(await access()).toBe(0)
    await play('overpaid')
    await page.getByRole('heading', { name: 'Votre accès premium est ouvert' }).waitFor()
    await page.getByText(/Vous avez envoyé 3,90\s€ de trop\s: ce montant vous sera remboursé/).waitFor()
    expect(await access()).toBe(1)
  })
})
