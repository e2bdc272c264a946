import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from '../stage/accessibility.ts'
import { film } from '../stage/film.ts'
import { api, as, closeAll, database, type Person, person } from '../stage/fixtures.ts'

afterAll(closeAll)

const TEXTS = (text: string) => JSON.stringify({ fr: text, en: text, es: text, it: text })

/** An event with one occurrence, past the studio and the worker: `begins` is an interval from now. */
async function hold(title: string, begins: string, capacity = 2): Promise<string> {
  const [item, occurrence] = [randomUUID(), randomUUID()]
  await database(
    `insert into content_items (id, kind, slug, position, tier, version) values ($1::uuid, 'event', 'e2e-' || $1::text, 99, 'freemium', 0)`,
    [item],
  )
  await database(
    `insert into events (item, slug, kind, title, summary, host, tier, starts_at, zone, minutes, capacity, recorded)
       select $1::uuid, 'e2e-' || $1::text, 'workshop', $2::jsonb, $2::jsonb, id, 'freemium', now() + $3::interval, 'UTC', 60, $4, true from community_members where staff_role = 'analyst' limit 1`,
    [item, TEXTS(title), begins, capacity],
  )
  await database(`insert into event_links values ($1, $2)`, [item, 'https://meet.example.com/room'])
  await database(
    `insert into event_occurrences (id, event, slot, starts_at, ends_at) values ($1, $2, now() + $3::interval, now() + $3::interval, now() + $3::interval + interval '1 hour')`,
    [occurrence, item, begins],
  )
  return occurrence
}
const register = ({ client }: Person, occurrence: string) =>
  client.rpc('register', { occurrence }).throwOnError()
const at = (occurrence: string) => `/communaute/evenements?seance=${occurrence}`

describe('the events', () => {
  it('[S-15] [S-109] reserves a seat in the open event, and gives it back', async () => {
    const title = `Atelier ${randomUUID().slice(0, 8)}`
    const { page } = await as('freemium', at(await hold(title, '3 days')))
    const event = page.getByRole('article', { name: title })
    await event.getByRole('img', { name: '0 place prise sur 2' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await event.getByRole('button', { name: 'Réserver ma place' }).click()
    await event.getByText('Inscrit', { exact: true }).waitFor()
    await event.getByText(/^Le lien s’ouvre à \d\d:\d\d, pour les inscrits seulement\.$/).waitFor()
    await event.getByRole('combobox', { name: 'Rappel' }).selectOption('15')
    await event.getByRole('button', { name: 'Se désinscrire' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rendre la place' }).click()
    await event.getByRole('button', { name: 'Réserver ma place' }).waitFor()
  })

  it('[S-15] shows seats as others take them, then the place in the waiting list', async () => {
    const title = `Atelier ${randomUUID().slice(0, 8)}`
    const occurrence = await hold(title, '3 days')
    const { page } = await as('freemium', at(occurrence))
    const event = page.getByRole('article', { name: title })
    await event.getByRole('button', { name: 'Réserver ma place' }).waitFor()
    await register(await person('freemium'), occurrence)
    await event.getByRole('img', { name: '1 place prise sur 2' }).waitFor()
    for (let others = 0; others < 2; others++) await register(await person('freemium'), occurrence)
    await event.getByText('Complet').waitFor()
    await event.getByRole('button', { name: 'Rejoindre la liste d’attente' }).click()
    await event.getByText('Vous êtes 2e sur 2 en attente.').waitFor()
    await event.getByRole('img', { name: '2 places prises sur 2, vous êtes 2e sur 2 en attente' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await event.getByRole('button', { name: 'Quitter la liste' }).click()
    await event.getByRole('button', { name: 'Rejoindre la liste d’attente' }).waitFor()
  })

  it('[S-15] offers a seat that was given back, while the page is open', async () => {
    const title = `Atelier ${randomUUID().slice(0, 8)}`
    const occurrence = await hold(title, '3 days', 1)
    const other = await person('freemium')
    await register(other, occurrence)
    const { page, who } = await as('freemium', at(occurrence))
    await register(who, occurrence)
    await page.getByText('Vous êtes 1er sur 1 en attente.').waitFor()
    await other.client.rpc('leave', { occurrence }).throwOnError()
    await page.getByText(/^Une place vous attend jusqu’à \d\d:\d\d$/).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Prendre la place' }).click()
    await page.getByRole('article', { name: title }).getByText('Inscrit', { exact: true }).waitFor()
    expect((await who.client.from('event_registrations').select('state')).data).toEqual([{ state: 'seated' }])
  })

  it('[S-15] opens the link for who has a seat, and notes that they came', async () => {
    const title = `Atelier ${randomUUID().slice(0, 8)}`
    const occurrence = await hold(title, '10 minutes')
    const { page, who } = await as('freemium', at(occurrence))
    await register(who, occurrence)
    await page.reload()
    await page.context().route('https://meet.example.com/**', (route) => route.fulfill({ body: 'Salle' }))
    const event = page.getByRole('article', { name: title })
    const [room] = await Promise.all([
      page.context().waitForEvent('page'),
      event.getByRole('button', { name: 'Rejoindre' }).click(),
    ])
    await room.waitForURL('https://meet.example.com/room')
    const [row] = await database<{ came: boolean }>(
      'select joined_at is not null as came from event_registrations where occurrence = $1 and user_id = $2',
      [occurrence, who.id],
    )
    expect(row).toEqual({ came: true })
  })

  it('[S-15] gives a calendar address, changes it and ends it, and downloads one event', async () => {
    const { page } = await as('freemium', at(await hold(`Atelier ${randomUUID().slice(0, 8)}`, '3 days')))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '.ics', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe('vigie.ics')
    await page.getByRole('button', { name: 'S’abonner (.ics)' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Créer mon adresse' }).click()
    const shown = dialog.getByText(/\/functions\/v1\/calendar\?jeton=[0-9a-f]{48}$/)
    const address = (await shown.textContent()) ?? ''
    expect((await fetch(address)).status).toBe(200)
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Changer l’adresse' }).click()
    await page.getByText('L’ancienne adresse ne répond plus').first().waitFor()
    expect((await fetch(address)).status).toBe(404)
    await dialog.getByRole('button', { name: 'Ne plus partager' }).click()
    await dialog.getByRole('button', { name: 'Créer mon adresse' }).waitFor()
  })

  it('[S-15] shows on a phone the agenda first, the month as dots, and one step in reach', async () => {
    const title = `Atelier ${randomUUID().slice(0, 8)}`
    const { page } = await as('freemium', at(await hold(title, '1 day')), { phone: true })
    await page.getByRole('article', { name: title }).waitFor()
    await page.getByRole('button', { name: 'Réserver', exact: true }).first().waitFor()
    await page.getByRole('radio', { name: 'Mois' }).click()
    const day = page.getByRole('table').getByRole('button', { name: new RegExp(title) })
    await day.waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await day.click()
    await page.getByRole('article', { name: title }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

describe('a replay', () => {
  it('[S-15] leads to its checkable passages, each with what came of it and the total', async () => {
    const [known] = await database<{ occurrence: string }>(
      `select occurrence from event_replays where title ->> 'fr' like 'Débrief du vendredi%'`,
    )
    const { page } = await as('freemium', at(known?.occurrence ?? ''))
    const replay = page.getByRole('region', { name: /^Débrief du vendredi/ })
    const rows = replay.getByRole('table').getByRole('row')
    await rows.nth(2).waitFor()
    const results = await replay.locator('tbody tr td:last-child').allTextContents()
    const total = results.reduce((sum, text) => sum + rOf(text), 0)
    expect(rOf((await replay.locator('tfoot td').last().textContent()) ?? '')).toBeCloseTo(total, 1)
    const second = replay.getByRole('button', { name: 'Aller à 18:40' })
    await second.click()
    expect(await replay.getByRole('slider').inputValue()).toBe('1120')
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('[S-15] plays from a passage on, and from where it was left', async () => {
    const { page, who } = await as('freemium', '/communaute/evenements?filtre=replays')
    const occurrence = await hold(`Débrief ${randomUUID().slice(0, 8)}`, '-2 hours')
    const path = `${randomUUID()}.webm`
    const staff = await person('admin')
    await database('update private.security_settings set require_staff_mfa = false')
    const bytes = await film(page, 4)
    const { error } = await staff.client.storage
      .from('replays')
      .upload(path, new Blob([new Uint8Array(bytes)], { type: 'video/webm' }))
    expect(error).toBeNull()
    const item = randomUUID()
    await database(
      `insert into content_items (id, kind, slug, position, tier, version) values ($1::uuid, 'replay', 'e2e-' || $1::text, 99, 'visitor', 0)`,
      [item],
    )
    await database(
      `insert into event_replays (occurrence, item, title, path, seconds) values ($1, $2, $3::jsonb, $4, 4)`,
      [occurrence, item, TEXTS('Un film'), path],
    )
    await database(`insert into event_passages values ($1, 1, 2, 'EURUSD', 1.0123, $2::jsonb)`, [
      occurrence,
      TEXTS('EUR/USD, achat vers 1.0123'),
    ])
    await page.goto(new URL(at(occurrence), page.url()).href)
    const replay = page.getByRole('region', { name: 'Un film' })
    await replay.getByRole('cell', { name: 'Hors du registre', exact: true }).waitFor()
    await replay.getByRole('button', { name: 'Aller à 00:02' }).click()
    const video = replay.locator('video')
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) >= 2)
    await video.waitFor()
    const kept = () =>
      database<{ second: number }>('select second from replay_progress where user_id = $1', [who.id])
    await expect.poll(kept).toEqual([{ second: 2 }])
    expect((await api().from('event_replays').select()).error).not.toBeNull()
    await page.reload()
    await replay.getByRole('button', { name: 'Reprendre à 00:02' }).waitFor()
    await replay.getByText('1 vue').waitFor()
  })
})

const rOf = (text: string) =>
  Number(
    text
      .replace('−', '-')
      .replace(',', '.')
      .replace(/[^\d.-]/g, '') || 0,
  )
