import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { api, as, closeAll, database, open } from '../stage/fixtures.ts'

afterAll(closeAll)

const pending = (id: string) =>
  database<{ amount: number }>('select amount::int from commissions where user_id = $1', [id])

describe('a referral', () => {
  it('[S-17][S-108] leads from an opened link to a pending commission, and a wallet change takes effect after its delay', async () => {
    const { page, who } = await as('freemium', '/parrainage')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copier le lien' }).click()
    await page.getByText('Lien copié').first().waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/signup\?ref=[A-Z2-9]{7}$/)

    const visitor = await open(new URL(link).pathname + new URL(link).search)
    const question = visitor.getByRole('region', { name: 'Parrainage', exact: true })
    const yes = question.getByRole('button', { name: 'Oui' })
    await yes.waitFor()
    // Refusing is as easy as accepting, and nothing is stored before either.
    const [no, agree] = await Promise.all([
      question.getByRole('button', { name: 'Non' }).boundingBox(),
      yes.boundingBox(),
    ])
    expect([no?.width, no?.height, no?.y]).toEqual([agree?.width, agree?.height, agree?.y])
    const kept = () =>
      visitor.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('vigie-referral')))
    expect(await kept()).toEqual([])
    await visitor.getByRole('link', { name: 'En savoir plus' }).click()
    await visitor.getByText('Vous n’avez pas répondu.', { exact: false }).waitFor()
    await visitor.getByRole('radio', { name: 'Non' }).click()
    await visitor.getByText('Vous avez répondu non', { exact: false }).waitFor()
    await question.waitFor({ state: 'detached' })
    expect(await kept()).toEqual(['vigie-referral-choice'])
    await visitor.getByRole('radio', { name: 'Oui' }).click()
    await visitor.getByText('Vous avez répondu oui', { exact: false }).waitFor()
    const number = await vi.waitUntil(
      () => visitor.evaluate(() => localStorage.getItem('vigie-referral')?.split(' ')[1]),
      { timeout: 15_000 },
    )
    await vi.waitUntil(
      async () =>
        (await database('select from private.referral_clicks where visitor = $1', [number])).length === 1,
      { timeout: 15_000 },
    )
    // Sends the form's request directly; another test covers the form.
    const client = api()
    const { error } = await client.auth.signUp({
      email: `${randomUUID()}@example.com`,
      password: `Long enough ${randomUUID()}`,
      options: {
        data: { referral: new URL(link).searchParams.get('ref'), visitor: number, referral_memory: '1' },
      },
    })
    expect(error).toBeNull()
    const { data: order } = await client
      .rpc('open_checkout', {
        plan: 'standard',
        period: 'month',
        means: 'card',
        details: { name: 'Alix Laurent', country: 'FR' },
        terms_version: '2026-11-21',
        expected_total: 3900,
        idempotency_key: randomUUID(),
      })
      .throwOnError()
    await client
      .rpc('sandbox_pay', {
        checkout: (order as { id: string }).id,
        card: { number: '4242 4242 4242 4242', expires: '08/31', cvc: '123' },
      })
      .throwOnError()
    const [commission] = await pending(who.id)
    expect(commission?.amount).toBeGreaterThan(0)

    await page.reload()
    await page.getByText('Filleul n° 1', { exact: false }).waitFor()
    await page.getByText('En attente').first().waitFor()

    await page.getByRole('link', { name: 'Ajouter une adresse' }).click()
    const card = page.getByRole('region', { name: 'Parrainage et versements' })
    await card.getByRole('button', { name: 'Ajouter' }).click()
    const dialog = page.getByRole('dialog')
    const address = dialog.getByLabel('Adresse du portefeuille')
    await address.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    await dialog.getByText('Cela ressemble à une adresse Ethereum', { exact: false }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Enregistrer' }).isDisabled()).toBe(true)
    await address.fill('TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW')
    await dialog.getByText('Somme de contrôle vérifiée', { exact: false }).waitFor()
    await dialog.getByRole('checkbox').click()
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await card.getByText('Aucun versement avant encore', { exact: false }).waitFor()
    await card.getByText('TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW').waitFor()

    // The link in the mail, opened in a browser that is not signed in.
    const [change] = await database<{ token: string }>(
      `select private.link_token('wallet', id) as token from wallets where user_id = $1`,
      [who.id],
    )
    const stop = await open(`/versements/arreter?jeton=${change?.token}`)
    await stop.getByRole('button', { name: 'Ce n’est pas moi' }).click()
    await stop.getByText('Le changement est arrêté', { exact: false }).waitFor()
  })
})
