import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from '../stage/accessibility.ts'
import { indicator, inMinutes, say } from '../stage/announcement-rows.ts'
import { as, closeAll, database, openAs, person } from '../stage/fixtures.ts'

afterAll(closeAll)

const DAY = 24 * 60
const row = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(title) })
const panel = (page: Page, title: string) => page.getByRole('article', { name: title })
/** A clock as the page writes it, in Paris. */
const clock = (at: Date) =>
  at.toLocaleTimeString('fr', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Paris' })
/** The heading under which a row of the list lies. */
const dayOf = (page: Page, title: string) =>
  row(page, title).evaluate((button) => {
    const items = [...document.querySelectorAll<HTMLElement>('main li[data-index], li[data-index]')].sort(
      (one, other) => Number(one.dataset.index) - Number(other.dataset.index),
    )
    const at = items.findIndex((item) => item.contains(button))
    return items.slice(0, at).findLast((item) => item.querySelector('h2'))?.textContent ?? ''
  })

describe('the window in which nothing is opened', () => {
  it('[S-110] [wish §7.4] comes first, crosses the reader’s own signals, and follows their minutes', async () => {
    const [open] = await database<{ currency: string }>(
      `select quote_currency as currency from signals join signal_states on signal_id = id join instruments using (symbol)
         where state = 'active' and tier = 'freemium' limit 1`,
    )
    const { slug, title } = await indicator({ currency: open?.currency ?? 'USD' })
    const at = inMinutes(40)
    await say(slug, '1', at)
    const { page } = await as('premium', '/annonces')
    const window = page.getByRole('region', { name: 'Fenêtre d’interdiction' })
    await window.getByText(/ouvrez rien/).waitFor()
    await row(page, title).getByText('Dans votre fenêtre d’interdiction').waitFor({ state: 'attached' })
    expect(await faultsInBothThemes(page)).toEqual([])
    await window.getByRole('button', { name: 'Régler la fenêtre et les rappels' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Ma fenêtre' }).selectOption('5')
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const [from, to] = [clock(new Date(at.getTime() - 300_000)), clock(new Date(at.getTime() + 300_000))]
    await window.getByText(`de ${from} à ${to}.`, { exact: false }).first().waitFor()
  })

  it('[S-110] says nothing of a sealed signal but that it exists', async () => {
    const [sealed] = await database<{ id: string; currency: string }>(
      `select id, quote_currency as currency from signals join signal_states on signal_id = id join instruments using (symbol)
         where state in ('pending', 'active') and tier = 'premium' limit 1`,
    )
    const { slug } = await indicator({ currency: sealed?.currency ?? 'USD' })
    await say(slug, '1', inMinutes(50))
    const { page, who } = await as('freemium', '/annonces')
    const window = page.getByRole('region', { name: 'Fenêtre d’interdiction' })
    const lane = window.getByRole('listitem').filter({ hasText: 'scellé' }).first()
    await lane.waitFor()
    expect(await lane.textContent()).not.toMatch(/Achat|Vente|R$|valide/)
    const { data } = await who.client.rpc('my_blackouts')
    expect(JSON.stringify(data)).not.toContain(sealed?.id)
  })
})

describe('the calendar', () => {
  it('[S-110] [wish §7.1] lists an announcement on the reader’s own day', async () => {
    const { slug, title } = await indicator()
    const tomorrow = new Date(Date.now() + DAY * 60_000)
    const at = new Date(`${tomorrow.toISOString().slice(0, 10)}T22:30:00Z`)
    await say(slug, '1', at)
    const who = await person('freemium')
    for (const timeZone of ['Asia/Tokyo', 'America/New_York']) {
      const page = await openAs(who, `/annonces?texte=${slug}`, { timeZone })
      await row(page, title).waitFor()
      const day = at.toLocaleDateString('fr', { weekday: 'long', day: 'numeric', month: 'long', timeZone })
      expect((await dayOf(page, title)).replace(/1er/, '1')).toContain(day)
    }
  })

  it('[S-110] shows a figure when it comes, and until then that it is awaited', async () => {
    const { slug, title } = await indicator({ better: 'lower' })
    const at = inMinutes(-3)
    await say(slug, '1', at, { forecast: '2.6', previous: '2.4' })
    const { page } = await as('freemium', `/annonces?texte=${slug}`)
    await row(page, title)
      .getByText(/^en attente, \d+\smin/)
      .waitFor()
    await say(slug, '1', at, { forecast: '2.6', previous: '2.4', revised: '2.5', actual: '2.9' })
    await row(page, title)
      .getByText(/2,9\s%/)
      .waitFor()
    // More is not better: the surprise is in the colour of a loss.
    const surprise = row(page, title).getByText(/^\+0,3/)
    expect(await surprise.getAttribute('class')).toContain('text-loss')
    await row(page, title)
      .getByText(/révisé, 2,4\s% à l’origine/)
      .waitFor({ state: 'attached' })
  })

  it('[S-110] [wish §7.5] shows what was known at a past moment, and says so', async () => {
    const { slug, title } = await indicator()
    const at = inMinutes(60)
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await say(slug, '1', at, { forecast: '2.6' }, ago(120))
    await say(slug, '1', at, { forecast: '2.9' }, ago(60))
    const { page } = await as('freemium', `/annonces?texte=${slug}`)
    await row(page, title)
      .getByText(/2,9\s%/)
      .waitFor()
    await page.getByRole('button', { name: 'Le calendrier à un moment passé' }).click()
    const field = page.getByRole('dialog').getByLabel('Moment')
    const local = new Date(ago(90).getTime()).toLocaleString('sv', { timeZone: 'Europe/Paris' })
    await field.fill(local.slice(0, 16).replace(' ', 'T'))
    await page.getByRole('dialog').getByRole('button', { name: 'Afficher' }).click()
    await page.getByText(/^Tel que connu le/).waitFor()
    await row(page, title)
      .getByText(/2,6\s%/)
      .waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Revenir à maintenant' }).click()
    await row(page, title)
      .getByText(/2,9\s%/)
      .waitFor()
    await row(page, title).click()
    await panel(page, title).getByRole('button', { name: 'Ce qu’on savait, et quand' }).click()
    const versions = panel(page, title).getByRole('list', { name: 'Ce qu’on savait, et quand' })
    await versions.getByRole('listitem').filter({ hasText: 'Prévision' }).nth(1).waitFor()
  })

  it('[S-110] [wish §7.6] says that an announcement was moved, and from when', async () => {
    const { slug, title } = await indicator()
    const [was, is] = [inMinutes(90), inMinutes(150)]
    await say(slug, '1', was)
    await say(slug, '1', is)
    const { page } = await as('freemium', `/annonces?texte=${slug}`)
    await row(page, title).getByText(`déplacée, prévue`, { exact: false }).waitFor()
    await row(page, title).getByText(clock(was), { exact: false }).first().waitFor()
  })

  it('[S-110] [wish §7.9] lists a market that closes early, with the hour', async () => {
    const [half] = await database<{ day: string; closes: Date }>(
      `select to_char(day, 'YYYY-MM-DD') as day, starts_at as closes from private.calendar_holidays(now(), now() + interval '2 years') where half order by starts_at limit 1`,
    )
    expect(half).toBeDefined()
    const { page } = await as('freemium', `/annonces?vue=jour&date=${half?.day}`)
    const hour = `ferme à ${clock(half?.closes ?? new Date())}`
    // Several markets may close early that day, each at its hour.
    const holiday = page
      .getByRole('listitem')
      .filter({ hasText: 'Séance écourtée' })
      .filter({ hasText: hour })
      .first()
    await holiday.getByText(/^Séance écourtée, /).waitFor()
    await holiday.getByText(hour).waitFor()
  })

  it('[S-110] is moved through by keys, and its filters are in the address', async () => {
    const { slug } = await indicator()
    const first = await say(slug, '1', inMinutes(20))
    const second = await say(slug, '2', inMinutes(80))
    const { page } = await as('freemium', `/annonces?texte=${slug}`)
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLElement)?.dataset.announcement ?? null)
    await page.locator('[data-announcement]').nth(1).waitFor()
    // The first is open beside the list, so that the next one is the second.
    await page.keyboard.press('j')
    await expect.poll(focused).toBe(second)
    await page.keyboard.press('k')
    await expect.poll(focused).toBe(first)
    await page.keyboard.press('Enter')
    await page.waitForURL(/annonce=/)
    await page.keyboard.press('/')
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement)?.type))
      .toBe('search')
    await page.getByRole('button', { name: 'Fort', exact: true }).click()
    await page.waitForURL(/impact=high/)
    await page.getByRole('button', { name: 'Faible', exact: true }).click()
    await page.getByRole('button', { name: 'Fort', exact: true }).click()
    await page.getByText('Aucune annonce avec ces filtres').waitFor()
    await page.getByRole('button', { name: 'Sans Faible' }).click()
    await page.locator('[data-announcement]').first().waitFor()
  })

  it('[S-110] shows on a phone the next countdown, and scrolls nothing sideways', async () => {
    const { slug, title } = await indicator()
    await say(slug, '1', inMinutes(3), { forecast: '2.6' })
    const { page } = await as('freemium', '/annonces?vue=mois', { phone: true })
    await page.getByText('Prochaine à fort impact').waitFor()
    await page.getByRole('timer').first().waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const sheet = await openAs(await person('freemium'), `/annonces?indicateur=${slug}`, { phone: true })
    await sheet.getByRole('dialog', { name: new RegExp(title) }).waitFor()
  })
})

describe('an open announcement', () => {
  it('[S-110] [wish §7.7] [wish §7.10] says what it is, why it matters, and what its releases brought', async () => {
    const { slug, title } = await indicator({ why: 'Elle soutient le dollar contre EUR/USD.' })
    for (const [key, actual] of [
      ['1', '2.9'],
      ['2', '2.4'],
      ['3', '2.6'],
    ] as const)
      await say(slug, key, inMinutes(-Number(key) * 40 * DAY), { forecast: '2.6', actual })
    const id = await say(slug, 'next', inMinutes(2 * DAY), { forecast: '2.7', previous: '2.9' })
    const { page } = await as('freemium', `/annonces?annonce=${id}`)
    const open = panel(page, title)
    await open.getByText('Elle soutient le dollar contre EUR/USD.').waitFor()
    await open.getByRole('img', { name: 'Prévision et valeur publiée, 3 publications' }).waitFor()
    await open.getByText('Au-dessus 1 fois, en dessous 1 fois, conforme 1 fois.', { exact: false }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('[S-110] reminds of itself, and takes that back', async () => {
    const { slug, title } = await indicator()
    const id = await say(slug, '1', inMinutes(DAY))
    const { page, who } = await as('freemium', `/annonces?annonce=${id}`)
    const kept = async () =>
      (await who.client.from('announcement_reminders').select('announcement,minutes')).data
    await panel(page, title)
      .getByRole('button', { name: /^Me le rappeler / })
      .click()
    await panel(page, title)
      .getByRole('button', { name: /^Rappel .*, retirer$/ })
      .waitFor()
    expect(await kept()).toEqual([{ announcement: id, minutes: 10 }])
    await panel(page, title)
      .getByRole('button', { name: /retirer$/ })
      .click()
    await panel(page, title)
      .getByRole('button', { name: /^Me le rappeler / })
      .waitFor()
    expect(await kept()).toEqual([])
  })

  it('[S-110] takes an analyst’s expectation, which others read as sealed', async () => {
    const { slug, title } = await indicator()
    const id = await say(slug, '1', inMinutes(DAY), { forecast: '2.6' })
    await database('update private.security_settings set require_staff_mfa = false')
    const { page } = await as('analyst', `/annonces?annonce=${id}`)
    const form = panel(page, title)
    await form.getByRole('radio', { name: 'Au-dessus' }).click()
    await form.getByRole('combobox', { name: 'Probabilité' }).selectOption('0.7')
    await form.getByRole('button', { name: 'Sceller l’attente' }).click()
    await form.getByText(/^au-dessus, 70\s%$/).waitFor()
    const reader = await as('freemium', `/annonces?annonce=${id}`)
    await panel(reader.page, title).getByText('scellée jusqu’à la publication').waitFor()
    const terms = reader.who.client.from('expectation_terms').select('terms,expectations!inner(announcement)')
    expect((await terms.eq('expectations.announcement', id).throwOnError()).data).toEqual([])
  })
})

it('[S-110] gives the calendar’s address, the same secret as that of events', async () => {
  const { page } = await as('freemium', '/annonces')
  await page.getByRole('button', { name: 'S’abonner (.ics)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Créer mon adresse' }).click()
  const shown = dialog.getByText(/\/functions\/v1\/calendar\?jeton=[0-9a-f]{48}&liste=annonces$/)
  expect((await fetch((await shown.textContent()) ?? '')).status).toBe(200)
})

it('[S-110] puts into the calendar what the reader chooses by impact and currency', async () => {
  const { page, who } = await as('freemium', '/annonces')
  await page.getByRole('button', { name: 'S’abonner (.ics)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Créer mon adresse' }).click()
  await dialog.getByRole('checkbox', { name: 'Moyen' }).click()
  await dialog.getByRole('checkbox', { name: 'CHF' }).click()
  await dialog.getByRole('checkbox', { name: 'Ajouter les fenêtres à mon agenda' }).click()
  expect(await faultsInBothThemes(page)).toEqual([])
  await expect
    .poll(async () => {
      const chosen = who.client.from('announcement_preferences')
      return (await chosen.select('feed_impacts,feed_currencies,feed_windows').throwOnError()).data
    })
    .toEqual([{ feed_impacts: ['high', 'medium'], feed_currencies: ['CHF'], feed_windows: false }])
})

describe('the staff’s desk', () => {
  it('[S-110] enters an announcement, and imports a file after showing what it would do', async () => {
    await database('update private.security_settings set require_staff_mfa = false')
    const word = `Discours ${Date.now()}`
    const { page } = await as('analyst', '/admin/annonces')
    await page.getByRole('button', { name: 'À venir', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Saisir une annonce' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Publication' }).fill(word)
    const at = inMinutes(20).toLocaleString('sv', { timeZone: 'Europe/Paris' }).slice(0, 16).replace(' ', 'T')
    await dialog.getByLabel('Jour et heure, à votre horloge').fill(at)
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await page
      .getByRole('cell', { name: new RegExp(word) })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Importer' }).click()
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Fichier').setInputFiles({
      name: 'calendrier.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `date,time,currency,title,impact\n${day},14:30,USD,${word} importé,high\nhier,,,,\n`,
      ),
    })
    await page.getByText('1 ajoutée', { exact: true }).waitFor()
    await page.getByText('1 ligne illisible').click()
    await page.getByText('date, heure ou valeur illisible').waitFor()
    expect(await database('select 1 from announcements where title = $1', [`${word} importé`])).toEqual([])
    await page.getByRole('button', { name: 'Importer 1 changement' }).click()
    await expect
      .poll(() => database('select currency from announcements where title = $1', [`${word} importé`]))
      .toEqual([{ currency: 'USD' }])
  })

  it('[S-110] corrects a figure of a release, and leaves the rest as the sources say it', async () => {
    await database('update private.security_settings set require_staff_mfa = false')
    const { slug, title } = await indicator()
    const id = await say(slug, '1', inMinutes(15), { forecast: '2.6', previous: '2.4' })
    const { page } = await as('analyst', '/admin/annonces')
    await page
      .getByRole('cell', { name: new RegExp(title) })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: new RegExp(title) })
    await expect.poll(() => sheet.getByRole('spinbutton', { name: 'Prévision' }).inputValue()).toBe('2,6')
    await sheet.getByRole('spinbutton', { name: 'Prévision' }).fill('2,8')
    await sheet.getByRole('combobox', { name: 'Impact' }).selectOption({ label: 'Faible' })
    expect(await faultsInBothThemes(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Enregistrer' }).click()
    await sheet.waitFor({ state: 'hidden' })
    await expect
      .poll(() =>
        database('select forecast, previous, impact, source from announcements where id = $1', [id]),
      )
      .toEqual([{ forecast: '2.8', previous: '2.4', impact: 'low', source: 'staff' }])
    await page.getByRole('button', { name: 'Sans valeur publiée' }).click()
    await page.waitForURL(/periode=late/)
    await page
      .getByRole('cell', { name: new RegExp(title) })
      .first()
      .waitFor({ state: 'detached' })
  })
})
