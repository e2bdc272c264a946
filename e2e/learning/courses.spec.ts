import { setTimeout as slowly } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atRest, faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { teach } from '../stage/course.ts'
import { as, closeAll, database, openAs } from '../stage/fixtures.ts'

const COURSE = 'risque-essai'
const FREE = `${COURSE}-risquer-peu`
const lesson = (slug: string, part = '', place = '') =>
  `/formations?cours=${COURSE}&lecon=${slug}${part && `&partie=${part}`}${place}`
const slides = (place = '') => lesson(FREE, 'diapositives', place)

beforeAll(() => teach(COURSE))
afterAll(closeAll)

const at = (page: Page, place: number, of = 6) =>
  page.getByText(`${place} sur ${of}`, { exact: true }).waitFor()
/** A new member at a slide, by its own address. */
async function atSlide(place: number) {
  const { page, who } = await as('freemium', slides())
  await at(page, 1)
  if (place > 1) await page.goto(new URL(slides(`#${place}`), page.url()).href)
  await at(page, place)
  return { page, who }
}
const kept = async (who: { id: string }) =>
  (
    await database<{ place: number; seen: number[] }>(
      `select place, seen from lesson_progress where member = $1 and part = 'slides'`,
      [who.id],
    )
  )[0]

describe('courses', () => {
  it('[S-101] leads from the catalogue to a course, a lesson and its slides, and back to the very slide', async () => {
    const { page, who } = await as('freemium', '/formations')
    await page.getByRole('heading', { name: 'Risque d’essai' }).waitFor()
    await page
      .getByText(/signaux clos$/)
      .first()
      .waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Risque d’essai', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Risque d’essai' }).waitFor()
    await page.getByText('Fixer un risque par trade qui survit à dix pertes').waitFor()
    await page.getByText('Se prouve à la leçon 2').waitFor()
    await page.getByRole('heading', { name: 'Derniers perdants' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('link', { name: 'Commencer la leçon 1' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Risquer peu, longtemps' }).waitFor()
    await page.getByRole('tab', { name: 'Diapositives' }).click()
    await page.getByRole('heading', { level: 2, name: 'Dix pertes de suite arrivent' }).click()
    await page.keyboard.press('ArrowRight')
    await at(page, 2)
    await page.keyboard.press('ArrowRight')
    await at(page, 3)
    await page.waitForURL((address) => address.hash === '#3')
    await expect.poll(() => kept(who)).toEqual({ place: 3, seen: [1, 2, 3] })
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'Un trade en R' }).waitFor()
    await page.goto(new URL('/formations', page.url()).href)
    await page.getByText(/^Vous en étiez à la diapositive 3 sur 6/).waitFor()
    await page.getByRole('link', { name: 'Reprendre' }).click()
    await page.getByRole('heading', { level: 2, name: 'Un trade en R' }).waitFor()
  })

  it('shows the first screen of a premium lesson, keeps the rest closed, and says what opens it', async () => {
    const { page } = await as('freemium', '/formations')
    await page.getByText(/^\d+ leçons, \d+ exercices et \d+ attestations/).waitFor()
    await page.getByRole('link', { name: /^2 Taille d’essai/ }).click()
    await page.getByText('Le premier écran est à vous, la suite s’ouvre avec Premium.').waitFor()
    const first = page.getByRole('region', { name: 'Premier écran de la leçon' })
    await first.getByRole('heading', { level: 2, name: 'Dix pertes de suite arrivent' }).waitFor()
    await first.getByText('Une série de pertes est normale.').waitFor()
    expect(await page.getByText('Faites compter la salle').count()).toBe(0)
    await first.getByRole('link', { name: 'Voir la formule Premium' }).waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('keeps the progress of a lapsed member, and says so', async () => {
    const { page, who } = await as('premium', lesson(`${COURSE}-taille`, 'diapositives'))
    await at(page, 1)
    await expect.poll(() => kept(who)).toEqual({ place: 1, seen: [1] })
    await database('delete from premium_grants where user_id = $1', [who.id])
    const again = await openAs(who, `/formations?cours=${COURSE}`)
    await again.getByText('Votre progression est gardée.').waitFor()
  })

  it('[wish §1.1] says why a lesson is not complete, and completes it by hand', async () => {
    const { page } = await as('freemium', slides())
    await at(page, 1)
    await page.keyboard.press('End')
    await at(page, 6)
    await page.reload()
    await page.getByText('Il reste : l’article à lire · 4 diapositives à voir').waitFor()
    await page.getByRole('button', { name: 'Marquer comme terminée' }).click()
    await page.getByText('Terminée', { exact: true }).waitFor()
  })

  it('the row of slides follows to the one shown, and the page stays', async () => {
    const { page } = await as('freemium', slides())
    await page.setViewportSize({ width: 700, height: 800 })
    await at(page, 1)
    const row = page.getByRole('list', { name: 'Diapositives' })
    const current = row.locator('[aria-current=true]')
    const isWithin = async () => {
      const [around, inner] = [await row.boundingBox(), await current.boundingBox()]
      return around && inner && inner.x >= around.x && inner.x + inner.width <= around.x + around.width
    }
    await page.keyboard.press('End')
    await at(page, 6)
    await expect.poll(isWithin).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.keyboard.press('Home')
    await expect.poll(isWithin).toBe(true)
  })

  it('keeps notes at their slide and bookmarks, and finds them again', async () => {
    const { page } = await atSlide(2)
    await page
      .getByRole('textbox', { name: 'Écrire une note : diapositive 2' })
      .fill('Revoir mon ratio de novembre')
    await page.getByRole('button', { name: 'Ajouter' }).click()
    await page.getByRole('listitem').getByText('diapositive 2', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Signet à cet endroit' }).click()
    await page.getByRole('button', { name: 'Signet à cet endroit', pressed: true }).waitFor()
    // What was searched is not written into the address that the reader goes to, however long its page takes to come.
    await page.route('**/assets/lesson-page-*.js', async (route) => {
      await slowly(1000)
      await route.continue()
    })
    await page.goto(new URL('/formations', page.url()).href)
    await page.getByRole('heading', { name: 'Risque d’essai' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('novembre ratio')
    await page.getByRole('heading', { name: 'Vos notes' }).waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Revoir mon ratio/ })
      .click()
    await page.getByRole('heading', { name: 'Un taux de réussite ne veut rien dire sans le ratio' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#2')
    expect(new URL(page.url()).searchParams.get('q')).toBeNull()
    await page.goto(new URL('/formations?q=zzqxw', page.url()).href)
    await page.getByText('Rien pour « zzqxw »').waitFor()
    await page.goto(new URL('/formations?liste=signets', page.url()).href)
    await page.getByRole('link', { name: /diapositive 2/ }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
  })
})

describe('the slide viewer', () => {
  it('[wish §1.7] is read line by line: each slide is ordinary text of the accessibility tree', async () => {
    const { page } = await atSlide(2)
    await at(page, 2)
    await page.locator('math').first().waitFor()
    // The curve is drawn by code of its own, which comes later.
    await page.getByRole('img', { name: /^Courbe/ }).waitFor()
    const devtools = await page.context().newCDPSession(page)
    type Node = { ignored: boolean; role?: { value: string }; name?: { value: string } }
    const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as { nodes: Node[] }
    const said = nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => [role?.value, name?.value])
    expect(said.filter(([role]) => role === 'application')).toEqual([])
    expect(said).toContainEqual(['heading', 'Un taux de réussite ne veut rien dire sans le ratio'])
    const lines = said
      .filter(([role]) => role === 'InlineTextBox' || role === 'StaticText')
      .map(([, name]) => name)
    for (const line of ['2 · L’équilibre', 'un trade gagnant sur trois suffit', 'Taux à l’équilibre', '25 %'])
      expect(lines).toContain(line)
    expect(said.map(([role]) => role)).toEqual(
      expect.arrayContaining(['MathMLFraction', 'columnheader', 'cell']),
    )
    expect(said).toContainEqual([
      'image',
      'Courbe\u00a0: taux de réussite selon gain moyen pour 1 risqué. pour 1, 50,0\u202f% ; pour 2, 33,3\u202f% ; pour 3, 25,0\u202f%.',
    ])
    // Neighbours are rendered, and nobody hears them.
    expect(said).not.toContainEqual(['heading', 'Un trade en R'])
    expect(await page.getByRole('status').filter({ hasText: 'Diapositive 2 sur 6' }).count()).toBe(1)
  })

  it('turns by keys alone, from the first to the last, and leaves keys to what uses them', async () => {
    const { page } = await as('freemium', slides())
    await at(page, 1)
    await page.keyboard.press('Space')
    await at(page, 2)
    await page.keyboard.press('Shift+Space')
    await at(page, 1)
    await page.keyboard.press('End')
    await at(page, 6)
    await page.keyboard.press('Home')
    await at(page, 1)
    await page.getByRole('tab', { name: 'Diapositives' }).focus()
    await page.keyboard.press('End')
    await at(page, 1)
    await page.getByRole('textbox', { name: /^Écrire une note/ }).focus()
    await page.keyboard.press('ArrowRight')
    await at(page, 1)
    const overview = page.getByRole('button', { name: 'Vue d’ensemble' })
    await overview.focus()
    await page.keyboard.press('o')
    const grid = page.getByRole('list', { name: 'Vue d’ensemble' })
    await grid.getByRole('button', { name: /^4 / }).focus()
    await page.keyboard.press('Enter')
    await at(page, 4)
  })

  it('[wish §1.9] has live charts: a level is placed and graded by keys', async () => {
    const { page } = await atSlide(5)
    const level = page.getByRole('slider', { name: 'Placez le stop' })
    await level.focus()
    expect(await level.getAttribute('aria-valuetext')).toBe('stop à 103.5, à 0.0 de l’entrée')
    for (let step = 0; step < 6; step++) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await level.getAttribute('aria-valuetext')).toBe('stop à 100.4, à 3.1 de l’entrée')
    await at(page, 5)
    await page.keyboard.press('Enter')
    await page.getByText('Juste : 100.4 est dans la zone attendue, de 100.0 à 100.8.').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: 'Valider 100.5' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('shows what it does not understand, and runs nothing', async () => {
    const { page } = await atSlide(6)
    await page.getByText(':::inconnu valeur=1').waitFor()
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })

  it('[wish §1.7] keeps every word in view at twice the text size and with a reader’s own spacing', async () => {
    const { page } = await atSlide(2)
    await at(page, 2)
    const devtools = await page.context().newCDPSession(page)
    const spacing = await page.evaluateHandle(() => new CSSStyleSheet())
    await spacing.evaluate((sheet) => {
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      )
    })
    // Everything under the bar of the deck can be scrolled to; the frame of the product is not what is tested here.
    const deck = async () => (await overflows(page)).filter((fault) => /@container|SECTION/.test(fault))
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
      await atRest(page)
      expect([width, 'twice the size', await deck()]).toEqual([width, 'twice the size', []])
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
      await spacing.evaluate((sheet) => {
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      })
      await atRest(page)
      expect([width, 'spacing', await deck()]).toEqual([width, 'spacing', []])
      await spacing.evaluate((sheet) => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      })
    }
  })

  it('keeps its notes in another window at the same slide, both ways', async () => {
    const { page } = await atSlide(2)
    await at(page, 2)
    const opens = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Ouvrir dans une fenêtre' }).click()
    const notes = await opens
    await notes.getByText('Deux traders, même taux de réussite de 40 %.').waitFor()
    await notes.keyboard.press('ArrowLeft')
    await notes.getByText('Faites compter la salle').waitFor()
    await at(page, 1)
    await page.keyboard.press('ArrowRight')
    await notes.getByText('Deux traders').waitFor()
  })

  it('prints each slide on a page of its own, without the rest of the screen', async () => {
    const { page } = await atSlide(3)
    await at(page, 3)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(6)
    await page.getByRole('heading', { level: 2, name: 'Un trade en R' }).waitFor()
  })

  it('[wish §1.8] keeps slides seen without a network, and sends them when it is back', async () => {
    const { page, who } = await as('freemium', slides())
    await at(page, 1)
    await expect.poll(() => kept(who)).toEqual({ place: 1, seen: [1] })
    await page.context().setOffline(true)
    await page.keyboard.press('ArrowRight')
    await at(page, 2)
    await page.keyboard.press('ArrowRight')
    await at(page, 3)
    await page.context().setOffline(false)
    await expect.poll(() => kept(who)).toEqual({ place: 3, seen: [1, 2, 3] })
  })
})

describe('an article', () => {
  it('proves its figures on demand', async () => {
    const { page } = await as('freemium', lesson(FREE, 'article'))
    await page.getByRole('button', { name: '90,4 %' }).click()
    const proof = page.getByRole('dialog')
    await proof.getByText('0,904382').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
  })
})

const readIn = async (who: { id: string }) =>
  (
    await database<{ place: number }>(
      `select place from lesson_progress where member = $1 and part = 'article'`,
      [who.id],
    )
  )[0]?.place ?? 0
/** Where the window's lower edge stands in the article shown, in hundredths. */
const stands = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('article')].find((one) => one.checkVisibility())
    const { top, height } = shown?.getBoundingClientRect() ?? new DOMRect()
    return Math.round(((innerHeight - top) / height) * 100)
  })

describe('a lesson that is drawn before it is opened', () => {
  it('[S-101] leaves no trace until then, and opens each time where its reader stopped', async () => {
    const { page, who } = await as('freemium', `/formations?cours=${COURSE}`)
    await page.setViewportSize({ width: 1280, height: 500 })
    const title = page.getByRole('heading', { level: 1 })
    for (const part of ['course', 'again']) {
      await page.locator('article').waitFor({ state: 'attached' })
      expect(await page.locator('article').isVisible()).toBe(false)
      expect(await title.allTextContents()).toEqual(['Risque d’essai'])
      expect(await page.title()).toContain('Risque d’essai')
      if (part === 'course')
        expect(await database('select 1 from lesson_progress where member = $1', [who.id])).toEqual([])
      await page.getByRole('link', { name: /Risquer peu, longtemps/ }).click()
      await page.locator('article').waitFor()
      expect(await title.allTextContents()).toEqual(['Risquer peu, longtemps'])
      await expect.poll(() => page.title()).toContain('Risquer peu, longtemps')
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      if (part === 'again') break
      // The list was scrolled to the link.
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.mouse.move(500, 300)
      await page.mouse.wheel(0, 300)
      await expect.poll(() => readIn(who)).toBeGreaterThan(30)
      await page.goBack()
      await title.filter({ hasText: 'Risque d’essai' }).waitFor()
    }
    await expect.poll(() => stands(page)).toBe(await readIn(who))
  })
})

describe('an article that was left', () => {
  it('[S-101] opens again where its reader stopped, also on another device', async () => {
    const { page, who } = await as('freemium', lesson(FREE, 'article'))
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.getByRole('button', { name: '90,4 %' }).waitFor()
    await page.mouse.move(500, 300)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => readIn(who)).toBeGreaterThan(30)
    expect(await readIn(who)).toBeLessThan(100)
    const again = await openAs(who, '/formations')
    await again.setViewportSize({ width: 1280, height: 500 })
    await again.getByText(/^Vous en étiez à \d+\s% de l’article/).waitFor()
    await again.getByRole('link', { name: 'Reprendre' }).click()
    await again.getByRole('button', { name: '90,4 %' }).waitFor({ state: 'attached' })
    await expect.poll(() => stands(again)).toBe(await readIn(who))
  })
})

describe('a video of another site', () => {
  it('opens there only, when its reader chooses so', async () => {
    const { page } = await as('premium', lesson(`${COURSE}-ratio`, 'video'))
    await page.getByRole('link', { name: 'Lire depuis videos.example' }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
  })
})
