import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, faults, faultsInBothThemes, overflows, settled } from '../stage/accessibility.ts'
import { publish, teach } from '../stage/course.ts'
import { film } from '../stage/film.ts'
import { as, closeAll, database, url } from '../stage/fixtures.ts'

/** The tools with which staff write courses: their tree, their import and the figures of their questions. */
afterAll(async () => {
  await closeAll()
  // Other files look for courses of the same titles in the catalogue.
  await database(`delete from published_content where kind in ('course', 'lesson') and slug like 'cours-%'`)
})

const newName = () => `cours-${randomUUID().slice(0, 6)}`
const studio = (content: string) => `/admin/contenus/studio?contenu=${content}`

describe('the studio of courses', () => {
  it('[S-101] moves a lesson to another module by keyboard, says where it is, and adds a question to it', async () => {
    const name = newName()
    await teach(name)
    const { page } = await as('analyst', studio(`lesson/${name}-taille`))
    const tree = page.getByRole('list', { name: 'Plan' })
    await tree.getByRole('link', { name: 'Taille d’essai' }).waitFor()
    expect(await tree.getByRole('link', { name: 'Taille d’essai' }).getAttribute('aria-current')).toBe('page')
    await atRest(page)
    expect(await faultsInBothThemes(page, 'main')).toEqual([])
    expect(await overflows(page)).toEqual([])

    const lines = async () =>
      (await tree.getByRole('listitem').allTextContents()).filter((line) => !line.startsWith('Ajouter'))
    const before = await lines()
    const handle = tree.getByRole('button', { name: 'Déplacer Taille d’essai' })
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
    await expect.poll(inDecide).toEqual(['Décider', 'Taille d’essai', 'Ratio risque/rendement'])
    await page.reload()
    await expect.poll(inDecide).toEqual(['Décider', 'Taille d’essai', 'Ratio risque/rendement'])

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

  it('[S-101] moves a lesson by dragging, folds a module, moves it with its lessons and adds one', async () => {
    const name = newName()
    await teach(name)
    const { page } = await as('analyst', studio(`course/${name}`))
    const tree = page.getByRole('list', { name: 'Plan' })
    const handle = (title: string) => tree.getByRole('button', { name: `Déplacer ${title}`, exact: true })
    const middle = async (title: string) => {
      const box = await handle(title).boundingBox()
      if (!box) throw new Error(`${title} is not in view`)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    /** Drags a line to the upper edge of another. */
    const drag = async (title: string, above: string) => {
      const [from, to] = [await middle(title), await middle(above)]
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, (from.y + to.y) / 2)
      await page.mouse.move(to.x, to.y - 12)
      await page.mouse.up()
    }
    const lines = async () =>
      (await tree.getByRole('heading').or(tree.getByRole('link')).allTextContents()).map((line) =>
        line.trim(),
      )
    const stored = () =>
      database<{ modules: string; lessons: string[] }>(
        `select document #>> '{texts,fr,modules}' as modules,
           (select array_agg(substr(slug, length($1) + 2) order by position) from content_items where parent = item.id) as lessons
         from content_items as item join content_versions as newest on newest.item = item.id and newest.version = item.version where slug = $1`,
        [name],
      )
    await handle('Ratio risque/rendement').waitFor()
    await drag('Ratio risque/rendement', 'Taille d’essai')
    await expect
      .poll(stored)
      .toEqual([{ modules: 'Survivre\nDécider', lessons: ['risquer-peu', 'ratio', 'taille'] }])
    await expect
      .poll(lines)
      .toEqual(['Survivre', 'Risquer peu, longtemps', 'Ratio risque/rendement', 'Taille d’essai', 'Décider'])
    await drag('Décider', 'Survivre')
    await expect
      .poll(lines)
      .toEqual(['Décider', 'Survivre', 'Risquer peu, longtemps', 'Ratio risque/rendement', 'Taille d’essai'])
    expect(await stored()).toMatchObject([{ modules: 'Décider\nSurvivre' }])

    await tree.getByRole('button', { name: '3 dans Survivre' }).click()
    await expect.poll(lines).toEqual(['Décider', 'Survivre'])
    await tree.getByRole('button', { name: 'Ajouter un module' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ajouter un module' })
    await dialog.getByLabel('Nom en français').fill('Durer')
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect.poll(lines).toEqual(['Décider', 'Survivre', 'Durer'])
    expect(await stored()).toMatchObject([{ modules: 'Décider\nSurvivre\nDurer' }])
    await handle('Durer').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.getByText(/^Place 2 sur 3, /).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(lines).toEqual(['Décider', 'Durer', 'Survivre'])
    await atRest(page)
    expect(await faultsInBothThemes(page, 'main')).toEqual([])
    expect(await overflows(page)).toEqual([])
  })

  it('[S-101] underlines the figures that a text quotes, and those that are wrong otherwise', async () => {
    const name = newName()
    await teach(name)
    const { page } = await as('analyst', studio(`lesson/${name}-taille`))
    const text = page.getByRole('textbox', { name: 'Article, Français' })
    const marks = page.locator('[data-marks]')
    await page.getByText('Souligné : chiffre suivi').first().waitFor()
    const underlined = () =>
      marks
        .first()
        .evaluate((box) =>
          [...box.querySelectorAll('span')].map((span) => [
            span.textContent,
            getComputedStyle(span).textDecorationStyle,
          ]),
        )
    await expect.poll(underlined).toEqual([['90,4 %', 'solid']])
    const written = await text.inputValue()
    await text.fill(written.replace('90,4', '91,4'))
    await expect.poll(underlined).toEqual([['91,4 %', 'wavy']])
    // Each letter lies over its own: the same lines at the same places.
    const sizes = () =>
      marks
        .first()
        .evaluate((box) => [box.scrollHeight, box.parentElement?.querySelector('textarea')?.scrollHeight])
    const [own, area] = await sizes()
    expect(Math.abs((own ?? 0) - (area ?? 0))).toBeLessThan(30)
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

  it('[S-101] shows how a question is answered, the worst first, and takes it out of use and back', async () => {
    const name = newName()
    const { lessons } = await teach(name)
    const [lesson] = await database<{ id: string }>('select id from content_items where slug = $1', [
      lessons[1],
    ])
    const ids: string[] = []
    for (const place of [1, 2])
      ids.push(
        await publish('question', `${name}-${place}`, asked(`${place} sur ${name} ?`), {
          parent: lesson?.id as string,
          position: place,
          tier: 'visitor',
        }),
      )
    const { page, who } = await as('analyst', `/admin/contenus?type=question&contenu=question/${name}-1`)
    await database(
      `with made as (
         insert into attempts (member, purpose, subject, total, lesson, finished_at, score) values ($1, 'quiz', 'x', 2, $2, now(), 1) returning id
       ) insert into attempt_answers (attempt, place, question, version, given, "right", milliseconds)
         select made.id, 1, $3::uuid, 1, '0', true, 1 from made`,
      [who.id, lesson?.id, ids[0]],
    )
    await page.reload()
    const panel = page.getByRole('complementary', { name: 'Contenu ouvert' })
    const figures = panel.getByRole('region', { name: 'Chiffres de la question' })
    await figures.getByText(/^100\s%$/).waitFor()
    await figures.getByRole('button', { name: /^Retirer/ }).click()
    await figures.getByText('retirée', { exact: true }).waitFor()
    await atRest(page)
    expect(await faultsInBothThemes(page, 'main')).toEqual([])

    await page.goto(`${url}/admin/contenus?type=question`)
    await page.getByRole('button', { name: 'Chiffres des questions' }).click()
    const list = page.getByRole('dialog').getByRole('list', { name: 'Chiffres des questions' })
    const line = list.getByRole('listitem').filter({ hasText: `1 sur ${name}` })
    await line.waitFor()
    expect(await list.getByRole('listitem').first().getByText('retirée', { exact: true }).count()).toBe(1)
    await settled(page)
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await line.getByRole('button', { name: /^Remettre/ }).click()
    await line.getByText('en service', { exact: true }).waitFor()
    // The other one is out of use: a quiz keeps its last question.
    await database('update private.questions set retired_at = now() where item = $1', [ids[1]])
    await line.getByRole('button', { name: /^Retirer/ }).click()
    await page
      .getByText('C’est la dernière question de ce quiz : ajoutez-en une autre d’abord.')
      .first()
      .waitFor()
  })

  it('[S-101] takes the video of a lesson with its poster and captions, refuses other files, and shows freemium the lock', async () => {
    const name = newName()
    await teach(name)
    const { page } = await as('analyst', studio(`lesson/${name}-taille`))
    await page.getByRole('tab', { name: 'Fiche' }).click()
    const field = page.locator('[data-place="fields.video"]')
    const file = field.getByLabel('Vidéo', { exact: true })
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
    await field
      .getByText(/MP4, WEBM/i)
      .last()
      .waitFor()
    await file.setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer: await film(page, 1) })
    await field.locator('video').waitFor()
    await expect
      .poll(() => field.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(1)
    await field.getByRole('button', { name: /^Prendre l’image à/ }).click()
    await field.getByRole('img', { name: 'Affiche actuelle' }).waitFor()
    const captions = (text: string) => ({ name: 'fr.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) })
    await field.getByLabel('Choisir les sous-titres, Français').setInputFiles(captions('Bonjour'))
    await field
      .getByText('Français : choisissez un fichier WebVTT (.vtt) avec au moins un sous-titre.')
      .waitFor()
    await field
      .getByLabel('Choisir les sous-titres, Français')
      .setInputFiles(captions('WEBVTT\n\n00:00.000 --> 00:01.000\nBonjour'))
    const saved = () =>
      database<{ video: object; captions: string }>(
        `select document #> '{fields,video}' as video, document #>> '{texts,fr,captions}' as captions from content_versions
           join content_items as item on item.id = content_versions.item where slug = $1 order by content_versions.version desc limit 1`,
        [`${name}-taille`],
      )
    await expect.poll(saved).toEqual([
      {
        video: { path: expect.stringMatching(/\.webm$/), poster: expect.stringMatching(/\.jpg$/) },
        captions: expect.stringContaining('Bonjour'),
      },
    ])

    const preview = page.getByRole('region', { name: 'Aperçu' })
    const readAs = async (reader: string) => {
      await preview.getByRole('button', { name: /^Vu par/ }).click()
      await page.getByRole('menuitemcheckbox', { name: reader }).click()
    }
    await readAs('Freemium')
    await preview.getByText('Réservé aux membres premium').waitFor()
    expect(await preview.getByText('Ce que cela change').count()).toBe(0)
    await readAs('Premium')
    await preview.getByText('Ce que cela change').waitFor()
  })
})

const asked = (title: string) => ({
  fields: { topic: 'risk', level: 1, form: 'single', right: 0, daily: false },
  texts: { fr: { title, why: 'Parce que c’est ainsi.', choices: 'Un\nDeux', mistakes: '\nNon' } },
})

/** The first lesson of a course that ships, under names of its own. */
function copyCourse(folder: string, name: string): void {
  const shipped = join(import.meta.dirname, '../../content/courses/risk-management')
  const lesson = join(folder, `01-${name}-a`)
  cpSync(join(shipped, '01-risk-little-long'), lesson, { recursive: true })
  cpSync(join(shipped, 'course.yaml'), join(folder, 'course.yaml'))
  const quiz = readFileSync(join(lesson, 'quiz.yaml'), 'utf8').split(/^(?=- key:)/m)
  const questions = quiz.filter((part) => part.startsWith('- key:')).slice(0, 4)
  writeFileSync(join(lesson, 'quiz.yaml'), questions.join('').replace(/^- key: /gm, `- key: ${name}-`))
  const article = join(lesson, 'article.fr.md')
  writeFileSync(article, `Il perd 74 % du compte.\n\n${readFileSync(article, 'utf8')}`)
}
