import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, faults, faultsInBothThemes, overflows, settled } from '../stage/accessibility.ts'
import { SCREENS } from '../stage/every-screen.ts'
import { api, as, closeAll, database, open, person, url } from '../stage/fixtures.ts'

/** The back-office as staff use it and others cannot see it. */
afterAll(closeAll)

const ADMINS_ONLY = [
  'paiements',
  'revenus',
  'formules',
  'codes-de-reduction',
  'vendeur',
  'taux',
  'membres',
  'leads',
  'livraisons',
  'e-mails',
  'taches',
  'journal',
  'reglages',
]

describe('the back-office', () => {
  it('[S-29] lets an admin find, suspend and reinstate a member, with an audit trail', async () => {
    const word = `q${randomUUID().slice(0, 8)}`
    const member = await person('freemium')
    await database('update profiles set first_name = $2, last_name = $3 where id = $1', [
      member.id,
      word,
      'Kerguelen',
    ])
    const { page } = await as('admin', '/admin/membres')
    await page.getByRole('searchbox', { name: 'Nom, e‑mail, téléphone' }).fill(word)
    const rows = page.getByRole('table', { name: 'Membres' }).locator('tbody [data-row]')
    await expect.poll(() => rows.count()).toBe(1)
    await page.waitForURL((address) => address.searchParams.get('q') === word)
    expect(await faults(page)).toEqual([])

    // By keyboard only: the table, its row, its file.
    await page.getByRole('region', { name: 'Membres' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: new RegExp(word) })
    await sheet.getByRole('button', { name: 'Suspendre' }).click()
    const ask = page.getByRole('dialog', { name: new RegExp(`^Suspendre ${word}`) })
    await ask.getByRole('button', { name: 'Suspendre' }).click()
    await ask.getByText('Donnez un motif, de trois lettres au moins.').waitFor()
    await ask.getByRole('textbox', { name: 'Motif' }).fill('Compte partagé entre trois personnes.')
    await ask.getByRole('button', { name: 'Suspendre' }).click()
    await ask.waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Rétablir' }).waitFor()
    const signIn = () => api().auth.signInWithPassword({ email: member.email, password: member.password })
    expect((await signIn()).error?.code).toBe('user_banned')
    await sheet.getByText('Suspension · Ajout').waitFor()
    await settled(page)
    expect(await faults(page, '[role=dialog]')).toEqual([])

    await sheet.getByRole('button', { name: 'Rétablir' }).click()
    const back = page.getByRole('dialog', { name: new RegExp(`^Rétablir l’accès de ${word}`) })
    await back.getByRole('button', { name: 'Rétablir' }).click()
    await sheet.getByText('Suspension · Modification').waitFor()
    expect((await signIn()).error).toBeNull()

    await page.goto(`${url}/admin/journal?table=member_suspensions`)
    await page
      .getByRole('row', { name: /Suspension Modification/ })
      .first()
      .waitFor()
    expect(await faults(page)).toEqual([])
  })

  it('lets an admin refund part of a payment after showing the effects; the member keeps access', async () => {
    const { client } = await person('freemium')
    const { data: order, error } = await client.rpc('open_checkout', {
      plan: 'standard',
      period: 'month',
      means: 'card',
      details: { name: 'Alix Laurent', country: 'FR' },
      terms_version: '2026-11-21',
      expected_total: 3900,
    })
    expect(error).toBeNull()
    const card = { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' }
    expect((await client.rpc('sandbox_pay', { checkout: order.id, card })).error).toBeNull()

    const { page } = await as('admin', `/admin/paiements?q=${order.reference}`)
    const rows = page.getByRole('table', { name: 'Paiements' }).locator('tbody [data-row]')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('region', { name: 'Paiements' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: /39,00/ })
    await sheet.getByRole('button', { name: 'Rembourser' }).click()
    const ask = page.getByRole('dialog', { name: /^Rembourser ce paiement/ })
    await ask.getByRole('spinbutton', { name: 'Montant' }).fill('12')
    await ask.getByText(/^2,00.€ \(FR, 20/).waitFor()
    await ask.getByText(/^Inchangé/).waitFor()
    await settled(page)
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await ask.getByRole('button', { name: /^Rembourser 12,00/ }).click()
    await ask.getByText('Donnez un motif.').waitFor()
    await ask.getByRole('textbox', { name: 'Motif' }).fill('Une panne d’une semaine.')
    await ask.getByRole('button', { name: /^Rembourser 12,00/ }).click()
    await ask.waitFor({ state: 'detached' })
    await sheet.getByText(/^Remboursement de 12,00/).waitFor()
    await sheet.getByText('Remboursé en partie').waitFor()
    await sheet.getByText('Remboursement · Ajout').waitFor()
    expect((await client.rpc('current_tier')).data).toBe('premium')
  })

  it('shows the seller’s data, what is missing and its consequences; an invalid number is refused at its field', async () => {
    const { page } = await as('admin', '/admin/vendeur')
    const siren = page.getByRole('textbox', { name: 'SIREN', exact: true })
    const save = page.getByRole('button', { name: 'Enregistrer' })
    await page.getByText(/n’est prise pour de l’argent/).waitFor()
    await siren.fill('732 829 321')
    await save.click()
    await page
      .getByRole('alert')
      .getByText(/^Ce n’est pas un SIREN/)
      .waitFor()
    expect(await siren.getAttribute('aria-invalid')).toBe('true')
    try {
      await siren.fill('732 829 320')
      await save.click()
      // In its stored form, and as edited.
      await expect.poll(() => siren.inputValue()).toBe('732829320')
      await page.locator('ins').getByText('732829320').first().waitFor()
      await page.getByText('Faits enregistrés').waitFor()
      await settled(page)
      expect(await faults(page)).toEqual([])
      const notice = await open('/mentions-legales')
      await notice.getByText(/SIREN 732829320/).waitFor()
    } finally {
      await database(`update private.seller set siren = ''`)
    }
  })

  it('creates a plan with a start date, and shows it', async () => {
    const { page } = await as('admin', '/admin/formules')
    await page.getByRole('button', { name: 'Nouvelle formule' }).click()
    const sheet = page.getByRole('dialog', { name: 'Nouvelle formule' })
    await sheet.getByRole('button', { name: 'Créer la formule' }).click()
    expect(await sheet.getByText('Ce texte manque.').count()).toBe(8)
    const slug = `essai-${Date.now() % 1e9}`
    await sheet.getByLabel('Nom dans les adresses').fill(slug)
    await sheet.getByRole('spinbutton', { name: 'Prix par mois, taxe comprise' }).fill('19,90')
    for (const field of ['Nom', 'Phrase'])
      for (const input of await sheet.getByRole('textbox', { name: field, exact: true }).all())
        await input.fill('Escale')
    for (const field of ['Messages à l’IA par jour', 'Comptes copiés', 'Place'])
      await sheet.getByRole('spinbutton', { name: field }).fill('7')
    await sheet.getByRole('checkbox', { name: /^Contenus à télécharger/ }).click()
    await sheet.getByLabel('En vente à partir du').fill('01/01/2099')
    await settled(page)
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await sheet.getByRole('button', { name: 'Créer la formule' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('En vente le').waitFor()
    const [made] = await database<{ amount: string; tier: string; downloads: boolean }>(
      'select amount, tier, downloads from plans join plan_prices on plan = slug where slug = $1',
      [slug],
    )
    expect(made).toEqual({ amount: '1990', tier: 'premium', downloads: true })
  })

  it('uses dates in Paris, wherever the admin is', async () => {
    const code = `Q${randomUUID().slice(0, 8).toUpperCase()}`
    const { page } = await as('admin', '/admin/codes-de-reduction', { timeZone: 'America/New_York' })
    await page.getByRole('button', { name: 'Nouveau code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nouveau code' })
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code)
    await dialog.getByRole('spinbutton', { name: 'Remise' }).fill('10')
    await dialog.getByRole('textbox', { name: 'Dernier jour' }).fill('31/12/2030')
    await dialog.getByRole('button', { name: 'Créer le code' }).click()
    await dialog.waitFor({ state: 'detached' })
    const [made] = await database<{ ends_at: string }>(
      `select to_char(ends_at at time zone 'Europe/Paris', 'YYYY-MM-DD HH24:MI:SS') as ends_at from coupons where code = $1`,
      [code],
    )
    expect(made).toEqual({ ends_at: '2030-12-31 23:59:59' })
    await page
      .getByRole('table')
      .getByRole('row', { name: new RegExp(code) })
      .getByText('31/12/2030 23:59')
      .waitFor()
  })

  it('shows the recurring revenue and the next renewals, none of them in the past', async () => {
    const { page } = await as('admin', '/admin')
    await page.getByText('Revenu mensuel récurrent').waitFor()
    const rows = page.getByRole('list', { name: 'Prochains renouvellements' }).getByRole('listitem')
    await rows.first().waitFor()
    const days = (await rows.allInnerTexts()).map((text) => {
      const [, day, month, year] = /(\d\d)\/(\d\d)\/(\d{4})/.exec(text) ?? []
      return `${year}-${month}-${day}`
    })
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Paris' }).format(new Date())
    expect(days).toEqual(days.toSorted())
    for (const day of days) expect(day >= today, `${day} is not before ${today}`).toBe(true)
    await rows.first().getByRole('link').click()
    await page.getByRole('dialog').getByText('Contrat').first().waitFor()
  })

  it('shows an analyst the figures and the studios, and nothing reserved for admins', async () => {
    const { page, who } = await as('analyst', '/admin')
    await page.getByRole('heading', { name: 'Activation' }).waitFor()
    expect(await page.getByText('Revenu mensuel récurrent').count()).toBe(0)
    const nav = page.getByRole('navigation', { name: 'Administration' }).first()
    expect(await nav.getByRole('link').allTextContents()).toEqual([
      'Tableau de bord',
      'Demandes',
      'Signaux',
      'Modération',
      'Annonces',
      'Contenus',
    ])
    for (const place of ADMINS_ONLY) {
      await page.goto(`${url}/admin/${place}`)
      await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor()
    }
    await who.client.auth.signInWithPassword({ email: who.email, password: who.password })
    expect((await who.client.rpc('list_members')).error?.code).toBe('42501')
  })

  it('[S-29] is not found for a member, at any address', async () => {
    const { page } = await as('premium', '/signaux')
    for (const place of ['', '/signaux', '/membres']) {
      await page.goto(`${url}/admin${place}`)
      await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor()
      expect(await page.getByRole('navigation', { name: 'Administration' }).count()).toBe(0)
    }
  })

  it('has no accessibility fault in either theme, and fits a phone', async () => {
    const { page } = await as('admin', '/admin', { colorScheme: 'light' })
    const seen = new Set<string>(SCREENS.map(([, path]) => path))
    for (const place of ['', '/signaux', ...ADMINS_ONLY.map((name) => `/${name}`)]) {
      // By the sweep of every screen, in every language.
      if (seen.has(`/admin${place}`)) continue
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${url}/admin${place}`)
      await atRest(page)
      expect(await faultsInBothThemes(page), place).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await overflows(page), place).toEqual([])
    }
  })
})
