import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faults, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, openAs, person } from '../stage/fixtures.ts'
import { endWithdrawal } from '../stage/publish.ts'

afterAll(closeAll)

const TEXTS: Record<string, string> = {
  Faits: 'Deuxième contact sur la zone.',
  Opinion: 'Un rebond est plus probable qu’une cassure.',
  'Contre-thèse': 'Une surprise sur les taux relancerait le dollar.',
  'Elle aura raison si': 'une bougie H1 clôture sous la zone.',
  Méthode: 'Retour sur support, lu au composeur.',
  'Conflits d’intérêts': 'Aucune position ouverte.',
}
/** Answers the two questions asked for each signal. */
async function answer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Aucune', exact: true }).click()
  await page.getByRole('radio', { name: 'Non', exact: true }).click()
}
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** A limit order below the price, in the style of a channel post. */
async function pasted(symbol: string): Promise<{ text: string; stop: string; bid: number }> {
  const [quote] = await database<{ bid: string; digits: number }>(
    'select bid::text, digits from quotes join instruments using (symbol) where symbol = $1',
    [symbol],
  )
  if (!quote) throw new Error(`no price of ${symbol}`)
  const bid = Number(quote.bid)
  const at = (part: number) => (bid * part).toFixed(quote.digits)
  const text = `🔥 #${symbol} ACHAT LIMITE\n👉 Entrée : ${at(0.99)}\n🛑 SL ${at(0.98)}\n🎯 TP1 ${at(1.0)}\n🎯 TP2 ${at(1.01)}`
  return { text, stop: at(0.98), bid }
}

/** Simulates pasting while no text field has the focus. */
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
  it('[S-100] fills every field from a paste anywhere, draws the levels, and publishes with its stop rules on Ctrl-Enter', async () => {
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
    await answer(page)
    // While a dialog is open, shortcuts belong to it.
    await page.getByRole('button', { name: 'Profils' }).click()
    await page.getByRole('menuitem', { name: 'Enregistrer comme profil' }).click()
    await page.getByLabel('Nom du profil').press('Control+Enter')
    await page.keyboard.press('Escape')
    expect(await published(who.id)).toEqual([])
    // Without focus, shortcuts still belong to the composer.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
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

    // The last draft is offered again.
    await page.getByRole('button', { name: 'Publier un signal' }).click()
    await page.getByRole('button', { name: /^Reprendre.*Aucune position ouverte/ }).click()
    expect(await field(page, 'Conflits d’intérêts').inputValue()).toBe(TEXTS['Conflits d’intérêts'])
  })

  it('[S-100] publishes a complete text in four key presses: the paste, two answers, Ctrl-Enter', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    await field(page, 'Coller un signal').waitFor()
    const { text } = await pasted('EURCAD')
    await page.evaluate(() => {
      const counted = { presses: 0 }
      for (const kind of ['paste', 'pointerdown', 'keydown']) {
        // A modifier does not count as a press.
        addEventListener(
          kind,
          (event) => {
            if (!(event instanceof KeyboardEvent) || event.key !== 'Control') counted.presses += 1
          },
          true,
        )
      }
      Object.assign(window, { counted })
    })
    await paste(
      page,
      `${text}\n\nTroisième contact sur le support de la nuit.\nAnalyse : un rebond est plus probable.\nContre-thèse : une surprise sur les taux.\nInvalidation : une bougie H1 clôture sous la zone.\nMéthode : retour sur support.\nConflits d’intérêts : aucun.`,
    )
    await expect
      .poll(() => field(page, 'Faits').inputValue())
      .toBe('Troisième contact sur le support de la nuit.')
    await answer(page)
    // Saving the draft must have finished before the counted press.
    await page.getByText('Brouillon enregistré').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Signal publié et scellé').waitFor()
    expect(await page.evaluate('counted.presses')).toBe(4)
    const [told] = await database<Record<string, unknown>>(
      `select opinion, counter_condition, method, position_held, affiliate_link from signal_levels
         join signals on signals.id = signal_id where author_id = $1`,
      [who.id],
    )
    expect(told).toEqual({
      opinion: 'un rebond est plus probable.',
      counter_condition: 'une bougie H1 clôture sous la zone.',
      method: 'retour sur support.',
      position_held: 'none',
      affiliate_link: 'no',
    })
    await page.getByText('Aucune position tenue à la publication.').waitFor()
  })

  it('keeps a draft with any errors across a reload and on another device, without publishing it', async () => {
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

  it('replaces every field with each paste, and restores the earlier form on Ctrl-Z or through the notice', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    const mistakes: string[] = []
    page.on('pageerror', ({ message }) => mistakes.push(message))
    const [euro, coin] = [await pasted('EURUSD'), await pasted('BTCUSD')]
    const kept = async () => {
      const [row] = await database<{ typed: Record<string, unknown> }>(
        `select input -> 'typed' as typed from signal_drafts where author_id = $1`,
        [who.id],
      )
      return row?.typed
    }
    await field(page, 'Coller un signal').waitFor()
    await paste(
      page,
      `${euro.text}\nH4 swing, valable 48 heures\n\nDeuxième contact sur le support de la nuit.`,
    )
    await expect.poll(() => field(page, 'Stop').inputValue()).toBe(euro.stop)
    await page.getByRole('dialog').locator('canvas').first().waitFor()
    await field(page, 'Méthode').fill('Retour sur support.')
    await field(page, 'Stop à l’entrée').selectOption('1')
    const before = { stop: euro.stop, frame: 'H4', facts: await field(page, 'Faits').inputValue() }
    await expect.poll(async () => (await kept())?.method).toBe('Retour sur support.')

    // Another instrument without stop, targets, terms and facts: nothing of the first remains.
    await paste(page, 'BTCUSD ACHAT : le plan suit')
    await expect.poll(() => field(page, 'Stop').inputValue()).toBe(euro.stop)
    await field(page, 'Coller un signal').fill('BTCUSD ACHAT : le plan suit')
    await expect.poll(() => field(page, 'Instrument').inputValue()).toBe('BTCUSD')
    await page.getByRole('dialog').locator('canvas').first().waitFor()
    const left = async () => ({
      stop: await field(page, 'Stop').inputValue(),
      frame: await page.getByRole('dialog').getByLabel('Unité de temps', { exact: true }).inputValue(),
      facts: await field(page, 'Faits').inputValue(),
    })
    expect(await left()).toEqual({ stop: '', frame: 'M15', facts: '' })
    expect(await field(page, 'Prix de l’objectif 1').inputValue()).toBe('')
    expect(await field(page, 'Méthode').inputValue()).toBe('')
    expect(await field(page, 'Stop à l’entrée').inputValue()).toBe('')
    await expect.poll(async () => (await kept())?.symbol).toBe('BTCUSD')
    expect((await kept())?.stop_loss).toBe('')

    await field(page, 'Coller un signal').press('Control+z')
    await expect.poll(left).toEqual(before)
    expect(await field(page, 'Coller un signal').inputValue()).toContain('#EURUSD')
    expect(await field(page, 'Méthode').inputValue()).toBe('Retour sur support.')
    expect(await field(page, 'Stop à l’entrée').inputValue()).toBe('1')
    await expect.poll(async () => (await kept())?.stop_loss).toBe(euro.stop)

    await paste(page, coin.text)
    await expect.poll(() => field(page, 'Stop').inputValue()).toBe(coin.stop)
    await page.getByRole('button', { name: 'Annuler le remplacement' }).click()
    await expect.poll(left).toEqual(before)
    await expect.poll(async () => (await kept())?.symbol).toBe('EURUSD')
    expect(await kept()).toMatchObject({ method: 'Retour sur support.', validity_minutes: '2880' })
    expect(mistakes).toEqual([])
  })

  it('asks about uncertain values and publishes nothing before they are confirmed or changed, even after a reload', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    await field(page, 'Coller un signal').waitFor()
    const { text, stop, bid } = await pasted('GBPUSD')
    const doubtful = text.replace('ACHAT LIMITE', 'LIMITE').replace(`SL ${stop}`, `SL sous le creux ${stop}`)
    await paste(page, doubtful)
    const asks = page.getByRole('list', { name: 'À confirmer' })
    await asks.getByText('Le sens n’est pas écrit').waitFor()
    await asks.getByText('Lu au milieu d’autres mots').waitFor()
    expect(await faults(page)).toEqual([])
    for (const [label, value] of Object.entries(TEXTS)) await field(page, label).fill(value)
    await answer(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('2 champs à confirmer').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/Confirmer\s: Sens$/)
    await page.getByRole('button', { name: 'Programmer' }).click()
    expect(await field(page, 'Jour et heure').count()).toBe(0)
    await page.getByText('Brouillon enregistré').waitFor()
    await page.reload()
    await asks.getByRole('button', { name: 'Confirmer : Sens' }).click()
    // A manual change makes it the analyst's own value.
    await field(page, 'Stop').fill((bid * 0.975).toFixed(5))
    await expect.poll(() => asks.count()).toBe(0)
    await page.getByText('Brouillon enregistré').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Signal publié et scellé').waitFor()
    expect(await published(who.id)).toHaveLength(1)
  })

  it('takes nothing from a message about a signal, and says that none of the author’s is open', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1', { phone: true })
    const { text, stop } = await pasted('EURUSD')
    await field(page, 'Coller un signal').fill(text)
    await expect.poll(() => field(page, 'Stop').inputValue()).toBe(stop)
    await field(page, 'Coller un signal').fill('✅ EURUSD TP1 touché, +42 pips. SL à l’entrée.')
    await page.getByText('Vous n’avez aucun signal ouvert sur cet instrument.').waitFor()
    expect(await field(page, 'Stop').count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    expect(await faults(page)).toEqual([])
    expect(await overflows(page)).toEqual([])
    // The author says that it is a new signal: nothing of the text is taken even then.
    await page.getByRole('button', { name: 'C’est un nouveau signal' }).click()
    await page.getByText('Ce texte annonce le résultat d’un signal').first().waitFor()
    expect(await field(page, 'Stop').inputValue()).toBe('')
    expect(await field(page, 'Instrument').inputValue()).toBe('')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('Ce texte annonce le résultat d’un signal').waitFor()
    expect(await published(who.id)).toEqual([])
  })

  it('[S-100] publishes a pasted text with one key once a profile gives the rest, and reports how long it took', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    await field(page, 'Méthode').fill('Retour sur support.')
    await field(page, 'Conflits d’intérêts').fill('Aucune position ouverte.')
    await field(page, 'Contre-thèse').fill('Une surprise sur les taux.')
    await field(page, 'Elle aura raison si').fill('une bougie {unité} clôture sous {stop}.')
    await answer(page)
    await page.getByRole('button', { name: 'Profils' }).click()
    await page.getByRole('menuitem', { name: 'Enregistrer comme profil' }).click()
    await page.getByLabel('Nom du profil').fill('Devises, intraday')
    await page.getByRole('dialog').last().getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('Profil enregistré').waitFor()
    await database('delete from signal_drafts where author_id = $1', [who.id])

    const desk = await openAs(who, '/signaux?compose=1')
    const { text, stop } = await pasted('CADJPY')
    await field(desk, 'Coller un signal').waitFor()
    const start = Date.now()
    await paste(
      desk,
      `${text.replace('ACHAT LIMITE', 'ACHAT LIMITE H1')}\n\nTroisième contact sur le support de la nuit.\nAnalyse : un rebond est plus probable.`,
    )
    await expect
      .poll(() => field(desk, 'Elle aura raison si').inputValue())
      .toBe(`une bougie H1 clôture sous ${stop}.`)
    expect(await desk.getByText('du profil').count()).toBeGreaterThan(4)
    await desk.keyboard.press('Control+Enter')
    await desk.getByText('Signal publié et scellé').waitFor()
    process.stdout.write(`paste to publication with a profile: ${Date.now() - start} ms\n`)
    const [told] = await database<Record<string, unknown>>(
      `select method, counter_condition, position_held from signal_levels join signals on signals.id = signal_id
       where author_id = $1`,
      [who.id],
    )
    expect(told).toEqual({
      method: 'Retour sur support.',
      counter_condition: `une bougie H1 clôture sous ${stop}.`,
      position_held: 'none',
    })
  })

  it('asks by digit whether 22h is a time or a duration, and shows the words it was read from', async () => {
    const { page } = await as('analyst', '/signaux?compose=1')
    const { text } = await pasted('EURUSD')
    await field(page, 'Coller un signal').waitFor()
    await paste(page, `${text}\nvalable 22h`)
    const asks = page.getByRole('list', { name: 'À confirmer' })
    await asks.getByText('Une heure ou une durée').waitFor()
    expect(await page.getByText('« valable 22h »').count()).toBe(1)
    expect(await faults(page)).toEqual([])
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('2')
    await expect.poll(() => asks.count()).toBe(0)
    expect(await field(page, 'Validité').inputValue()).not.toBe('22')
  })

  it('reports that a text contains several signals, and which parts were not understood', async () => {
    const { page } = await as('analyst', '/signaux?compose=1')
    const [first, second] = [await pasted('EURUSD'), await pasted('USDCHF')]
    await field(page, 'Coller un signal').fill(`${first.text}\nBonne chance\n\n${second.text}`)
    await page.getByText('Plusieurs signaux dans ce texte').waitFor()
    await page.getByText(/^Non compris.*Bonne chance/).waitFor()
    expect(await field(page, 'Stop').inputValue()).toBe(first.stop)
  })

  it('schedules a draft, which the worker publishes at its time', async () => {
    const { page, who } = await as('analyst', '/signaux?compose=1')
    const { text } = await pasted('BTCUSD')
    await field(page, 'Coller un signal').fill(text)
    for (const [label, value] of Object.entries(TEXTS)) await field(page, label).fill(value)
    await answer(page)
    await page.getByRole('button', { name: 'Programmer' }).click()
    const hour = field(page, 'Jour et heure')
    await hour.fill('2020-01-01T08:00')
    await page.getByRole('dialog').last().getByRole('button', { name: 'Programmer' }).click()
    await page.getByText('Choisissez une heure future, dans les trente jours.').waitFor()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    await hour.fill(tomorrow)
    await page.getByRole('dialog').last().getByRole('button', { name: 'Programmer' }).click()
    await page.getByText('Publication programmée').waitFor()
    expect(await published(who.id)).toEqual([])
    // Move the time to the past: the worker checks every minute.
    await database(`update signal_drafts set publish_at = now() where author_id = $1`, [who.id])
    await database(`select private.enqueue('publish-drafts', job_key => 'publish-drafts')`)
    await expect.poll(() => published(who.id)).toHaveLength(1)
    expect(await database('select id from signal_drafts where author_id = $1', [who.id])).toEqual([])
  })

  it('requests a withdrawal, reports its completion, and lets the analyst grade the thesis afterwards', async () => {
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
        validity_minutes: 480,
        facts: 'f',
        opinion: 'o',
        counter_thesis: 'c',
        counter_condition: 'k',
        method: 'm',
        conflicts: 'n',
        position_held: 'none',
        affiliate_link: 'no',
      },
    })
    expect(error).toBeNull()
    // The message that its channel would get is pasted: the composer offers what it asks for, on this signal.
    const page = await openAs(staff, '/signaux?compose=1')
    await field(page, 'Coller un signal').fill('Annulez l’ordre NZDUSD')
    await page.getByRole('button', { name: /^Annuler l’ordre.*1$/ }).waitFor()
    expect(await faults(page)).toEqual([])
    await page.getByRole('dialog').getByLabel('Motif').fill('Une annonce approche.')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Annulation demandée à \d\d:\d\d, effective à la fin de cette minute/).waitFor()
    // The event may appear before the dialog has closed.
    await expect.poll(() => page.getByRole('button', { name: 'Demander l’annulation' }).count()).toBe(0)
    await endWithdrawal(data.id)
    await page.getByRole('button', { name: 'Noter la thèse' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Noter la thèse' }).click()
    await dialog.getByText('Répondez aux deux questions.').waitFor()
    await dialog.getByRole('radio', { name: 'Oui' }).first().click()
    await dialog.getByRole('radio', { name: 'Non' }).last().click()
    await dialog.getByLabel('En quelques mots').fill('Le support a tenu.')
    await dialog.getByRole('button', { name: 'Noter la thèse' }).click()
    await page.getByText('Thèse tenue · Contre-thèse infirmée').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Noter la thèse' }).count()).toBe(0)
    const thesis = page.getByRole('region', { name: 'Thèse' })
    await thesis.getByText('Thèse tenue', { exact: true }).waitFor()
    await thesis.getByText('Contre-thèse infirmée', { exact: true }).waitFor()
  })
})
