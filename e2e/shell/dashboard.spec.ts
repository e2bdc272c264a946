import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { indicator, inMinutes, say } from '../stage/announcement-rows.ts'
import {
  as,
  closeAll,
  database,
  logIn,
  open,
  openAs,
  type Person,
  person,
  title,
  url,
} from '../stage/fixtures.ts'
import { publish } from '../stage/publish.ts'

afterAll(closeAll)

/** A member who has put the first steps off. */
async function settled(role: 'freemium' | 'premium'): Promise<Person> {
  const who = await person(role)
  await database('insert into visits (user_id, steps_put_off_at) values ($1, now())', [who.id])
  return who
}

/** A time zone in which it is about noon, so that the day has hours left. */
const noonNow = () => {
  const west = new Date().getUTCHours() - 12
  return west < 0 ? `Etc/GMT${west}` : `Etc/GMT+${west}`
}

describe('the dashboard', () => {
  it('[S-01] is a member’s first page after signing in, with the open signals', async () => {
    await publish('ETHUSD', 'premium')
    await publish('EURCHF')
    const who = await person('freemium')
    const page = await open('/login')
    await logIn(page, who)
    await page.waitForURL(`${url}/`)
    await title(page, /4 gestes, \d+ minutes/)
    const signals = page.getByRole('region', { name: /Signaux ouverts/ })
    await expect.poll(() => signals.getByRole('link').count()).toBeGreaterThan(1)
    // A premium signal is shown without its levels.
    expect(await signals.locator('[data-locked]').first().textContent()).not.toMatch(/\d[.,]\d/)
    await signals.locator('a[href^="/signaux?signal="]:not([data-locked])').first().click()
    await title(page, 'Signaux')
    await page.goBack()
    await title(page, /gestes/)
  })

  it('leads a new member through the first steps, the first of them on the spot', async () => {
    const { page } = await as('freemium', '/')
    await title(page, /4 gestes/)
    await page.getByText('C’est la première : nous prenons un repère.').waitFor()
    const step = page.locator('[data-step=recompute]')
    await step.getByRole('button', { name: 'Refaire le calcul ici' }).click()
    const found = step.getByRole('status').getByRole('listitem')
    await expect
      .poll(() => found.allTextContents())
      .toEqual([
        'Les niveaux ouverts sont ceux qui avaient été scellés.',
        'L’annonce précède l’entrée.',
        expect.stringMatching(/^Le résultat du registre est celui des prix.: −[\d,]+\sR\.$/),
      ])
    await step.getByRole('button', { name: 'Continuer' }).click()
    await title(page, /3 gestes/)
    await page.locator('[data-step=risk]').getByRole('button', { name: 'Enregistrer' }).click()
    await title(page, /2 gestes/)
    await page.reload()
    await title(page, /2 gestes/)
    await page.getByRole('button', { name: 'Plus tard' }).click()
    await page.getByText(/^Bonjour Alix · /).waitFor()
    await page.getByRole('button', { name: 'Reprendre les premiers pas' }).click()
    await title(page, /2 gestes/)
  })

  it('says that a part of what waits could not be read, and reads it again on demand', async () => {
    const page = await openAs(await settled('freemium'), '/annonces')
    const daily = '**/rest/v1/rpc/my_daily'
    await page.route(daily, (route) => route.fulfill({ status: 500, json: { message: 'down' } }))
    await page.goto(url)
    const list = page.getByRole('region', { name: 'À faire' })
    await list.getByText('Cette partie n’a pas pu être chargée').waitFor()
    await page.unroute(daily)
    await list.getByRole('button', { name: 'Réessayer' }).click()
    await list.getByRole('link', { name: /Test/ }).waitFor()
    await list.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('shows at the next visit what happened since the last', async () => {
    const { page, who } = await as('premium', '/')
    await title(page, /gestes/)
    const before = `update visits set seen_at = now() - interval '30 days' where user_id = $1 returning user_id`
    await expect.poll(async () => (await database(before, [who.id])).length).toBe(1)
    await page.reload()
    const changes = page.getByRole('region', { name: /Depuis votre dernière visite/ })
    await expect.poll(() => changes.getByRole('listitem').count()).toBe(6)
    await changes
      .getByText(/publié|entrée touchée|atteint|stop touché/)
      .first()
      .waitFor()
    // What closed signals brought, losses included.
    await changes.getByText(/^\d+ clos [+−]?[\d,]+\sR$/).waitFor()
    await changes.getByRole('button', { name: 'Tout est vu' }).click()
    await changes.getByText('Rien n’a changé depuis.').waitFor()
    await page.reload()
    await changes.getByText('Rien n’a changé depuis.').waitFor()
    expect(await changes.getByRole('button', { name: 'Tout est vu' }).count()).toBe(0)
  })

  it('says to a member who knows it what is forbidden next, and lists what waits, the most perishable first', async () => {
    await publish('CADCHF')
    const { slug, title: announced } = await indicator({ currency: 'CHF' })
    const [other] = await database<{ at: Date | null }>(
      `select min(starts_at) as at from announcements where impact = 'high' and starts_at > now()`,
    )
    // Before any other announcement, since only the next one is listed.
    const at = Math.min(inMinutes(42).getTime(), (other?.at?.getTime() ?? Number.POSITIVE_INFINITY) - 60_000)
    await say(slug, 'next', new Date(at))
    // The demonstration's weekly event would be more perishable in the hour before it.
    await database(
      `update event_occurrences set starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours'
         where starts_at between now() and now() + interval '1 hour'`,
    )
    const who = await settled('premium')
    await database(
      `insert into notifications (user_id, fact, category, kind, parameters, link, in_app)
         values ($1, 'reply', 'community', 'forum_reply', '{"title": "Stop au break-even"}', '/communaute', true)`,
      [who.id],
    )
    await database(
      `insert into lesson_progress (member, lesson, part, place, "of", version, updated_at)
         select $1, item, 'slides', 4, 18, version, now() - interval '1 day' from published_content
         where kind = 'lesson' and tier = 'freemium' limit 1`,
      [who.id],
    )
    const page = await openAs(who, '/', { timeZone: noonNow() })
    await title(page, /possible|attend|ouvert|Trop tard|Marchés fermés|Rien en/)
    await page
      .getByText(/rien en CHF pendant|N’ouvrez rien avant/i)
      .first()
      .waitFor()
    expect(await page.locator('figcaption').textContent()).toContain('rien en CHF')
    const todo = page.getByRole('region', { name: /À faire/ }).getByRole('listitem')
    await expect.poll(() => todo.first().textContent()).toContain(announced)
    const rows = async () => (await todo.allTextContents()).join('\n')
    await expect.poll(rows).toMatch(/Stop au break-even[\s\S]*diapositive 4 sur 18/)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(announced)
    expect(await page.getByText(/première/).count()).toBe(0)
    await page.getByRole('region', { name: 'Ces dernières 24 heures' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflows(page), `${width}`).toEqual([])
    }
  })

  it('shows that the record still contains what this device had seen of it', async () => {
    const page = await openAs(await settled('freemium'), '/')
    await page.getByText('Pas encore de repère sur cet appareil').waitFor()
    await database(
      `select private.append_to_ledger('note', null, '{"text":"seen"}'), private.enqueue('make-checkpoint', '{}', 'make-checkpoint')`,
    )
    await expect
      .poll(() =>
        database('select max(sequence) = (select max(size) from ledger_checkpoints) as signed from ledger'),
      )
      .toEqual([{ signed: true }])
    await page.reload()
    await page.getByText('Ce que vous aviez vu n’a pas bougé.').waitFor()
    await page.getByText(/ajoutés? la prolonge/).waitFor()
  })
})
