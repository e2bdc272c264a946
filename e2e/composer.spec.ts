import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faults, overflows } from './accessibility.ts'
import { as, closeAll, database, openAs, person } from './fixtures.ts'

afterAll(closeAll)

const TEXTS: Record<string, string> = {
  Faits: 'Deuxième contact sur la zone.',
  Opinion: 'Un rebond est plus probable qu’une cassure.',
  'Contre-thèse': 'Une surprise sur les taux relancerait le dollar.',
  'Elle aura raison si': 'une bougie H1 clôture sous la zone.',
  Méthode: 'Retour sur support, lu au composeur.',
  'Conflits d’intérêts': 'Aucune position ouverte.',
}
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** A limit order below the price, as a channel would write it. */
async function pasted(symbol: string): Promise<{ text: string; stop: string; bid: number }> {
  const [quote] = await database<{ bid: string }>('select bid::text from quotes where symbol = $1', [symbol])
  const bid = Number(quote?.bid)
  const digits = symbol === 'BTCUSD' ? 2 : 5
  const at = (part: number) => (bid * part).toFixed(digits)
  const text = `🔥 #${symbol} ACHAT LIMITE\n👉 Entrée : ${at(0.99)}\n🛑 SL ${at(0.98)}\n🎯 TP1 ${at(1.0)}\n🎯 TP2 ${at(1.01)}`
  return { text, stop: at(0.98), bid }
}

/** What the system's clipboard does when one pastes with the focus on nothing that takes text. */
const paste = (page: Page, text: string) =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    document.activeElement instanceof HTMLElement && document.activeElement.blur()
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

async function published(id: string): Promise<unknown[]> {
  return await database('select id from signals where author_id = $1', [id])
}

describe('the composer', () => {
  it('[S-100] fills every field from a paste anywhere, draws the levels, and publishes on Ctrl-Enter with its stop rules', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    await field(page, 'Coller un signal').waitFor()
    const { text, stop } = await pasted('USDCAD')
    await paste(page, text)
    await expect.poll(() => field(page, 'Stop').inputValue()).toBe(stop)
    await page.getByRole('dialog').locator('canvas').first().waitFor()
    expect(await faults(page)).toEqual([])
    await field(page, 'Stop à l’entrée').selectOption('1')
    await field(page, 'Stop suiveur').fill('0,00150')
    for (const [label, value] of Object.entries(TEXTS)) await field(page, label).fill(value)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Signal publié et scellé').waitFor()
    const [levels] = await database<Record<string, unknown>>(
      `select break_even_after, trailing_distance::text, trailing_after, facts from signal_levels
         join signals on signals.id = signal_id where author_id = $1`,
      [who.id],
    )
    expect(levels).toEqual({
      break_even_after: 1,
      trailing_distance: '0.00150',
      trailing_after: null,
      facts: TEXTS.Faits,
    })
    expect(await database('select id from signal_drafts where author_id = $1', [who.id])).toEqual([])
    const panel = page.getByRole('region', { name: 'Signal ouvert' })
    await panel.getByText('Gestion du stop').waitFor()
    expect(await panel.textContent()).toContain('à l’entrée après TP1 · suiveur à 0.00150')

    // What was written last is offered again.
    await page.getByRole('button', { name: 'Publier un signal' }).click()
    await page.getByRole('button', { name: /^Reprendre.*Aucune position ouverte/ }).click()
    expect(await field(page, 'Conflits d’intérêts').inputValue()).toBe(TEXTS['Conflits d’intérêts'])
  })

  it('keeps a draft over a reload and on another device, whatever is wrong with it, and publishes nothing', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    const { text } = await pasted('EURUSD')
    await field(page, 'Coller un signal').fill(text)
    await field(page, 'Stop').fill('9,9')
    await field(page, 'Part de l’objectif 1').fill('60')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Le stop est du mauvais côté de l’entrée.').waitFor()
    await page.getByText('Les parts doivent totaliser 100').waitFor()
    await page.getByText('Brouillon enregistré').waitFor()
    expect(await published(who.id)).toEqual([])
    await page.reload()
    await expect.poll(() => field(page, 'Stop').inputValue()).toBe('9,9')

    const phone = await openAs(who, '/signaux?compose=1', { phone: true, theme: 'light' })
    await expect.poll(() => field(phone, 'Stop').inputValue()).toBe('9,9')
    expect(await faults(phone)).toEqual([])
    expect(await overflows(phone)).toEqual([])
  })

  it('says that a text holds several signals, and what of it was not understood', async () => {
    const { page } = await as('analyst', '/signaux?compose=1')
    const [first, second] = [await pasted('EURUSD'), await pasted('USDCHF')]
    await field(page, 'Coller un signal').fill(`${first.text}\nBonne chance\n\n${second.text}`)
    await page.getByText('Plusieurs signaux dans ce texte').waitFor()
    await page.getByText(/^Non compris.*Bonne chance/).waitFor()
    expect(await field(page, 'Stop').inputValue()).toBe(first.stop)
  })

  it('schedules a draft, which is published by the worker when its hour has come', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    const { text } = await pasted('BTCUSD')
    await field(page, 'Coller un signal').fill(text)
    for (const [label, value] of Object.entries(TEXTS)) await field(page, label).fill(value)
    await page.getByRole('button', { name: 'Programmer' }).click()
    const hour = field(page, 'Jour et heure')
    await hour.fill('2020-01-01T08:00')
    await page.getByRole('dialog').last().getByRole('button', { name: 'Programmer' }).click()
    await page.getByText('Choisissez une heure à venir, dans les trente jours.').waitFor()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    await hour.fill(tomorrow)
    await page.getByRole('dialog').last().getByRole('button', { name: 'Programmer' }).click()
    await page.getByText('Publication programmée').waitFor()
    expect(await published(who.id)).toEqual([])
    // The day has passed, and the minute with it: the worker's clock asks at each one.
    await database(`update signal_drafts set publish_at = now() where author_id = $1`, [who.id])
    await database(`select private.enqueue('publish-drafts', job_key => 'publish-drafts')`)
    await expect.poll(() => published(who.id)).toHaveLength(1)
    expect(await database('select id from signal_drafts where author_id = $1', [who.id])).toEqual([])
  })

  it('grades the thesis after the end, and the panel shows it', async () => {
    const staff = await person('analyst')
    const { bid } = await pasted('NZDUSD')
    const at = (part: number) => (bid * part).toFixed(5)
    const { data, error } = await staff.client.rpc('publish_signal', {
      signal: {
        symbol: 'NZDUSD',
        direction: 'buy',
        order_type: 'limit',
        entry_low: at(0.97),
        entry_high: at(0.97),
        stop_loss: at(0.96),
        targets: [{ price: at(0.99), share: '100' }],
        timeframe: 'H1',
        style: 'swing',
        tier: 'freemium',
        risk_percent: '1',
        validity_hours: 8,
        facts: 'f',
        opinion: 'o',
        counter_thesis: 'c',
        counter_condition: 'k',
        method: 'm',
        conflicts: 'n',
      },
    })
    expect(error).toBeNull()
    await staff.client.rpc('cancel_signal', { signal_id: data.id, reason: 'Essai' })
    const { page } = await as('analyst', `/signaux?signal=${data.id}`)
    await page.getByRole('button', { name: 'Noter la thèse' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Noter la thèse' }).click()
    await dialog.getByText('Répondez aux deux questions.').waitFor()
    await dialog.getByRole('radio', { name: 'Oui' }).first().click()
    await dialog.getByRole('radio', { name: 'Non' }).last().click()
    await dialog.getByLabel('En quelques mots').fill('Le support a tenu.')
    await dialog.getByRole('button', { name: 'Noter la thèse' }).click()
    await page.getByText('Thèse tenue · Contre-thèse infirmée').waitFor()
    expect(await page.getByRole('button', { name: 'Noter la thèse' }).count()).toBe(0)
    const thesis = page.getByRole('region', { name: 'Thèse' })
    await thesis.getByText('Thèse tenue', { exact: true }).waitFor()
    await thesis.getByText('Contre-thèse infirmée', { exact: true }).waitFor()
  })
})
