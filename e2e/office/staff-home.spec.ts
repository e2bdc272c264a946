import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, person } from '../stage/fixtures.ts'

/** What staff see first, beside and below what waits. */
afterAll(closeAll)

describe('the staff home', () => {
  it('says when each feed last told anything, and names a source of the calendar that fails', async () => {
    await database(
      `update announcement_sources set state = 'failing', error = 'HTTP 503', good_at = now() - interval '2 hours' where source = 'ecb'`,
    )
    const { page } = await as('analyst', '/admin')
    const feeds = page.getByRole('list', { name: 'Flux' })
    await feeds
      .getByRole('listitem')
      .filter({ hasText: 'Cryptomonnaies' })
      .getByText(/cours simulés · \d+ minutes sur 60/)
      .waitFor()
    const calendar = feeds.getByRole('listitem').filter({ hasText: 'Calendrier économique' })
    await calendar
      .getByText(/^European Central Bank\s: HTTP 503 \(dernier succès\s: .*\d\d:\d\d\)$/)
      .waitFor()
    await calendar.getByText('2 h 00').waitFor()
    await database(
      `update announcement_sources set state = 'off', error = null, good_at = null where source = 'ecb'`,
    )
  })

  it('says how old the oldest job and mail are, that no third party dated the chain, and that no backup is configured', async () => {
    await database(
      `insert into _server.mail_outbox (to_address, template, created_at, next_attempt_at, failed_at)
       values ('lost@example.com', 'recovery', now() - interval '2 hours', now(), now() - interval '1 hour')`,
    )
    const { page } = await as('admin', '/admin')
    const row = (name: string) =>
      page.getByRole('list', { name: 'Flux' }).getByRole('listitem').filter({ hasText: name })
    await row('Tâches')
      .getByText(/^\d+ en file$/)
      .waitFor()
    await row('E‑mails')
      .getByText(/1 abandonné en 24 h/)
      .waitFor()
    await row('Ancrage de la chaîne')
      .getByText(/aucun tiers ne l’a encore datée · tête n° [\d\s]+ signée il y a/)
      .waitFor()
    await row('Sauvegarde').getByText('aucune sauvegarde automatique n’est configurée').waitFor()
    await database(
      `update _server.backup_state set configured = true, base_at = now() - interval '7 hours', copied_at = now() - interval '2 minutes'`,
    )
    await page.reload()
    await row('Sauvegarde').getByText('7 h 00').waitFor()
    await row('Sauvegarde')
      .getByText(/dernière copie complète\s: .*\d\d:\d\d · journal copié il y a/)
      .waitFor()
    await database(
      'update _server.backup_state set configured = false, base_at = null, copied_at = null; ' +
        "delete from _server.mail_outbox where to_address = 'lost@example.com'",
    )
    await row('Tâches').getByRole('link', { name: 'Tâches' }).click()
    await page.waitForURL(/\/admin\/taches/)
  })

  it('names who has the most pressing request, or nobody', async () => {
    const { page, who } = await as('admin', '/profil')
    await database(`update profiles set first_name = 'Inès', last_name = 'Vidal' where id = $1`, [who.id])
    const { id: asker } = await person('freemium')
    // The oldest of all, so that it is the most pressing.
    const [oldest] = await database<{ id: string }>(
      `insert into qualification_requests (user_id, broker, account_number, waiting_since)
       values ($1, (select slug from brokers limit 1), 'A 1', now() - interval '40 days') returning id`,
      [asker],
    )
    const give = (to: string | null) =>
      database('update qualification_requests set assignee = $2 where id = $1', [oldest?.id, to])
    await give(who.id)
    await page.goto(new URL('/admin', page.url()).href)
    const row = page
      .getByRole('list', { name: /attend/ })
      .getByRole('listitem')
      .filter({ hasText: /^Qualification/ })
    await row.getByText('Suivi par Inès Vidal').waitFor()
    await give(null)
    await page.reload()
    await row.getByText('Suivi par personne').waitFor()
    await database('delete from qualification_requests where id = $1', [oldest?.id])
  })

  it('goes back to the week before, with what was published and took place', async () => {
    const { page } = await as('analyst', '/admin')
    await page.getByRole('button', { name: 'Les sept jours passés' }).click()
    const board = page.getByRole('table', { name: 'Les sept jours passés' })
    await board.getByRole('row', { name: /^Signaux publiés/ }).waitFor()
    expect(await board.getByRole('row', { name: /^Réponses promises/ }).count()).toBe(0)
    const [{ count } = { count: 0 }] = await database<{ count: number }>(
      `select count(*)::int as count from signals where published_at >= (date_trunc('day', now() at time zone 'Europe/Paris') - interval '7 days') at time zone 'Europe/Paris'
         and published_at < date_trunc('day', now() at time zone 'Europe/Paris') at time zone 'Europe/Paris'`,
    )
    const row = board.getByRole('row', { name: /^Signaux publiés/ })
    if (count > 0) await row.getByRole('link').first().waitFor()
    await page.getByRole('button', { name: 'Les sept jours à venir' }).click()
    await page.getByRole('table', { name: 'Les sept jours à venir' }).waitFor()
  })

  it('draws how long deliveries and answers took, each with how many there were', async () => {
    const fact = `signal:${randomUUID()}`
    await database(
      `insert into private.notification_facts (fact, category, kind, link, created_at, fanned_out_at)
       values ($1, 'signals', 'signal_published', '/signaux', now() - interval '1 minute', now() - interval '59.6 s')`,
      [fact],
    )
    await database(
      `insert into _server.mail_outbox (to_address, template, created_at, sent_at)
       values ('a@example.com', 'recovery', now() - interval '10 s', now() - interval '8 s')`,
    )
    const { page } = await as('admin', '/admin')
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    for (const name of ['Signal, application', 'Tous les e‑mails'])
      await row(name)
        .filter({ hasText: /\d+ mesurés?\s*Médiane\s[\d,]+\sm?s,\s95\s%\s[\d,]+\sm?s/ })
        .waitFor()
    await row('Demandes')
      .filter({ hasText: /\d+ sur \d+ dans les temps.*promesse/ })
      .waitFor()
    await page.getByRole('button', { name: 'Signal, application' }).focus()
    await page.getByText(/jusqu’à ce que le dernier membre l’ait dans l’application/).waitFor()
    await database('delete from private.notification_facts where fact = $1', [fact])
  })

  it('lays the coming week out by kind and day, and opens what is due by keyboard', async () => {
    const dated = await database<{ id: string; next_expiry: string | null }>(
      `select id, next_expiry::text from content_items where kind = 'broker' and state = 'published' order by slug limit 2`,
    )
    const due = (place: number, days: number) =>
      database(
        `update content_items set next_expiry = (now() at time zone 'Europe/Paris')::date + $2::int where id = $1`,
        [dated[place]?.id, days],
      )
    await due(0, 2)
    await due(1, -3)
    const { page } = await as('analyst', '/admin')
    const board = page.getByRole('table', { name: 'Les sept jours à venir' })
    const facts = board.getByRole('row', { name: /^Faits à revérifier/ }).getByRole('cell')
    // What is late is listed today.
    await facts.nth(0).getByText('en retard').waitFor()
    expect(await board.getByRole('row', { name: /^Renouvellements/ }).count()).toBe(0)
    await facts.nth(2).getByRole('link').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/contenus/)

    const { page: phone } = await as('analyst', '/admin', { phone: true })
    const agenda = phone.getByRole('list', { name: 'Les sept jours à venir' })
    await agenda.getByRole('heading', { level: 3 }).nth(6).waitFor()
    await agenda.getByRole('listitem').filter({ hasText: 'Faits à revérifier' }).first().waitFor()
    for (const { id, next_expiry } of dated)
      await database('update content_items set next_expiry = $2 where id = $1', [id, next_expiry])
  })

  it('folds to the last decision once nothing waits', async () => {
    const { page, who } = await as('analyst', '/profil')
    await database(`update profiles set first_name = 'Inès', last_name = 'Vidal' where id = $1`, [who.id])
    const noted = await database(
      `insert into ticket_events (ticket, kind, at, actor, actor_role)
       select id, 'answered', clock_timestamp(), $1, 'analyst' from tickets where first_answered_at is not null limit 1 returning id`,
      [who.id],
    )
    expect(noted).toHaveLength(1)
    // The demonstration always has something that waits.
    await page.route('**/rest/v1/rpc/ticket_counts*', (route) =>
      route.fulfill({ json: { waiting: 0, overdue: 0 } }),
    )
    await page.route('**/rest/v1/moderation_cases*', (route) =>
      route.fulfill({ json: [], headers: { 'content-range': '*/0' } }),
    )
    await page.goto(new URL('/admin', page.url()).href)
    await page.getByRole('heading', { name: 'Tout est tenu' }).waitFor()
    await page
      .getByText(/^Dernière décision\s: réponse à une demande, à \d\d:\d\d, par Inès Vidal\.$/)
      .waitFor()
  })

  it('fits every width without a fault', async () => {
    const { page } = await as('admin', '/admin')
    for (const width of [1440, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await atRest(page)
      expect(await overflows(page), `${width}`).toEqual([])
      expect(await faultsInBothThemes(page), `${width}`).toEqual([])
    }
  })
})
