import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from '../stage/accessibility.ts'
import { closeAll, database, open, openAs, type Person, person, url } from '../stage/fixtures.ts'

afterAll(closeAll)

async function member(first: string, last: string): Promise<Person> {
  const one = await person('freemium')
  await database('update profiles set first_name = $2, last_name = $3 where id = $1', [one.id, first, last])
  return one
}

async function staff(role: 'analyst' | 'admin', first: string, username: string): Promise<Person> {
  const one = await person(role)
  const name = `${username}${randomUUID().slice(0, 6)}`
  await database('update profiles set first_name = $2, username = $3 where id = $1', [one.id, first, name])
  return one
}

async function opened(who: Person, subject: string, body = 'Comment faire ?', more = {}): Promise<string> {
  const { data } = await who.client
    .rpc('open_ticket', { topic: 'technical', subject, body, request: randomUUID(), ...more })
    .throwOnError()
  return (data as { id: string }).id
}

const answer = async (who: Person, ticket: string, next = 'pending', body = 'Voici comment.') => {
  const [row] = await database<{ messages: number }>('select messages from tickets where id = $1', [ticket])
  await who.client
    .rpc('answer_ticket', { ticket, body, request: randomUUID(), seen: row?.messages, next })
    .throwOnError()
}
const stateOf = async (ticket: string) =>
  (await database<{ state: string }>('select state from tickets where id = $1', [ticket]))[0]?.state
const own = (ticket: string) => `/support?demande=${ticket}`
const desk = (ticket: string) => `/admin/support?demande=${ticket}`
const reply = (page: Page) => page.getByRole('textbox', { name: 'Votre réponse' })
const history = (page: Page) => page.getByRole('list', { name: 'Échanges' })

describe('support', () => {
  it('[S-114] [wish §8.3] [wish §8.4] [wish §8.7] opens a ticket with a file, shows its promised time, and answers live on both sides', async () => {
    const asks = await member('Alix', 'Laurent')
    const agent = await staff('analyst', 'Hugo', 'hugo')
    const page = await openAs(asks, '/support?nouvelle=1')
    const subject = `Alerte muette ${randomUUID().slice(0, 6)}`
    await page.getByLabel('Sujet').selectOption('technical')
    await page.getByLabel('En une ligne').fill(subject)
    await page.getByText(/^Première réponse en/).waitFor()
    await page.getByRole('textbox', { name: 'Votre demande' }).fill('L’alerte ne sonne pas dans Firefox.')
    await page.locator('input[type=file]').setInputFiles([
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('une note') },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
    ])
    const leaving = page.getByRole('list', { name: 'Pièces à joindre' })
    await leaving.getByText(/^refusé/).waitFor()
    await page.getByRole('button', { name: 'Retirer page.html' }).click()
    await page.getByRole('checkbox', { name: /^Joindre ma formule/ }).check()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Envoyer la demande' }).click()
    await page.waitForURL(/demande=/)
    const ticket = new URL(page.url()).searchParams.get('demande') ?? ''
    await page.getByRole('heading', { name: /^Solution promise/ }).waitFor()
    await page.getByRole('button', { name: 'Télécharger note.txt' }).waitFor()
    await page.getByText('Dossier joint avec votre accord').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])

    const office = await openAs(agent, desk(ticket))
    await history(office).getByText('L’alerte ne sonne pas dans Firefox.').waitFor()
    await office.keyboard.press('r')
    await reply(office).pressSequentially('Cochez « Autoriser le son »')
    await page.getByText('L’équipe écrit…').waitFor()
    await office.keyboard.press('Control+Enter')
    await history(page).getByText('Cochez « Autoriser le son »').waitFor()
    await page.getByText(/^promis en .*, tenu en/).waitFor()
    await page.getByText(/^lu à/).first().waitFor()
    await page.getByRole('heading', { name: /^À vous d’écrire/ }).waitFor()
    await reply(page).fill('C’est fait, le son revient.')
    await page.keyboard.press('Control+Enter')
    await history(office).getByText('C’est fait, le son revient.').waitFor()
    await page.getByRole('button', { name: 'Retirer', exact: true }).click()
    await page.getByText('Dossier joint avec votre accord').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'C’est résolu' }).click()
    await page.getByRole('radio', { name: '5' }).click()
    await page.getByRole('button', { name: 'Envoyer la note' }).click()
    await page.getByText('Votre note : 5 sur 5', { exact: false }).waitFor()
    expect(await stateOf(ticket)).toBe('solved')
  })

  it('[S-114] [wish §8.2] [wish §8.5] keeps a ticket solved on a thank-you, reopens it on a question, and opens a follow-up where the topic says so', async () => {
    const asks = await member('Sofia', 'Nardi')
    const agent = await staff('analyst', 'Hugo', 'hugo')
    const ticket = await opened(asks, 'Idée affichée deux fois')
    await answer(agent, ticket, 'solved')
    const page = await openAs(asks, own(ticket))
    await reply(page).fill('Merci beaucoup, c’est parfait !')
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await page.getByText('Merci transmis', { exact: false }).first().waitFor()
    expect(await stateOf(ticket)).toBe('solved')
    await reply(page).fill('Elle revient sur mobile, que faire ?')
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await page.getByText(/rouverte par/).waitFor()
    expect(await stateOf(ticket)).toBe('open')

    const other = await opened(asks, 'Export du journal', 'Où est-il ?', { topic: 'learning' })
    await answer(agent, other, 'solved')
    const boss = await staff('admin', 'Léa', 'lea')
    const settings = await openAs(boss, '/admin/support?onglet=reglages')
    const rule = settings.getByLabel('Réponse à une demande résolue, Formations')
    await rule.selectOption('never')
    await expect
      .poll(() => database("select 1 from support_topics where topic = 'learning' and reopens = 'never'"))
      .toHaveLength(1)
    expect(await faultsInBothThemes(settings)).toEqual([])
    await page.goto(url + own(other))
    await reply(page).fill('Et en PDF, est-ce possible ?')
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await page.waitForURL((address) => address.searchParams.get('demande') !== other)
    await history(page).getByText('Et en PDF, est-ce possible ?').waitFor()
    expect(await stateOf(other)).toBe('solved')
    await rule.selectOption('unless_thanks')
    await expect
      .poll(() => database("select 1 from support_topics where topic = 'learning' and reopens = 'never'"))
      .toHaveLength(0)
  })

  it('[S-114] [wish §8.1] [wish §8.9] writes notes that name colleagues, warns of a colleague on the same ticket, and merges and splits with one history', async () => {
    const asks = await member('Lucie', 'Ferrand')
    const agent = await staff('analyst', 'Hugo', 'hugo')
    const colleague = await staff('analyst', 'Inès', 'ines')
    const first = await opened(asks, 'Rétractation', 'Je souhaite renoncer.')
    const second = await opened(asks, 'Encore la rétractation', 'Même demande, par erreur.')
    const page = await openAs(agent, desk(second))
    await history(page).getByText('Même demande, par erreur.').waitFor()
    const watching = await openAs(colleague, desk(second))
    await page.getByText(/consulte aussi cette demande/).waitFor()
    await page.keyboard.press('n')
    const note = page.getByRole('textbox', { name: 'Votre note interne' })
    await note.pressSequentially('Doublon de la première, @ines')
    await page.getByRole('option', { name: /Inès/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await history(watching).getByText('Doublon de la première', { exact: false }).waitFor()
    await watching.getByText('invisible du membre').first().waitFor()
    expect(await faultsInBothThemes(watching)).toEqual([])
    await page.getByRole('button', { name: 'Plus d’actions' }).click()
    await page.getByRole('menuitem', { name: 'Fusionner…' }).click()
    await page.getByRole('radio', { name: /^Rétractation/ }).check()
    await page.getByRole('button', { name: 'Fusionner', exact: true }).click()
    await page.waitForURL((address) => address.searchParams.get('demande') === first)
    await history(page).getByText('Même demande, par erreur.').waitFor()
    await history(page).getByText('Je souhaite renoncer.').waitFor()
    await page.getByText(/écrit dans la demande n°/).waitFor()

    const reader = await openAs(asks, own(first))
    await history(reader).getByText('Même demande, par erreur.').waitFor()
    expect(await reader.getByText('Doublon de la première', { exact: false }).count()).toBe(0)

    await page.getByRole('button', { name: 'Plus d’actions' }).click()
    await page.getByRole('menuitem', { name: 'Séparer des messages…' }).click()
    await page.getByLabel('Titre de la nouvelle demande').fill('Une autre question')
    await page.getByRole('checkbox', { name: /Même demande/ }).check()
    await page.getByRole('button', { name: 'Séparer', exact: true }).click()
    await page.getByRole('heading', { name: /^Une autre question/ }).waitFor()
    await history(page).getByText('Même demande, par erreur.').waitFor()
    const words = await database('select 1 from ticket_messages where body = $1', [
      'Même demande, par erreur.',
    ])
    expect(words.length).toBeGreaterThan(0)
  })

  it('[S-114] [wish §8.8] finds a canned answer by a letter, fills it, and keeps what was typed where somebody wrote meanwhile', async () => {
    const asks = await member('Noé', 'Lambert')
    const boss = await staff('admin', 'Léa', 'lea')
    const name = `retrait-${randomUUID().slice(0, 6)}`
    const page = await openAs(boss, '/admin/support?onglet=reponses')
    await page.getByRole('button', { name: 'Nouvelle réponse type' }).click()
    await page.getByLabel('Nom après /').fill(name)
    await page.getByLabel('Texte', { exact: true }).fill('Bonjour {{member}}, votre retrait est parti.')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText(`/${name}`).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    const ticket = await opened(asks, 'Retrait en examen')
    await page.goto(url + desk(ticket))
    await history(page).getByText('Comment faire ?').waitFor()
    await page.keyboard.press('/')
    await expect.poll(() => reply(page).inputValue()).toBe('/')
    // The slash is the desk's here, not the palette's.
    expect(await page.getByRole('dialog').count()).toBe(0)
    await reply(page).pressSequentially(name.slice(0, 12))
    await page.getByRole('option', { name: new RegExp(name) }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => reply(page).inputValue()).toBe('Bonjour Noé, votre retrait est parti.')
    await page.route('**/rpc/ticket_file', (route) => route.abort())
    await asks.client
      .rpc('reply_ticket', { ticket, body: 'Un mot de plus.', request: randomUUID() })
      .throwOnError()
    await page.getByRole('button', { name: /^Envoyer Ctrl|^Envoyer$/ }).click()
    await page.getByText('Quelqu’un a écrit entre-temps', { exact: false }).waitFor()
    expect(await reply(page).inputValue()).toBe('Bonjour Noé, votre retrait est parti.')
    await page.unroute('**/rpc/ticket_file')
    await page.reload()
    await history(page).getByText('Un mot de plus.').waitFor()
    await page.getByRole('button', { name: /^Envoyer Ctrl|^Envoyer$/ }).click()
    await history(page).getByText('Bonjour Noé, votre retrait est parti.').waitFor()
  })

  it('[S-114] keeps a reply on the device without a network, and sends it once when there is one', async () => {
    const asks = await member('Théo', 'Roux')
    const ticket = await opened(asks, 'Facture au nom de ma société')
    const page = await openAs(asks, own(ticket))
    await page.getByText('Comment faire ?').first().waitFor()
    await page.route('**/rpc/reply_ticket', (route) => route.abort())
    await reply(page).fill('Voici le numéro de TVA.')
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await page.getByText('non envoyée').waitFor()
    await page.reload()
    await page.getByText('Voici le numéro de TVA.').waitFor()
    await page.unroute('**/rpc/reply_ticket')
    const retry = page.getByRole('button', { name: 'Réessayer' })
    if (await retry.isVisible()) await retry.click()
    await history(page).getByText('Voici le numéro de TVA.').waitFor()
    const rows = await database('select 1 from ticket_messages where ticket = $1 and body = $2', [
      ticket,
      'Voici le numéro de TVA.',
    ])
    expect(rows).toHaveLength(1)
  })

  it('[S-114] opens a ticket about a figure with its formula and rows, and publishes an erratum for a mistake of ours', async () => {
    const asks = await member('Mehdi', 'Amrani')
    const page = await openAs(asks, '/performances?formule=expectancy')
    await page.getByRole('link', { name: 'Signaler une erreur' }).click()
    await page.getByText('Erreur possible : espérance').first().waitFor()
    await page.getByRole('textbox', { name: 'Votre demande' }).fill('Je trouve une autre valeur.')
    await page.getByRole('button', { name: 'Envoyer la demande' }).click()
    await page.waitForURL(/demande=/)
    const ticket = new URL(page.url()).searchParams.get('demande') ?? ''
    // Exactly: in small letters, a sigma that ends a word is another letter than one that stands alone.
    await page
      .getByRole('region', { name: 'Chiffre joint à l’ouverture' })
      .getByText('Σ R / n', { exact: true })
      .waitFor()
    const boss = await staff('admin', 'Léa', 'lea')
    const office = await openAs(boss, desk(ticket))
    await history(office).getByText('Je trouve une autre valeur.').waitFor()
    await office.getByRole('button', { name: 'Plus d’actions' }).click()
    await office.getByRole('menuitem', { name: 'Confirmer une erreur…' }).click()
    await office
      .getByLabel('Ce qui était faux, et ce qui est juste')
      .fill('Un arrondi était faux, il est corrigé.')
    await office.getByRole('button', { name: 'Publier l’erratum' }).click()
    await page.getByText('Un arrondi était faux, il est corrigé.').waitFor()
    await page.getByRole('region', { name: 'Erreur confirmée' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.goto(`${url}/performances?formule=expectancy`)
    const beside = page.getByRole('group').filter({ hasText: /^Erratum du/ })
    await beside.getByText(/^Erratum du/).click()
    await beside.getByText('Un arrondi était faux, il est corrigé.').waitFor()
  })

  it('[S-114] names the deadlines of a complaint, and tells everybody median and P90 with their rows', async () => {
    const asks = await member('Pauline', 'Garnier')
    const agent = await staff('analyst', 'Hugo', 'hugo')
    const ticket = await opened(asks, 'Double débit', 'Deux prélèvements.', { topic: 'complaint' })
    await answer(agent, ticket)
    const page = await openAs(asks, own(ticket), { phone: true })
    await page.getByText(/^Réponse au plus tard le|Réponse au plus tard le/).waitFor()
    await page.getByRole('heading', { name: /^À vous d’écrire/ }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    const visitor = await open('/support/delais')
    await visitor.getByRole('heading', { name: 'Délais de réponse' }).waitFor()
    await visitor.getByText(/^Recalculé dans votre navigateur/).waitFor()
    expect(await faultsInBothThemes(visitor)).toEqual([])
  })

  it('[S-114] [wish §8.10] gives a member a copy of what they wrote, and nobody another’s', async () => {
    const asks = await member('Bruno', 'Sartre')
    const other = await member('Anna', 'Keller')
    const ticket = await opened(asks, 'Code refusé', 'J’ai changé de téléphone.')
    const { data } = await asks.client.from('ticket_messages').select('body').eq('ticket', ticket)
    expect(data).toEqual([{ body: 'J’ai changé de téléphone.' }])
    const page = await openAs(other, own(ticket))
    await page.getByText('Demande introuvable').waitFor()
    expect(await page.getByText('J’ai changé de téléphone.').count()).toBe(0)
    const kept = await database<{ subject: string }>(
      "select subject from private.personal_data where subject like 'public.ticket%'",
    )
    expect(kept.map(({ subject }) => subject)).toContain('public.ticket_messages')
  })
})
