import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from '../stage/accessibility.ts'
import { closeAll, database, open, openAs, type Person, person, url } from '../stage/fixtures.ts'

afterAll(closeAll)

async function member(first: string, last: string): Promise<Person> {
  const one = await person('freemium')
  await database('update profiles set first_name = $2, last_name = $3 where id = $1', [one.id, first, last])
  await database('update community_members set trust = 3 where user_id = $1', [one.id])
  return one
}

/** A thread of a new author with these words, and its case. */
async function reported(words: string): Promise<{ author: Person; thread: string; about: string }> {
  const author = await member('Kévin', 'Perrin')
  const { data } = await author.client
    .rpc('start_thread', {
      category: 'methode',
      title: `Une méthode ${randomUUID().slice(0, 8)}`,
      body: words,
    })
    .throwOnError()
  const thread = (data as { id: string }).id
  const reader = await member('Sofia', 'Nardi')
  await reader.client
    .rpc('report', {
      subject: thread,
      reason: 'insult',
      words: 'Une injure contre un membre.',
      good_faith: true,
    })
    .throwOnError()
  const [found] = await database<{ id: string }>('select id from moderation_cases where subject = $1', [
    thread,
  ])
  return { author, thread, about: found?.id ?? '' }
}

const desk = (about: string, view = '') => `/admin/moderation?${view}dossier=${about}`
const decided = (page: Page) => page.getByRole('timer')

describe('moderation', () => {
  it('[S-109] [wish §2.5] takes a notice from a visitor, who reads its state by its code', async () => {
    const page = await open('/moderation?onglet=signaler')
    await page.getByLabel('Adresse de la page').fill(`${url}/communaute`)
    await page.getByLabel('Motif').selectOption('insult')
    await page.getByLabel('Ce qui ne va pas').fill('Un message insulte un membre par son nom.')
    await page.getByLabel('Votre nom').fill('Anna Keller')
    await page.getByLabel('Votre adresse e‑mail').fill(`anna-${randomUUID().slice(0, 8)}@example.com`)
    const send = page.getByRole('button', { name: 'Envoyer le signalement' })
    expect(await send.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: /bonne foi/ }).check()
    await send.click()
    await page.getByText('Signalement reçu').waitFor()
    const code = await page.getByRole('code').first().textContent()
    await page.getByLabel('Numéro du signalement').fill(code ?? '')
    await page.getByRole('button', { name: 'Voir la suite' }).click()
    await page.getByText('Une personne l’examine.').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('[S-109] [wish §2.5] decides by keyboard, undoes, decides again; the author reads why and appeals; another moderator decides the appeal', async () => {
    const words = `Il ne comprend rien, ${randomUUID().slice(0, 8)}.`
    const { author, thread, about } = await reported(words)
    const moderator = await person('analyst')
    const page = await openAs(moderator, desk(about))
    await page.getByText(words).first().waitFor()
    await page.getByText('Ce que Kévin', { exact: false }).waitFor()
    // The notice named a reason: 4 takes it away and gives it back.
    const insult = page.getByRole('button', { name: /^Injure, harcèlement/ })
    await page.keyboard.press('4')
    await page.getByText('Choisissez au moins un motif', { exact: false }).waitFor()
    await page.keyboard.press('4')
    expect(await insult.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('h')
    await page.getByText('Exposé des motifs').waitFor()
    await page.getByRole('definition').filter({ hasText: words }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Enter')
    await decided(page).waitFor()
    const state = async () =>
      (await database<{ state: string }>('select state from posts where id = $1', [thread]))[0]?.state
    expect(await state()).toBe('hidden')
    await page.keyboard.press('z')
    await page.getByRole('button', { name: /^Décider et notifier/ }).waitFor()
    expect(await state()).toBe('published')
    await page.getByRole('definition').filter({ hasText: words }).waitFor()
    await page.keyboard.press('h')
    await page.keyboard.press('Enter')
    await decided(page).waitFor()
    expect(await state()).toBe('hidden')
    // The worker sends it when the thirty seconds are over, which are not waited for here.
    await database('update moderation_decisions set due_at = now() where due_at > now()')
    await database(`select graphile_worker.add_job('send-decisions', job_key := 'send-decisions')`)
    await page.getByText(/^Notifiée le/).waitFor()

    const reader = await openAs(author, '/moderation?onglet=decisions')
    await reader.getByText(words).first().waitFor()
    await reader.getByText('Texte retiré', { exact: true }).waitFor()
    expect(await faultsInBothThemes(reader)).toEqual([])
    await reader.getByRole('button', { name: 'Contester la décision' }).click()
    await reader.getByLabel('Pourquoi la décision est erronée').fill('Je parlais de moi-même.')
    await reader.getByRole('button', { name: 'Envoyer le recours' }).click()
    await reader.getByText(/^Recours déposé le/).waitFor()

    await page.goto(url + desk(about, 'vue=appeals&'))
    await page.getByText('Vous avez pris cette décision', { exact: false }).waitFor()
    const other = await openAs(await person('analyst'), desk(about, 'vue=appeals&'))
    await other.getByLabel('Votre réponse').fill('Le message ne visait personne d’autre.')
    await other.getByRole('button', { name: 'Annuler la décision' }).click()
    await other.getByText(/^Annulée sur recours/).waitFor()
    expect(await state()).toBe('published')
    await reader.reload()
    await reader.getByText('Le message ne visait personne d’autre.').waitFor()
    await reader.goto(`${url}/moderation?onglet=registre`)
    await reader
      .getByRole('list', { name: 'Registre des mesures' })
      .getByText(/^Annule le n°/)
      .first()
      .waitFor()
  })
})
