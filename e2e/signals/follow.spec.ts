import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faults, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database } from '../stage/fixtures.ts'
import { publish, withdraw } from '../stage/publish.ts'

afterAll(closeAll)

const panelOf = (page: Page) => page.getByRole('region', { name: 'Signal ouvert' })

/** Holds the first write to an address; resolves with it once it is sent. */
async function heldWrite(page: Page, address: string): Promise<{ sent: Promise<Route> }> {
  const { promise, resolve } = Promise.withResolvers<Route>()
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.continue() : resolve(route),
  )
  return { sent: promise }
}

describe('following a signal', () => {
  it('[S-100] sets alerts, records the member’s own fill and lists it among their trades', async () => {
    const { id, number } = await publish('EURGBP')
    const { page, who } = await as('freemium', `/signaux?signal=${number}`)
    const panel = panelOf(page)
    await panel.getByText(`n° ${number}`).waitFor()
    await panel.getByRole('button', { name: 'Suivre ce signal' }).click()
    await panel.getByRole('button', { name: 'Alertes : 4 actives' }).waitFor()
    const rules = await database<{ kind: string }>(
      'select kind from signal_alerts where user_id = $1 and signal_id = $2 order by kind',
      [who.id, id],
    )
    expect(rules.map(({ kind }) => kind)).toEqual(['entry', 'events', 'stop', 'target'])

    await panel.getByRole('button', { name: 'Mon trade' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('spinbutton', { name: 'Taille (lots)' }).fill('0,20')
    await form.getByLabel('Note').fill('Entré au retour.')
    await form.getByRole('button', { name: 'Enregistrer' }).click()
    await panel.getByRole('heading', { name: 'Mon trade' }).waitFor()
    const [trade] = await database<{ status: string; lots: string; note: string }>(
      'select status, lots::text, note from signal_trades where user_id = $1',
      [who.id],
    )
    expect(trade).toEqual({ status: 'taken', lots: '0.20', note: 'Entré au retour.' })

    await page.getByRole('button', { name: 'Mes trades' }).click()
    const row = page.getByRole('row').filter({ hasText: 'EUR/GBP' })
    await row.waitFor()
    expect(await row.textContent()).toContain('Pris')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV|Exporter/ }).click()
    expect((await download).suggestedFilename()).toBe('vigie-mes-trades.csv')
  })

  it('sets its alerts, and says when one could not be stored, though its panel is left before the answer', async () => {
    const { id, number } = await publish('AUDUSD')
    const { page, who } = await as('freemium', `/signaux?signal=${number}`)
    const trade = await heldWrite(page, '**/rest/v1/signal_trades*')
    const alerts = await heldWrite(page, '**/rest/v1/rpc/set_signal_alerts')
    await panelOf(page).getByRole('button', { name: 'Suivre ce signal' }).click()
    const following = await trade.sent
    await page.getByRole('link', { name: 'Brokers' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Brokers' }).waitFor()
    await following.continue()
    await (await alerts.sent).abort()
    await page.getByText('L’enregistrement a échoué. Réessayez.').first().waitFor()
    await page.goBack()
    await panelOf(page)
      .getByRole('button', { name: /^Alertes : 0 active/ })
      .waitFor()
    const kept = await database('select status from signal_trades where user_id = $1 and signal_id = $2', [
      who.id,
      id,
    ])
    expect(kept).toEqual([{ status: 'followed' }])
  })

  it('reports a fired alert on any screen, once, and keeps it in the notification panel', async () => {
    const { id, number, client } = await publish('EURJPY')
    const { page, who } = await as('freemium', `/signaux?signal=${number}`)
    await panelOf(page).getByRole('button', { name: 'Suivre ce signal' }).click()
    await panelOf(page).getByRole('button', { name: 'Alertes : 4 actives' }).waitFor()
    await page.getByRole('link', { name: 'Brokers' }).first().click()
    await page.waitForURL('**/brokers')
    await withdraw(client, id)
    await page.getByText('EUR/JPY : signal annulé').first().waitFor()
    await page.getByRole('button', { name: /notification.* non lue/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /EUR\/JPY : signal annulé/ })
      .click()
    await page.waitForURL(`**/signaux?signal=${number}`)
    await expect
      .poll(() =>
        database(
          `select from notifications where user_id = $1 and kind = 'signal_cancelled' and read_at is not null`,
          [who.id],
        ),
      )
      .toHaveLength(1)
    const fired = await database('select kind from signal_alerts_fired where user_id = $1 order by id', [
      who.id,
    ])
    expect(fired).toEqual([{ kind: 'cancel_asked' }, { kind: 'cancelled' }])
  })

  it('sizes the trade from the account size that the member stored', async () => {
    const { number } = await publish('EURUSD')
    const { page, who } = await as('freemium', `/signaux?signal=${number}`)
    await panelOf(page)
      .getByRole('button', { name: /pour .* de/ })
      .click()
    const account = page.getByRole('dialog', { name: 'Mon compte de trading' })
    await account.getByRole('spinbutton', { name: 'Capital' }).fill('20000')
    await account.getByRole('spinbutton', { name: 'Risque par signal' }).fill('0,5')
    await account.getByRole('button', { name: 'Enregistrer' }).click()
    await account.getByText('Enregistré.').waitFor()
    const [stored] = await database(
      'select capital_minor::text, risk_percent::text, currency from trading_settings where user_id = $1',
      [who.id],
    )
    expect(stored).toEqual({ capital_minor: '2000000', risk_percent: '0.5', currency: 'EUR' })
    await panelOf(page)
      .getByText(/pour 0,5\s%\sde 20.000\s€/)
      .waitFor()
  })

  it('[S-100] shows the median of ten members beside the model once a signal has closed', async () => {
    const [signal] = await database<{ id: string; number: number }>(
      `select id, number from signals join signal_states on signal_id = id where state = 'closed' and tier = 'premium' order by number desc limit 1`,
    )
    await database(
      `with people as (
         insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
         select gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@reports.invalid', '{}', now(), now() from generate_series(1, 10)
       ) select`,
    )
    await database(
      `update profiles set created_at = '2020-01-01' where id in (select id from auth.users where email like '%@reports.invalid')`,
    )
    await database(
      `insert into signal_trades (user_id, signal_id, status, entry_price, entered_at, exit_price, exited_at)
       select users.id, filled.signal_id, 'taken', filled.price, filled.at + interval '3 minutes', filled.price, filled.at + interval '9 minutes'
       from auth.users, signal_events as filled where email like '%@reports.invalid' and filled.signal_id = $1 and filled.kind = 'entered'`,
      [signal?.id],
    )
    const { page } = await as('freemium', `/signaux?signal=${signal?.number}`)
    const block = panelOf(page).getByRole('region', { name: 'Résultat des membres' })
    await block.getByText('Médianes de 10 membres, calculées par groupes de cinq à partir de dix.').waitFor()
    const text = (await block.textContent())?.replaceAll(/\s/g, ' ')
    expect(text).toMatch(/R médian ?0,0 R/)
    expect(text).toContain('3 min')
    const [model] = await database<{ r: string }>(
      'select abs(round(realised_r, 2))::text as r from signal_states where signal_id = $1',
      [signal?.id],
    )
    expect(text).toContain(`${model?.r.replace('.', ',')} R`)
  })

  it('explains the remaining-risk rule from its help button, and copies a level', async () => {
    const { number } = await publish('NZDCHF')
    const { page } = await as('freemium', `/signaux?signal=${number}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await panelOf(page).getByRole('button', { name: 'Comprendre le R restant' }).click()
    await page.getByText('moins de la moitié du rapport annoncé').waitFor()
    await page.keyboard.press('Escape')
    const copy = panelOf(page).getByRole('button', { name: /^Copier Stop/ })
    const price = (await copy.getAttribute('aria-label'))?.split(', ')[1]
    await copy.click()
    await page.getByText('Copié').first().waitFor({ state: 'attached' })
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(price)
  })

  it('has no accessibility fault, on a desktop and in the phone’s sheet', async () => {
    const { number } = await publish('GBPJPY')
    for (const phone of [false, true]) {
      const { page } = await as('freemium', `/signaux?signal=${number}`, { phone })
      const place = phone ? page.getByRole('dialog') : panelOf(page)
      await place.locator('canvas').first().waitFor()
      await place.getByRole('button', { name: 'Suivre ce signal' }).waitFor()
      expect(await faults(page)).toEqual([])
      expect(await overflows(page)).toEqual([])
    }
  })
})
