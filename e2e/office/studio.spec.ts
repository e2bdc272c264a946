import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, faults, faultsInBothThemes, overflows, settled } from '../stage/accessibility.ts'
import { as, closeAll, database, open, openAs, url } from '../stage/fixtures.ts'

/** The tools with which staff write content, from an empty draft to the published page. */
afterAll(closeAll)

const saved = (page: Page) =>
  page
    .getByText(/^Enregistré /)
    .first()
    .waitFor()
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Creates a French draft of a help article through the screen; returns its slug. */
async function draft(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: 'Nouveau', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau contenu' })
  await dialog.getByLabel('Type').selectOption({ label: 'Article d’aide' })
  await dialog.getByLabel('Titre ou nom').fill(title)
  const slug = await dialog.getByLabel('Adresse').inputValue()
  await dialog.getByRole('button', { name: 'Créer et écrire' }).click()
  await page.waitForURL((address) => address.searchParams.get('contenu') === `help-article/${slug}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('combobox', { name: 'Rubrique' }).selectOption({ label: 'Signaux' })
  await text(page, 'Résumé, Français').fill('Ce que dit un taux de réussite, et ce qu’il tait.')
  await text(page, 'Texte, Français').fill('Un trade gagnant sur trois **suffit**.')
  await saved(page)
  return slug
}

const newTitle = (word: string) => `${word} ${randomUUID().slice(0, 6)}`

describe('the studio', () => {
  it('takes an article from an empty draft to its readers: written, translated, planned, published', async () => {
    const { page } = await as('admin', '/admin/contenus')
    const title = newTitle('Le taux de réussite')
    const slug = await draft(page, title)
    await atRest(page)
    expect(await faultsInBothThemes(page, 'main')).toEqual([])

    await text(page, 'Titre, English').fill('The win rate')
    await text(page, 'Résumé, English').fill('What a win rate says.')
    await page.getByRole('button', { name: /^Écrire Texte, English/ }).click()
    await text(page, 'Texte, English').fill('One winner in three **is enough**.')
    await page.getByText('À traduire ou à relire : Español, Italiano').waitFor()
    // Change the French text: the translation is marked until an editor confirms it.
    await text(page, 'Résumé, Français').fill('Ce que dit un taux de réussite.')
    const stale = page.getByText('Le français a changé depuis.')
    await stale.waitFor()
    await page.getByRole('button', { name: 'Toujours juste' }).click()
    await stale.waitFor({ state: 'detached' })
    await saved(page)

    // A reader of Italian gets the French text with a notice.
    const preview = page.getByRole('region', { name: 'Aperçu' })
    await preview.getByRole('radio', { name: /^it\b/i }).click()
    await preview.getByText('Un trade gagnant sur trois').waitFor()

    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('menuitem', { name: 'Programmer' }).click()
    const plan = page.getByRole('dialog', { name: /^Programmer la version/ })
    await plan.getByLabel('Jour').fill('01/02/2020')
    await plan.getByRole('button', { name: 'Programmer' }).click()
    await plan.getByText('Choisissez un moment à venir.').first().waitFor()
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await plan.getByRole('button', { name: 'Annuler' }).click()
    await plan.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /^Publier la version/ }).click()
    const publish = page.getByRole('dialog', { name: /^Publier la version/ })
    await publish.getByText('Première publication.').waitFor()
    await publish.getByRole('button', { name: 'Publier', exact: true }).click()
    await publish.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'En ligne' }).waitFor()

    const visitor = await open(`/aide?article=${slug}`)
    await visitor.getByRole('heading', { level: 1, name: title }).waitFor()
    await visitor.getByText('Un trade gagnant sur trois').waitFor()
    const english = await open(`/aide?article=${slug}&lang=en`)
    await english.getByRole('heading', { level: 1, name: 'The win rate' }).waitFor()
  })

  it('merges simultaneous edits of two people, and asks about conflicts', async () => {
    const { page: mine } = await as('admin', '/admin/contenus')
    const slug = await draft(mine, newTitle('La marge'))
    const { page: theirs, who } = await as('admin', `/admin/contenus/studio?contenu=help-article/${slug}`)
    await database('update profiles set first_name = $2, last_name = $3 where id = $1', [
      who.id,
      'Inès',
      'Vidal',
    ])
    await text(theirs, 'Résumé, Français').waitFor()
    await mine.getByRole('img', { name: /^Aussi ouvert par/ }).waitFor()

    // Both write before either sees the other's change: one network is offline for a moment.
    await mine.context().setOffline(true)
    await text(mine, 'Résumé, Français').fill('La marge est une garantie.')
    await text(theirs, 'Résumé, Français').fill('La marge est un dépôt.')
    await text(theirs, 'Titre, English').fill('Margin')
    await saved(theirs)
    await mine.context().setOffline(false)
    await mine
      .getByRole('button', { name: 'Réessayer' })
      .click({ timeout: 8_000 })
      .catch(() => undefined)

    const ask = mine.getByRole('dialog', { name: /a écrit au même endroit$/ })
    await ask.getByText('La marge est un dépôt.').waitFor()
    await ask.getByText('La marge est une garantie.').waitFor()
    await settled(mine)
    expect(await faults(mine, '[role=dialog]')).toEqual([])
    await ask.getByRole('button', { name: 'Garder ces choix' }).click()
    await ask.waitFor({ state: 'detached' })
    await expect.poll(() => text(mine, 'Titre, English').inputValue()).toBe('Margin')
    await expect.poll(() => text(mine, 'Résumé, Français').inputValue()).toBe('La marge est une garantie.')
    // An editor without unsaved changes sees the other's version at once.
    await expect.poll(() => text(theirs, 'Résumé, Français').inputValue()).toBe('La marge est une garantie.')
  })

  it('shows what each version changed, word by word, and goes back to one', async () => {
    const { page } = await as('admin', '/admin/contenus')
    const slug = await draft(page, newTitle('Le stop'))
    // A published version is never changed, so the next edit creates a new one.
    await page.getByRole('button', { name: /^Publier la version/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publier', exact: true }).click()
    await page.getByRole('button', { name: 'En ligne' }).waitFor()
    await text(page, 'Résumé, Français').fill('Ce que dit un taux de perte, et ce qu’il tait.')
    await page.getByRole('button', { name: /^Publier la version/ }).waitFor()
    await saved(page)

    await page.getByRole('button', { name: 'Versions', exact: true }).click()
    const history = page.getByRole('dialog', { name: 'Versions' })
    await history.locator('del', { hasText: 'réussite' }).waitFor()
    await history.locator('ins', { hasText: 'perte' }).waitFor()
    await settled(page)
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await history
      .getByRole('button', { name: /^Restaurer la version/ })
      .first()
      .click()
    await history.waitFor({ state: 'detached' })
    await expect
      .poll(() => text(page, 'Résumé, Français').inputValue())
      .toBe('Ce que dit un taux de réussite, et ce qu’il tait.')

    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('menuitem', { name: 'Changer l’adresse' }).click()
    const rename = page.getByRole('dialog', { name: 'Changer l’adresse' })
    const next = `stop-${randomUUID().slice(0, 8)}`
    await rename.getByLabel('Adresse').fill(next)
    await rename.getByRole('button', { name: 'Changer l’adresse' }).click()
    await page.waitForURL((address) => address.searchParams.get('contenu') === `help-article/${next}`)
    const visitor = await open(`/aide?article=${slug}`)
    await visitor.waitForURL((address) => address.searchParams.get('article') === next)
  })

  it('lists what expires first, verifies facts in the panel, and acts on many by keys', async () => {
    const { page } = await as('admin', '/admin/contenus')
    await atRest(page)
    expect(await faultsInBothThemes(page, 'main')).toEqual([])
    const lines = page.locator('[data-line]')
    const first = (await lines.first().textContent()) ?? ''
    await lines.first().click()
    const panel = page.getByRole('complementary', { name: 'Contenu ouvert' })
    await panel.getByRole('heading', { level: 2, name: first }).waitFor()
    await atRest(page)
    expect(await faultsInBothThemes(page, 'main')).toEqual([])
    expect(await overflows(page)).toEqual([])
    await panel.getByRole('button', { name: /^Revérifier \d+ fait/ }).click()
    await page
      .getByText(/revérifiés? aujourd’hui/)
      .first()
      .waitFor()
    await panel.getByRole('button', { name: /^Revérifier \d+ fait/ }).waitFor({ state: 'detached' })
    await expect.poll(() => lines.first().textContent()).not.toBe(first)
    await panel.getByRole('button', { name: 'Fermer' }).click()

    await lines.first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    const bar = page.getByRole('toolbar', { name: 'Actions sur la sélection' })
    await bar.getByText('2 sélectionnés').waitFor()
    await bar.getByRole('button', { name: 'Programmer' }).click()
    const plan = page.getByRole('dialog', { name: 'Programmer 2 contenus' })
    await plan.getByRole('button', { name: 'Programmer' }).click()
    await plan.waitFor({ state: 'detached' })
    await page.getByText('2 contenus programmés.').waitFor()
  })

  it('moves an item by keyboard, and announces its position', async () => {
    const { page } = await as('admin', '/admin/contenus?type=broker&ordre=1')
    const names = () => page.getByRole('list', { name: 'Ordre' }).getByRole('listitem').allTextContents()
    const handle = page.getByRole('button', { name: /place 1$/ })
    await handle.focus()
    const [one, two] = await names()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.getByText(/^Place 2 sur/).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    const title = (row = '') => row.replace(/[\d\s]+/, '')
    await expect.poll(async () => (await names()).map(title).slice(0, 2)).toEqual([title(two), title(one)])
    await page.reload()
    await expect.poll(async () => (await names()).map(title).slice(0, 2)).toEqual([title(two), title(one)])
  })

  it('stores a picture pasted into a text, and shows it in the preview', async () => {
    const { page } = await as('admin', '/admin/contenus')
    await draft(page, newTitle('La bougie'))
    await text(page, 'Texte, Français').focus()
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 20)
      canvas.getContext('2d')?.fillRect(0, 0, 40, 20)
      const data = new DataTransfer()
      data.items.add(
        new File([await canvas.convertToBlob({ type: 'image/png' })], 'bougie.png', { type: 'image/png' }),
      )
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    const picture = page
      .getByRole('region', { name: 'Aperçu' })
      .getByRole('img', { name: 'Décrivez l’image' })
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  })

  it('lets an analyst write help and read the rest, and is usable on a phone', async () => {
    const { who } = await as('analyst', '/admin/contenus')
    const page = await openAs(who, '/admin/contenus', { phone: true })
    await atRest(page)
    expect(await overflows(page)).toEqual([])
    await draftOnPhone(page)
    expect(await overflows(page)).toEqual([])
    expect(await faultsInBothThemes(page, 'main')).toEqual([])
    await page.goto(`${url}/admin/contenus?type=broker`)
    await page.locator('[data-line]').first().click()
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).nth(1).waitFor()
    expect(
      await page.getByRole('dialog').getByRole('textbox', { name: 'Nom', exact: true }).first().isDisabled(),
    ).toBe(true)
    expect(
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Publier|Revérifier/ })
        .count(),
    ).toBe(0)
    await settled(page)
    expect(await faults(page, '[role=dialog]')).toEqual([])
  })
})

async function draftOnPhone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nouveau', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau contenu' })
  await dialog.getByLabel('Type').selectOption({ label: 'Article d’aide' })
  await dialog.getByLabel('Titre ou nom').fill(newTitle('Le lot'))
  await dialog.getByRole('button', { name: 'Créer et écrire' }).click()
  await page.getByRole('tab', { name: 'Fiche' }).click()
  await page.getByRole('combobox', { name: 'Rubrique' }).selectOption({ label: 'Signaux' })
  await page.getByRole('tab', { name: 'Textes' }).click()
  await text(page, 'Résumé, Français').fill('Combien vaut un lot.')
  await saved(page)
}
