import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { faults } from '../stage/accessibility.ts'
import { as, closeAll, database, logIn, url } from '../stage/fixtures.ts'

afterAll(closeAll)

describe('a member’s own data', () => {
  it('[S-10] [S-11] can be exported after reauthentication, then the account’s deletion is requested and cancelled', async () => {
    const { page, who } = await as('freemium', '/mon-compte')
    await database(
      `with old as (update auth.sessions set created_at = now() - interval '1 hour' where user_id = $1 returning id)
       update auth.mfa_amr_claims set updated_at = now() - interval '1 hour' where session_id in (select id from old)`,
      [who.id],
    )
    const data = page.getByRole('region', { name: 'Vos données' })
    await data.getByRole('button', { name: 'Préparer ma copie' }).click()
    const proof = page.getByRole('dialog', { name: /Confirmez votre identité/ })
    await proof.locator('input[type=password]').fill('not the password')
    await proof.getByRole('button', { name: 'Continuer' }).click()
    await proof.getByRole('alert').waitFor()
    await proof.locator('input[type=password]').fill(who.password)
    expect(await faults(page)).toEqual([])
    await proof.getByRole('button', { name: 'Continuer' }).click()
    await proof.waitFor({ state: 'detached' })

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      data.getByRole('button', { name: /^Télécharger/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('vigie-mes-donnees.zip')
    expect((await readFile(await download.path())).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')

    await data.getByRole('button', { name: 'Supprimer mon compte' }).click()
    const last = page.getByRole('dialog', { name: /Supprimer votre compte/ })
    await last.getByText('Conservé', { exact: true }).waitFor()
    expect(await faults(page)).toEqual([])
    await last.getByRole('button', { name: 'Supprimer mon compte' }).click()
    await page.waitForURL(`${url}/`)
    const sessions = await database('select from auth.sessions where user_id = $1', [who.id])
    expect(sessions).toEqual([])

    await page.goto(`${url}/login?next=%2Foutils`)
    await logIn(page, who)
    await page.waitForURL(`${url}/outils`)
    const notice = page.getByRole('region', { name: 'Suppression du compte' })
    await notice.getByText(/Votre compte sera supprimé le/).waitFor()
    expect(await faults(page)).toEqual([])
    await notice.getByRole('button', { name: 'Garder mon compte' }).click()
    await notice.waitFor({ state: 'detached' })
    const [kept] = await database<{ kept: boolean }>(
      'select cancelled_at is not null as kept from account_deletions where user_id = $1',
      [who.id],
    )
    expect(kept).toEqual({ kept: true })
  })
})
