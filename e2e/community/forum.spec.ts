import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeAll,
  closeFrom,
  database,
  openAs,
  type Person,
  person,
  profilesOpen,
  url,
} from '../stage/fixtures.ts'

/** Members who write without review. */
async function member(first: string, last: string): Promise<Person> {
  const one = await person('freemium')
  await database('update profiles set first_name = $2, last_name = $3 where id = $1', [one.id, first, last])
  await database('update community_members set trust = 3 where user_id = $1', [one.id])
  return one
}

async function call<T>({ client }: Person, name: string, of: object): Promise<T> {
  const { data, error } = await client.rpc(name, of)
  if (error) throw error
  return data as T
}
const begin = (who: Person, title: string, more: object = {}) =>
  call<{ id: string }>(who, 'start_thread', {
    category: 'risque',
    title,
    body: 'Le premier message.',
    ...more,
  })
const answer = (who: Person, thread: string, body: string) =>
  call<{ id: string; position: number }>(who, 'publish_post', { thread, body })

const field = (page: Page) => page.getByRole('textbox', { name: 'Votre message' })
const send = (page: Page) => page.getByRole('button', { name: 'Publier la réponse' })
const post = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
const draftSaved = (page: Page) => page.getByText(/Brouillon enregistré à/).waitFor()

let asker: Person
let reader: Person
beforeAll(async () => {
  asker = await member('Théo', 'Renaud')
  reader = await member('Sofia', 'Nardi')
})
afterAll(closeAll)

/** Opens pages that the test closes. */
const within = async (test: () => Promise<void>) => {
  const open = profilesOpen()
  try {
    await test()
  } finally {
    await closeFrom(open)
  }
}

describe('the forum', () => {
  it('[S-15] [S-16] [S-109] counts what is stored, and lists replies, readers and what is unread', () =>
    within(async () => {
      const { id } = await begin(asker, 'Une perte de plus que le plan ne le prévoyait')
      await answer(asker, id, 'Une précision.')
      const page = await openAs(reader, '/communaute')
      for (const name of ['Membres', 'En ligne', 'Discussions', 'Messages du jour'])
        await page.getByText(name, { exact: true }).first().waitFor()
      const row = page.locator(`[data-thread="${id}"]`)
      await row.getByText('+2 nouveaux').waitFor()
      expect(await row.getAttribute('data-unread')).toBe('true')
      await row.getByRole('link').click()
      await post(page, 'Une précision.').waitFor()
      await page.waitForResponse(
        async (response) => response.url().endsWith('/rpc/mark_read') && response.ok(),
      )
      await page.goBack()
      await page.locator(`[data-thread="${id}"]:not([data-unread])`).waitFor()
      await database('select 1 from threads where id = $1 and readers = 1', [id]).then((rows) =>
        expect(rows).toHaveLength(1),
      )
    }))

  it('[S-16] shows a post that somebody else writes behind a pill, in order, without scrolling by itself', () =>
    within(async () => {
      const { id } = await begin(asker, 'Un fil que deux personnes lisent ensemble')
      const page = await openAs(reader, `/communaute?sujet=${id}`)
      await post(page, 'Le premier message.').waitFor()
      const other = await openAs(asker, `/communaute?sujet=${id}`)
      await field(other).fill('Écrit ailleurs, un.')
      // A reply is shown before it is stored: the next one could else be the first.
      const stored = other.waitForResponse((response) => response.url().endsWith('/rpc/publish_post'))
      await send(other).click()
      await post(other, 'Écrit ailleurs, un.').waitFor()
      await stored
      await answer(asker, id, 'Écrit ailleurs, deux.')
      const pill = page.getByRole('button', { name: '2 nouveaux messages' })
      await pill.waitFor()
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      expect(await post(page, 'Écrit ailleurs').count()).toBe(0)
      await pill.click()
      await post(page, 'Écrit ailleurs, deux.').waitFor()
      expect(await post(page, 'Écrit ailleurs').allInnerTexts()).toEqual([
        expect.stringContaining('un.'),
        expect.stringContaining('deux.'),
      ])
    }))

  it('shows a reply that was sent before the posts had come', () =>
    within(async () => {
      const { id } = await begin(asker, 'Un fil que l’on ouvre pour répondre aussitôt')
      const page = await openAs(reader, '/communaute')
      const held = Promise.withResolvers<void>()
      const read = Promise.withResolvers<void>()
      await page.route(
        (address) => address.pathname === '/rest/v1/posts',
        async (route) => {
          const response = await route.fetch()
          read.resolve()
          await held.promise
          await route.fulfill({ response })
        },
        { times: 1 },
      )
      await page.goto(`${url}/communaute?sujet=${id}`)
      await read.promise
      await field(page).fill('Écrit avant d’avoir lu.')
      const sent = page.waitForResponse((response) => response.url().endsWith('/rpc/publish_post'))
      await send(page).click()
      await sent
      held.resolve()
      await post(page, 'Écrit avant d’avoir lu.').locator('time').waitFor()
    }))

  it('announces threads that arrive and inserts none', () =>
    within(async () => {
      const page = await openAs(reader, '/communaute')
      await page.locator('[data-thread]').first().waitFor()
      // The page hears of what follows once its channel is joined, which the counter of those online shows.
      await page.getByText(/\d+ (lit|lisent)/).waitFor()
      const { id } = await begin(asker, 'Un sujet qui arrive pendant la lecture')
      await page.getByText('1 sujet vient d’arriver').waitFor()
      expect(await page.locator(`[data-thread="${id}"]`).count()).toBe(0)
      await page.getByRole('button', { name: 'Les afficher' }).click()
      await page.locator(`[data-thread="${id}"]`).waitFor()
    }))

  it('keeps a draft over a reload, and takes it up on another device', () =>
    within(async () => {
      const { id } = await begin(asker, 'Un fil où l’on réfléchit longtemps')
      const page = await openAs(reader, `/communaute?sujet=${id}`)
      await field(page).fill('Je réfléchis encore')
      await draftSaved(page)
      await page.reload()
      expect(await field(page).inputValue()).toBe('Je réfléchis encore')
      const other = await openAs(reader, `/communaute?sujet=${id}`)
      await other.waitForFunction(() => document.querySelector('textarea')?.value === 'Je réfléchis encore')
    }))

  it('keeps a reply that is written offline on the device, and sends it once when the connection returns', () =>
    within(async () => {
      const { id } = await begin(asker, 'Un fil que l’on lit dans un tunnel')
      const page = await openAs(reader, '/communaute')
      await page.locator(`[data-thread="${id}"]`).waitFor()
      // The tunnel begins before the code that draws texts has come.
      const drawing = '**/assets/post-text-*.js'
      const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/post-text-'))
      await page.route(drawing, (route) => route.abort())
      await page.locator(`[data-thread="${id}"]`).getByRole('link').click()
      await field(page).waitFor()
      await lost
      await page.context().setOffline(true)
      await field(page).fill('Écrit dans le tunnel')
      await send(page).click()
      await page.getByText('partira à la reconnexion').waitFor()
      await page.unroute(drawing)
      await page.context().setOffline(false)
      await post(page, 'Écrit dans le tunnel').locator('time').waitFor()
      const rows = await database('select 1 from posts where thread = $1 and body = $2', [
        id,
        'Écrit dans le tunnel',
      ])
      expect(rows).toHaveLength(1)
    }))

  it('is read by keys: rows and posts with J and K, the first unread with U, a quote with R', () =>
    within(async () => {
      const { id } = await begin(asker, 'Un fil que l’on lit au clavier')
      await answer(asker, id, 'La réponse à citer.')
      const page = await openAs(reader, '/communaute')
      await page.locator(`[data-thread="${id}"]`).waitFor()
      await page.keyboard.press('j')
      expect(await page.evaluate(() => document.activeElement?.closest('[data-thread]') !== null)).toBe(true)
      await page.locator(`[data-thread="${id}"] a`).focus()
      await page.keyboard.press('Enter')
      await post(page, 'La réponse à citer.').waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('r')
      await page.waitForFunction(() =>
        document.querySelector('textarea')?.value.includes('> La réponse à citer.'),
      )
      // Letters typed into the field are letters.
      await field(page).press('End')
      await page.keyboard.type('jjk')
      expect(await field(page).inputValue()).toContain('jjk')
    }))

  it('hides everything of a member whom the reader blocks, and shows it again', () =>
    within(async () => {
      const other = await member('Karim', 'Diallo')
      const { id } = await begin(asker, 'Un fil où quelqu’un insiste')
      await answer(other, id, 'Encore moi.')
      const page = await openAs(reader, `/communaute?sujet=${id}`)
      await post(page, 'Encore moi.').getByRole('button', { name: 'Actions du message 2' }).click()
      await page.getByRole('menuitem', { name: 'Bloquer ce membre' }).click()
      await post(page, 'Encore moi.').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Annuler' }).click()
      await post(page, 'Encore moi.').waitFor()
    }))

  it('[wish §2.7] suggests threads that ask the same while a title is typed', () =>
    within(async () => {
      const { id } = await begin(asker, 'Perte maximale suiveuse, solde ou valeur du compte')
      const page = await openAs(reader, '/communaute?nouveau=1')
      await page.getByLabel('Titre').fill('Comment compter la perte maximale suiveuse du compte')
      const similar = page.getByRole('region', { name: 'Des sujets proches existent déjà' })
      await similar.locator(`a[href*="${id}"]`).waitFor()
    }))

  it('[wish §2.9] publishes a thread without its author’s name, who may still edit it', () =>
    within(async () => {
      const page = await openAs(reader, '/communaute?nouveau=1&categorie=risque')
      await page.getByLabel('Titre').fill('Une question que je préfère poser sans nom')
      await field(page).fill('Sans nom.')
      await page.getByLabel(/Publier anonymement/).check()
      await page.getByRole('button', { name: 'Publier', exact: true }).click()
      await post(page, 'Sans nom.').getByText('Anonyme').waitFor()
      await post(page, 'Sans nom.').getByRole('button', { name: 'Actions du message 1' }).click()
      await page.getByRole('menuitem', { name: 'Modifier' }).waitFor()
      expect(await page.content()).not.toContain('Sofia N')
    }))

  it('[wish §2.6] follows a single thread', () =>
    within(async () => {
      const { id } = await begin(asker, 'Un fil que l’on suit seul')
      const page = await openAs(reader, `/communaute?sujet=${id}`)
      await page.getByRole('button', { name: 'Suivre' }).click()
      await page.getByRole('button', { name: 'Suivi', pressed: true }).waitFor()
      await page.goto(`${url}/communaute?liste=suivis`)
      await page.locator(`[data-thread="${id}"]`).waitFor()
    }))

  it('[wish §2.10] finds a post by its words, without their accents, and opens it', () =>
    within(async () => {
      const { id } = await begin(asker, 'Un fil à retrouver')
      await answer(asker, id, 'La volatilité implicite résiduelle du pétrole.')
      const page = await openAs(reader, '/communaute?recherche=volatilite%20residuelle')
      await page.locator(`[data-thread="${id}"]`).getByRole('link').click()
      await page.waitForURL(/message=2/)
      await post(page, 'volatilité implicite').waitFor()
    }))
})
