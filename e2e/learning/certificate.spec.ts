import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { publish } from '../stage/course.ts'
import { as, closeAll, database, open } from '../stage/fixtures.ts'

const COURSE = 'attestation-essai'
const LESSON = `${COURSE}-1`

beforeAll(async () => {
  const course = await publish('course', COURSE, {
    fields: { level: 'beginner', author: 'Claire Morvan', requires: [], modules: ['one'] },
    texts: {
      fr: { title: 'Cours d’essai', summary: 'Un essai.', modules: 'Un', abilities: 'Placer un stop' },
    },
  })
  const lesson = await publish(
    'lesson',
    LESSON,
    {
      fields: {
        course: COURSE,
        module: 'one',
        minutes: { article: 1, exercise: 5, quiz: 1 },
        notions: [],
        exercise: { task: 'stop', charts: 1 },
      },
      texts: { fr: { title: 'Une leçon', summary: 'En bref.', article: 'Un texte.' } },
    },
    { parent: course },
  )
  await publish(
    'question',
    `${LESSON}-q`,
    {
      fields: {
        topic: 'risk',
        level: 1,
        form: 'numeric',
        right: '0.21',
        tolerance: '0.005',
        digits: 2,
        unit: 'lot',
      },
      texts: { fr: { title: 'Quelle taille ?', why: 'Parce que.' } },
    },
    { parent: lesson },
  )
  await database(`select private.enqueue('prepare-exercises')`)
})
afterAll(closeAll)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('from an exercise to a certificate', () => {
  it('[S-101] a line is placed and graded by keys alone, once, and the chart goes on', async () => {
    await expect
      .poll(() =>
        database(
          'select from private.exercise_charts as chart join content_items as item on item.id = chart.lesson where item.slug = $1',
          [LESSON],
        ),
      )
      .toHaveLength(1)
    const { page, who } = await as('freemium', `/formations?cours=${COURSE}&lecon=${LESSON}&partie=exercice`)
    const handle = page.getByRole('slider')
    await handle.waitFor()
    expect(await page.getByRole('button', { name: 'Valider' }).isDisabled()).toBe(true)
    expect(await page.getByText('Zone juste').count()).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
    await handle.focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByText('Votre note').waitFor()
    await page.getByText('Zone juste', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Vérifier' }).waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
    const rows = await database<{ points: number }>('select points from exercise_answers where member = $1', [
      who.id,
    ])
    expect(rows).toHaveLength(1)
    await page.getByText(String(rows[0]?.points), { exact: true }).waitFor()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await overflows(page)).toEqual([])
    await page.reload()
    await page.getByText('Votre note').waitFor()
  })

  it('[S-101] [wish §1.5] a certificate is asked for, and checked by a stranger on their own device', async () => {
    const { page, who } = await as('freemium', `/formations?cours=${COURSE}`)
    const sit = async (purpose: string, subject: string) => {
      const { data: attempt } = await who.client.rpc('start_attempt', { purpose, subject }).throwOnError()
      await who.client.rpc('answer_question', { attempt, place: 1, given: '0,21' }).throwOnError()
      await who.client.rpc('finish_attempt', { attempt }).throwOnError()
    }
    const [lesson] = await database<{ id: string }>('select id from content_items where slug = $1', [LESSON])
    await who.client.rpc('complete_part', { lesson: lesson?.id, part: 'article' }).throwOnError()
    await who.client
      .rpc('grade_exercise', { lesson: `${COURSE}/${LESSON}`, place: 1, price: '1' })
      .throwOnError()
    await sit('quiz', `${COURSE}/${LESSON}`)
    await sit('exam', COURSE)
    await page.reload()
    await page.getByLabel('Nom sur l’attestation').fill('Alix Laurent')
    await page.getByRole('button', { name: 'Obtenir mon attestation' }).click()
    const link = page.getByRole('link', { name: /^V-/ })
    await link.waitFor()
    const code = (await link.textContent()) ?? ''
    await expect
      .poll(() => database('select from certificates where code = $1 and credential is not null', [code]))
      .toHaveLength(1)

    const stranger = await open(`/attestation?code=${code.toLowerCase()}`)
    await heading(stranger, 'Attestation authentique')
    expect(await stranger.getByRole('main').getByRole('listitem').count()).toBe(5)
    await stranger.getByText('Alix Laurent').first().waitFor()
    expect(await faultsInBothThemes(stranger)).toEqual([])
    for (const width of [390, 320]) {
      await stranger.setViewportSize({ width, height: 800 })
      expect(await overflows(stranger)).toEqual([])
    }
    // Its member fetches the PDF from the course, and hides the name: initials stand for it once it is signed again.
    const drawn = (of: string) =>
      expect
        .poll(() => database('select from private.certificate_files where code = $1', [of]))
        .toHaveLength(1)
    const fetchPdf = async (of: string) => {
      await drawn(of)
      const file = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Télécharger le PDF' }).click()
      expect((await file).suggestedFilename()).toBe(`${of}.pdf`)
    }
    await fetchPdf(code)
    await link.click()
    await fetchPdf(code)
    expect(await stranger.getByRole('button', { name: 'Télécharger le PDF' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Retirer mon nom' }).click()
    await expect
      .poll(() =>
        database('select from certificates where code = $1 and not shown and credential is not null', [code]),
      )
      .toHaveLength(1)
    await stranger.getByRole('button', { name: 'Refaire les contrôles' }).click()
    await stranger.getByText('A. L.').first().waitFor()
    await heading(stranger, 'Attestation authentique')
    await page.getByRole('button', { name: 'Afficher mon nom' }).click()
    await page.getByRole('button', { name: 'Retirer mon nom' }).waitFor()

    // Another name is another certificate, which says what it replaces.
    await page.getByRole('button', { name: 'Corriger le nom' }).click()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await overflows(page)).toEqual([])
    await page.getByLabel('Nom sur la nouvelle attestation').fill('Alix Moreau')
    await page.getByRole('button', { name: 'Émettre la nouvelle attestation' }).click()
    await page.getByText('Elle remplace').waitFor()
    await page.getByText('Alix Moreau').first().waitFor()
    // Signed by then, and checked again by itself.
    await heading(page, 'Attestation authentique')
    await page.getByText(code, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Corriger le nom' }).count()).toBe(0)
    await stranger.getByRole('button', { name: 'Refaire les contrôles' }).click()
    await heading(stranger, 'Attestation révoquée')
    const [fresh] = await database<{ code: string }>('select code from certificates where replaces = $1', [
      code,
    ])
    await stranger.goto(new URL(`/attestation?code=${fresh?.code}`, stranger.url()).href)
    await heading(stranger, 'Attestation authentique')

    await database(`update certificates set revoked_at = now(), revoked_for = 'essai' where code = $1`, [
      fresh?.code,
    ])
    await stranger.getByRole('button', { name: 'Refaire les contrôles' }).click()
    await heading(stranger, 'Attestation révoquée')
    await stranger.getByLabel('Vérifier un autre code').fill('V-AAAA-BBBB')
    await stranger.getByRole('button', { name: 'Vérifier', exact: true }).click()
    await stranger.getByText(/Un code a douze signes/).waitFor()
    await stranger.getByLabel('Vérifier un autre code').fill('V-AAAA-BBBB-CCCC')
    await stranger.getByRole('button', { name: 'Vérifier', exact: true }).click()
    await heading(stranger, 'Aucune attestation à ce code')
  })
})
