import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes } from '../stage/accessibility.ts'
import {
  closeAll,
  closeFrom,
  database,
  openAs,
  type Person,
  person,
  profilesOpen,
} from '../stage/fixtures.ts'

/** Members who write without review. */
async function member(first: string, last: string): Promise<Person> {
  const one = await person('freemium')
  await database('update profiles set first_name = $2, last_name = $3 where id = $1', [one.id, first, last])
  await database('update community_members set trust = 3 where user_id = $1', [one.id])
  return one
}

/** Levels of a purchase below the current price: it waits. */
async function levels(): Promise<Record<'entry' | 'stop' | 'first' | 'second', string>> {
  const [row] = await database<{ bid: number }>(`select bid::float from quotes where symbol = 'BTCUSD'`)
  const at = (share: number) => (row!.bid * share).toFixed(2)
  return { entry: at(0.97), stop: at(0.96), first: at(0.98), second: at(0.99) }
}

async function fill(page: Page, { entry, stop, first, second }: Awaited<ReturnType<typeof levels>>) {
  await page.getByRole('combobox', { name: 'Instrument' }).click()
  await page.getByRole('option', { name: 'BTC/USD' }).click()
  for (const [name, value] of [
    ['Entrée, de', entry],
    ['Stop', stop],
    ['Objectif 1', first],
    ['Objectif 2', second],
    ['Faits', 'Le creux de lundi a tenu deux fois.'],
    ['Opinion', 'Un retour vers le premier objectif me paraît plus probable.'],
    ['Contre-thèse', 'Une clôture sous le stop.'],
  ] as const)
    await page.getByRole('textbox', { name, exact: name !== 'Contre-thèse' }).fill(value)
  await page.getByRole('slider', { name: /Votre probabilité/ }).fill('55')
}

const publish = (page: Page) => page.getByRole('button', { name: /^Sceller/ })
const card = (page: Page) => page.locator('[data-idea]')
const ideasOf = async ({ id }: Person) =>
  await database<{ id: string; thread: string }>(
    'select ideas.id, thread from ideas join community_members as author on author.id = author where user_id = $1 order by number',
    [id],
  )

let author: Person
let reader: Person
beforeAll(async () => {
  author = await member('Yanis', 'Bertin')
  reader = await member('Inès', 'Paoli')
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

describe('a structured idea', () => {
  it('[S-109] shows what it would bring while it is typed, is sealed once for two clicks, and is verified in the browser', () =>
    within(async () => {
      const own = await member('Lucie', 'Arnal')
      const page = await openAs(own, '/communaute?idee=nouvelle')
      await fill(page, await levels())
      await page.getByText('+1,50 R').waitFor()
      await page.getByText('Le cours doit revenir à la zone').waitFor()
      await page.getByText(/Brouillon enregistré à/).waitFor()
      expect(await faultsInBothThemes(page)).toEqual([])
      await publish(page).dblclick()
      await card(page).getByText('Scellée avant les faits,').waitFor()
      expect(await ideasOf(own)).toHaveLength(1)
      await card(page).getByRole('button', { name: 'Vérifier' }).click()
      await card(page).getByText('Les niveaux affichés sont ceux qui ont été scellés.').waitFor()
      await card(page).getByText('La thèse et la contre-thèse sont celles d’origine.').waitFor()
      await card(page).getByText('Publiée et scellée').waitFor()
      expect(await faultsInBothThemes(page)).toEqual([])
    }))

  it('[S-109] keeps its loser: the result stands as large as a win, in the thread, the list and the record', () =>
    within(async () => {
      const [lost] = await database<{ thread: string; r: string }>(
        `select thread, realised_r::text as r from ideas join idea_states on idea = id
          where close_reason = 'stop' and realised_r < 0 order by closed_at desc limit 1`,
      )
      const result = `${Number(lost!.r).toFixed(2).replace('-', '−').replace('.', ',')} R`
      const page = await openAs(reader, `/communaute?sujet=${lost!.thread}`)
      await card(page).getByText('Stop touché').first().waitFor()
      await card(page).getByText(result).first().waitFor()
      await page.goto(page.url().replace(/\?.*/, '?categorie=idees'))
      const row = page.locator(`[data-thread="${lost!.thread}"]`)
      for (const words of ['Stop touché', result])
        await row.getByText(words).filter({ visible: true }).waitFor()
    }))

  it('keeps a draft over a reload, and says what is missing', () =>
    within(async () => {
      const page = await openAs(reader, '/communaute?idee=nouvelle')
      await page.getByRole('textbox', { name: 'Faits', exact: true }).fill('Je commence par les faits')
      await page.getByText(/Brouillon enregistré à/).waitFor()
      await page.reload()
      await page.waitForFunction(() =>
        [...document.querySelectorAll('textarea')].some(({ value }) => value === 'Je commence par les faits'),
      )
      await publish(page).click()
      await page.getByText(/points à corriger/).waitFor()
      expect(await ideasOf(reader)).toHaveLength(0)
    }))

  it('under escrow shows nobody else a level until its author opens it', () =>
    within(async () => {
      const page = await openAs(author, '/communaute?idee=nouvelle')
      const typed = await levels()
      await fill(page, typed)
      const until = new Date(Date.now() + 86_400_000)
      await page
        .getByLabel('Sous séquestre jusqu’au')
        .fill(new Date(until.getTime() - until.getTimezoneOffset() * 60_000).toISOString().slice(0, 16))
      await publish(page).click()
      await card(page).getByText('Sous séquestre', { exact: true }).waitFor()
      const idea = (await ideasOf(author)).at(-1)!
      const other = await openAs(reader, `/communaute?sujet=${idea.thread}`)
      await card(other)
        .getByText(/ne sont lisibles que par son auteur/)
        .waitFor()
      expect(await other.content()).not.toContain(typed.stop)
      await card(page).getByRole('button', { name: 'Ouvrir maintenant' }).click()
      await page.getByRole('button', { name: 'Ouvrir l’idée' }).click()
      await card(other).getByText('Thèse', { exact: true }).waitFor()
    }))

  it('lets its author withdraw it before the entry, and add a note that is sealed', () =>
    within(async () => {
      const idea = (await ideasOf(author)).at(-1)!
      const page = await openAs(author, `/communaute?sujet=${idea.thread}`)
      await card(page).getByRole('button', { name: 'Ajouter une note' }).click()
      await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Rien de neuf ce matin.')
      await page.getByRole('button', { name: 'Ajouter la note' }).click()
      await card(page).getByText('Rien de neuf ce matin.').waitFor()
      await card(page).getByRole('button', { name: 'Annuler', exact: true }).click()
      await page.getByRole('button', { name: 'Annuler l’idée' }).click()
      await card(page).getByText('Annulation demandée').first().waitFor()
    }))
})

describe('the record of an author', () => {
  it('[S-109] stands beside the demonstration’s ideas: expectancy with its interval, calibration, and nothing erased', () =>
    within(async () => {
      const [idea] = await database<{ thread: string; author: string }>(
        `select thread, author from ideas join idea_records using (author) join idea_states on idea = ideas.id
          where brier is not null and closed_at is not null order by closed_at desc limit 1`,
      )
      const page = await openAs(reader, `/communaute?sujet=${idea!.thread}`)
      await page.getByText('Rien ne disparaît').waitFor()
      await page.getByText('Score de Brier').waitFor()
      await page.getByText(/à 95/).first().waitFor()
      const erased = page.locator('dl div').filter({ hasText: 'effacée' })
      expect(await erased.textContent()).toContain('0')
      await page.goto(page.url().replace(/\?.*/, `?membre=${idea!.author}`))
      await page.getByText('Rien ne disparaît').waitFor()
      expect(await faultsInBothThemes(page)).toEqual([])
    }))

  it('adds up: what is sealed or ended without a result is named beside what is closed and open', () =>
    within(async () => {
      const [idea] = await database<{ thread: string }>(
        `select thread from ideas join idea_openings on idea = ideas.id
          where author in (select author from ideas where id not in (select idea from idea_openings)) limit 1`,
      )
      const page = await openAs(reader, `/communaute?sujet=${idea!.thread}`)
      await page.getByText(/sous séquestre ou (a|ont) pris fin sans résultat/).waitFor()
      const [published = 0, ...parts] = (
        await page.getByText('Rien ne disparaît').locator('xpath=..').locator('dd').allTextContents()
      ).map(Number)
      const others = await page.getByText(/sous séquestre ou (a|ont) pris fin/).textContent()
      expect(parts.reduce((sum, one) => sum + one, Number.parseInt(others ?? '', 10))).toBe(published)
    }))
})
