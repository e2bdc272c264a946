import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, faults, faultsInBothThemes, overflows, settled } from './accessibility.ts'
import { api, as, closeAll, database, person, url } from './fixtures.ts'

/** The back-office as staff use it, and as nobody else sees it. */
afterAll(closeAll)

const ADMINS_ONLY = ['membres', 'leads', 'livraisons', 'e-mails', 'taches', 'journal', 'reglages']

describe('the back-office', () => {
  it('[S-29] lets an admin find a member, suspend and reinstate them, and see it written down', async () => {
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

    // By keys alone: the table, its row, its file.
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

  it('shows an analyst the figures and the studios, and nothing that is the admins’', async () => {
    const { page, who } = await as('analyst', '/admin')
    await page.getByRole('heading', { name: 'Activation' }).waitFor()
    const nav = page.getByRole('navigation', { name: 'Administration' }).first()
    expect(await nav.getByRole('link').allTextContents()).toEqual(['Tableau de bord', 'Signaux'])
    for (const place of ADMINS_ONLY) {
      await page.goto(`${url}/admin/${place}`)
      await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor()
    }
    await who.client.auth.signInWithPassword({ email: who.email, password: who.password })
    expect((await who.client.rpc('list_members')).error?.code).toBe('42501')
  })

  it('[S-29] is not found for a member, whatever the address', async () => {
    const { page } = await as('premium', '/signaux')
    for (const place of ['', '/signaux', '/membres']) {
      await page.goto(`${url}/admin${place}`)
      await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor()
      expect(await page.getByRole('navigation', { name: 'Administration' }).count()).toBe(0)
    }
  })

  it('has no fault in either theme, and fits a phone', async () => {
    const { page } = await as('admin', '/admin', { colorScheme: 'light' })
    for (const place of ['', '/signaux', ...ADMINS_ONLY.map((name) => `/${name}`)]) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${url}/admin${place}`)
      await atRest(page)
      expect(await faultsInBothThemes(page), place).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await overflows(page), place).toEqual([])
    }
  })
})
