import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, faults, faultsInBothThemes, overflows, settled } from './accessibility.ts'
import { teach } from './course.ts'
import { as, closeAll, database } from './fixtures.ts'

/** The tools with which staff write courses: their tree, their import and the figures of their questions. */
afterAll(closeAll)

const newName = () => `cours-${randomUUID().slice(0, 6)}`
const studio = (content: string) => `/admin/contenus/studio?contenu=${content}`

describe('the studio of courses', () => {
  it('[S-101] moves a lesson to another module by keyboard, says where it is, and adds a question to it', async () => {
    const name = newName()
    await teach(name)
    const { page } = await as('analyst', studio(`lesson/${name}-taille`))
    const tree = page.getByRole('list', { name: 'Plan' })
    await tree.getByRole('link', { name: 'Taille de position' }).waitFor()
    expect(await tree.getByRole('link', { name: 'Taille de position' }).getAttribute('aria-current')).toBe(
      'page',
    )
    await atRest(page)
    expect(await faultsInBothThemes(page, 'main')).toEqual([])
    expect(await overflows(page)).toEqual([])

    const lines = async () =>
      (await tree.getByRole('listitem').allTextContents()).filter((line) => !line.startsWith('Ajouter'))
    const before = await lines()
    const handle = tree.getByRole('button', { name: 'Déplacer Taille de position' })
    await handle.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.getByText('Place 1 sur 2, Décider.').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByText('Déplacement annulé.').waitFor({ state: 'attached' })
    expect(await lines()).toEqual(before)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const placed = () =>
      database<{ module: string; position: number }>(
        `select document #>> '{fields,module}' as module, position from content_items as item
           join content_versions as newest on newest.item = item.id and newest.version = item.version where slug = $1`,
        [`${name}-taille`],
      )
    await expect.poll(placed).toEqual([{ module: 'decide', position: 2 }])
    const inDecide = async () => {
      const all = await lines()
      return all
        .slice(all.findIndex((line) => line.startsWith('Décider')))
        .map((line) => line.replace(/^\d+|\d+$/g, ''))
    }
    await expect.poll(inDecide).toEqual(['Décider', 'Taille de position', 'Ratio risque/rendement'])
    await page.reload()
    await expect.poll(inDecide).toEqual(['Décider', 'Taille de position', 'Ratio risque/rendement'])

    await tree.getByRole('button', { name: 'Ajouter : question' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nouveau contenu' })
    await dialog.getByLabel('Titre ou nom').fill(`Quelle taille ? ${name}`)
    await dialog.getByRole('button', { name: 'Créer et écrire' }).click()
    await page.waitForURL((address) => address.searchParams.get('contenu')?.startsWith('question/') === true)
    await tree.getByRole('link', { name: /^Quelle taille/ }).waitFor()
    const [made] = await database<{ parent: string; lesson: string }>(
      `select parent.slug as parent, document #>> '{fields,lesson}' as lesson from content_items as item
         join content_versions as newest on newest.item = item.id join content_items as parent on parent.id = item.parent
       where item.slug = $1`,
      [`quelle-taille-${name}`],
    )
    expect(made).toEqual({ parent: `${name}-taille`, lesson: `${name}/${name}-taille` })
  })

  it('[S-101] imports a folder: lists what is new and what is wrong with its line, writes when told, and knows it again', async () => {
    const name = newName()
    const folder = join(mkdtempSync(join(tmpdir(), 'import-')), name)
    copyCourse(folder, name)
    const { page } = await as('analyst', '/admin/contenus?type=course')
    const open = async () => {
      await page.getByRole('button', { name: 'Importer un dossier' }).click()
      const dialog = page.getByRole('dialog', { name: 'Importer un dossier' })
      await dialog.getByLabel('Choisir un dossier').setInputFiles(folder)
      return dialog
    }
    const made = () =>
      database<{ kind: string; state: string }>(
        `select kind, state from content_items where slug like '%' || $1 || '%' order by kind`,
        [name],
      )
    const dialog = await open()
    await dialog.getByText(/^6 nouveaux$/).waitFor()
    // The folder holds one lesson of six, and an article with a number from nowhere.
    await dialog.getByText('fr: one ability a lesson').waitFor()
    await dialog.getByText(`${name}/01-${name}-a/article.fr.md, ligne 1`, { exact: true }).waitFor()
    await settled(page)
    expect(await faults(page, '[role=dialog]')).toEqual([])
    expect(await made()).toEqual([])
    await dialog.getByRole('button', { name: 'Importer 6 contenus' }).click()
    await dialog.getByText('6 contenus écrits, en brouillon.').waitFor()
    expect((await made()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'course draft',
      'lesson draft',
      ...Array(4).fill('question draft'),
    ])
    await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()

    const course = join(folder, 'course.yaml')
    writeFileSync(course, readFileSync(course, 'utf8').replace('level: intermediate', 'level: advanced'))
    const again = await open()
    await again.getByText('1 modifié · 5 inchangés').waitFor()
    await again.getByText('Niveau').waitFor()
  })
})

/** The first lesson of a course that ships, under names of its own. */
function copyCourse(folder: string, name: string): void {
  const shipped = join(import.meta.dirname, '../content/courses/risk-management')
  const lesson = join(folder, `01-${name}-a`)
  cpSync(join(shipped, '01-risk-little-long'), lesson, { recursive: true })
  cpSync(join(shipped, 'course.yaml'), join(folder, 'course.yaml'))
  const quiz = readFileSync(join(lesson, 'quiz.yaml'), 'utf8').split(/^(?=- key:)/m)
  const questions = quiz.filter((part) => part.startsWith('- key:')).slice(0, 4)
  writeFileSync(join(lesson, 'quiz.yaml'), questions.join('').replace(/^- key: /gm, `- key: ${name}-`))
  const article = join(lesson, 'article.fr.md')
  writeFileSync(article, `Il perd 74 % du compte.\n\n${readFileSync(article, 'utf8')}`)
}
