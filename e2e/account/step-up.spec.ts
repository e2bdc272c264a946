import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from '../stage/accessibility.ts'
import { as, closeAll, database, open } from '../stage/fixtures.ts'

afterAll(closeAll)

/** Ages the user's last authentication beyond the limit. */
const growOld = (id: string) =>
  database(
    `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id in (select id from auth.sessions where user_id = $1)`,
    [id],
  )
const edit = (page: Page, name: RegExp) => page.getByRole('button', { name })

describe('a sign-in method', () => {
  it('is changed after entering the current password, and restored with the link in the mail', async () => {
    const { page, who } = await as('freemium', '/mon-compte')
    await database(`update auth.users set email_confirmed_at = now() - interval '1 day' where id = $1`, [
      who.id,
    ])
    await growOld(who.id)
    await edit(page, /^Modifier.*Mot de passe/).click()
    const proof = page.getByRole('dialog', { name: 'Confirmez votre identité' })
    await proof.getByLabel('Mot de passe', { exact: true }).fill(who.password)
    expect(await faultsInBothThemes(page)).toEqual([])
    await proof.getByRole('button', { name: 'Continuer' }).click()

    const dialog = page.getByRole('dialog', { name: 'Changer de mot de passe' })
    await dialog.getByLabel('Nouveau mot de passe').fill('violet tramway under the rain')
    await dialog.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await dialog.waitFor({ state: 'detached' })

    const [mail] = await database<{ token: string }>(
      `select data ->> 'ChangeToken' as token from _server.mail_outbox where to_address = $1 and template = 'password_changed'`,
      [who.email],
    )
    // In a browser that is not signed in.
    const stop = await open(`/securite/arreter?jeton=${mail?.token}`)
    const press = stop.getByRole('button', { name: 'tout arrêter' })
    await press.waitFor()
    expect(await faultsInBothThemes(stop)).toEqual([])
    await press.click()
    await stop.getByText(`a été envoyé à ${who.email}`, { exact: false }).waitFor()
    const sent = () =>
      database(`select from _server.mail_outbox where to_address = $1 and template = 'recovery'`, [who.email])
    await expect.poll(async () => (await sent()).length).toBe(1)

    // The open page learns of it with its next request.
    await page.getByRole('link', { name: 'Signaux' }).first().click()
    await page.getByRole('dialog', { name: 'Votre session a pris fin' }).waitFor()
  })

  it('of an account without recent authentication is not changed when the question is dismissed', async () => {
    const { page, who } = await as('freemium', '/mon-compte')
    await growOld(who.id)
    await page.getByRole('button', { name: 'Ajouter une application' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirmez votre identité' })
    await proof.getByRole('button', { name: 'Annuler' }).click()
    await proof.waitFor({ state: 'detached' })
    expect(await database('select from auth.mfa_factors where user_id = $1', [who.id])).toEqual([])
  })
})
