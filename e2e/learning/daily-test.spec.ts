import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { drawChart, MADE, openToday, secretOf } from '../stage/daily-rows.ts'
import { as, closeAll, database, openAs, url } from '../stage/fixtures.ts'

beforeAll(openToday, 120_000)
afterAll(closeAll)

const PATH = '/test-journalier'
const begin = async (page: Page) => {
  await page.getByRole('button', { name: 'Commencer' }).click()
  await at(page, 1)
}
const at = (page: Page, place: number) =>
  page.getByRole('heading', { name: `Question ${place} sur 10` }).waitFor()
const graded = (page: Page) => page.getByRole('heading', { name: 'Pourquoi' }).waitFor()
/** The digit that chooses a choice: choices are shuffled for each member. */
const digitOf = async (page: Page, choice: string) =>
  String(
    (await page.locator('fieldset label').allTextContents()).findIndex((text) => text.endsWith(choice)) + 1,
  )
const answers = (member: string) =>
  database<{ place: number; right: boolean; given: unknown }>(
    `select place, "right", given from attempt_answers join attempts on attempts.id = attempt where member = $1 order by place`,
    [member],
  )

/** On a weekend or a holiday a test counts neither for a streak nor in the ranking: as if it had counted, in the page too. */
async function countAlways(page: Page, member: string): Promise<void> {
  const missing = await database(
    `with today as (select private.paris_day(now()) as day), uncounted as (select day from today where not private.is_market_day(day)),
       streak as (insert into streaks (member, days, best) select $1, 1, 1 from uncounted
         on conflict (member) do update set days = 1, best = 1)
     insert into weekly_scores (week, member, score) select date_trunc('week', day)::date, $1, 1 from uncounted
       on conflict (week, member) do nothing returning week`,
    [member],
  )
  if (missing.length > 0) await page.reload()
}

/** Answers the question in view by keys alone; wrong where it is asked to. */
async function answer(page: Page, place: number, wrong = false): Promise<void> {
  const { form, choices = [], fields } = MADE[place - 1]!
  const { right } = fields as { right?: number | number[] }
  if (form === 'single' || form === 'multiple') {
    const all = [right ?? 0].flat()
    const wanted = wrong ? [all.includes(1) ? 0 : 1] : all
    for (const one of wanted) await page.keyboard.press(await digitOf(page, choices[one]!))
  } else if (form === 'numeric') {
    await tabTo(page, 'input[inputmode=decimal]')
    await page.keyboard.type(wrong ? '0,8' : '0,12')
  } else if (form === 'order') {
    for (const [to, step] of choices.entries()) {
      const line = page.locator('main ol li').filter({ hasText: step })
      await line.focus()
      for (;;) {
        const now = (await page.locator('main ol li').allTextContents()).findIndex((text) =>
          text.includes(step),
        )
        if (now <= to) break
        await page.keyboard.press('Alt+ArrowUp')
        await expect
          .poll(() =>
            page
              .locator('main ol li')
              .nth(now - 1)
              .textContent(),
          )
          .toContain(step)
      }
    }
  } else {
    const level = page.getByRole('slider', { name: 'Niveau' })
    await tabTo(page, '[role=slider]')
    await page.keyboard.press('ArrowDown')
    for (;;) {
      const value = Number(await level.getAttribute('aria-valuetext'))
      if (value <= 101.4) break
      await page.keyboard.press(value > 102.5 ? 'Shift+ArrowDown' : 'ArrowDown')
    }
  }
  await page.keyboard.press('Enter')
  await graded(page)
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`${selector} is not reached by Tab`)
}

describe('the daily test', () => {
  it('[S-111] is answered by keys alone in every form, and ends with its score, its mistakes and a streak', async () => {
    const { page, who } = await as('freemium', PATH)
    const other = await openAs(who, PATH)
    await other.getByRole('button', { name: 'Commencer' }).waitFor()
    await begin(page)
    for (let place = 1; place <= 10; place++) {
      await at(page, place)
      await answer(page, place, place === 3 || place === 6)
      if (place < 10) await page.keyboard.press('Enter')
    }
    expect((await answers(who.id)).filter(({ right }) => !right).map(({ place }) => place)).toEqual([3, 6])
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Revoir mes 2 erreurs' }).waitFor()
    await page.getByText(/terminé à \d\d:\d\d en 0\smin\s\d\d/).waitFor()
    const mistakes = page.getByRole('listitem').filter({ hasText: 'Quelle espérance' })
    await mistakes.getByText('+0,80\u00a0R').waitFor()
    await mistakes.getByText('+0,12\u00a0R').waitFor()
    await mistakes.getByText('demain').waitFor()
    await mistakes.getByRole('button', { name: 'Voir l’explication' }).click()
    await mistakes.getByRole('img', { name: '4 gagnants, 6 perdants' }).waitFor()
    await mistakes.getByRole('heading', { name: /^Le même calcul sur nos \d+ signaux clos$/ }).waitFor()
    await countAlways(page, who.id)
    await page.getByRole('switch', { name: /^Rappel le soir/ }).click()
    await expect
      .poll(() => database('select remind from streaks where member = $1', [who.id]))
      .toEqual([{ remind: true }])
    await page.getByText(/^jours? de marché · record/).waitFor()
    await page.getByText('Moins de trente membres ont passé ce test jusqu’ici.').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])

    await other.getByRole('button', { name: 'Commencer' }).click()
    await other.getByText('Vous avez déjà passé ce test.').waitFor()
  }, 240_000)

  it('[S-111] [wish §1.8] goes on after a reload at the same question, with the same deadline', async () => {
    const { page, who } = await as('freemium', PATH)
    await begin(page)
    await answer(page, 1)
    await page.reload()
    await at(page, 2)
    const deadline = () => database(`select deadline::text from attempts where member = $1`, [who.id])
    const before = await deadline()
    await page.getByRole('button', { name: 'Quitter, en gardant ma place' }).click()
    await page.getByRole('button', { name: 'Reprendre' }).click()
    await at(page, 2)
    expect(await deadline()).toEqual(before)
    expect(await page.getByRole('timer').textContent()).toMatch(/^1[01]:\d\d$/)
  })

  it('[S-111] keeps an answer that a cut connection held back, and sends it once', async () => {
    const { page, who } = await as('freemium', PATH)
    await begin(page)
    await page.context().setOffline(true)
    await page.keyboard.press(await digitOf(page, 'Le dernier creux'))
    await page.keyboard.press('Enter')
    await page.getByText('Votre réponse à la question 1 est gardée sur cet appareil').waitFor()
    expect(await answers(who.id)).toEqual([])
    await page.context().setOffline(false)
    await graded(page)
    expect((await answers(who.id)).map(({ right }) => right)).toEqual([true])

    // The answer arrives, its confirmation does not.
    await page.keyboard.press('Enter')
    await at(page, 2)
    let lost = 0
    await page.route('**/rpc/answer_question', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.keyboard.press(await digitOf(page, 'Un rendement promis'))
    await page.keyboard.press('Enter')
    await graded(page)
    expect(lost).toBeGreaterThan(1)
    expect((await answers(who.id)).length).toBe(2)
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('answers'))),
    ).toEqual([])
  })

  it('[S-111] refuses an answer after the deadline, and shows what was answered in time', async () => {
    const { page, who } = await as('freemium', PATH)
    await begin(page)
    await answer(page, 1)
    await page.keyboard.press('Enter')
    await at(page, 2)
    await database(`update attempts set deadline = clock_timestamp() where member = $1`, [who.id])
    await page.keyboard.press(await digitOf(page, 'Un rendement promis'))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Revoir mes 9 erreurs' }).waitFor()
    expect((await answers(who.id)).length).toBe(1)
  })

  it('[S-111] brings nothing of a right answer into the browser before it is given', async () => {
    const { page } = await as('freemium', PATH)
    const bodies: Promise<string>[] = []
    page.on('response', (response) => bodies.push(response.text().catch(() => '')))
    await begin(page)
    await page.waitForLoadState('networkidle')
    // The data of times without a network are kept a moment after they arrive.
    await expect.poll(() => kept(page), { timeout: 20_000 }).toContain('Sous quel niveau')
    const before = [...(await Promise.all(bodies)), await kept(page)].join()
    for (let place = 1; place <= 10; place++) expect(before).not.toContain(secretOf(place))
    await answer(page, 1)
    await expect.poll(() => kept(page), { timeout: 20_000 }).toContain(secretOf(1))
    expect([...(await Promise.all(bodies)), await kept(page)].join()).not.toContain(secretOf(2))
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
    )
    expect(scripts.length).toBeGreaterThan(5)
    const maps = await Promise.all(scripts.map(async (name) => (await fetch(`${name}.map`)).status))
    expect(new Set(maps)).toEqual(new Set([404]))
  })

  it('[S-111] has the whole of a phone, fits 320 pixels, and has no accessibility fault', async () => {
    const { page } = await as('freemium', PATH, { phone: true })
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflows(page)).toEqual([])
    await begin(page)
    expect(await page.getByRole('navigation').count()).toBe(0)
    for (let place = 1; place <= 5; place++) {
      await at(page, place)
      expect(await overflows(page), MADE[place - 1]?.form).toEqual([])
      expect(await faultsInBothThemes(page), MADE[place - 1]?.form).toEqual([])
      await page.getByRole('button', { name: 'Passer' }).click()
    }
    await page.getByRole('button', { name: 'Quitter, en gardant ma place' }).click()
    await page.getByRole('navigation').first().waitFor()
  }, 180_000)

  it('[S-111] shows its ranking to those who joined under a pseudonym, until they leave', async () => {
    const { page, who } = await as('freemium', `${PATH}?onglet=classement`)
    await page.getByRole('button', { name: 'Participer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Pseudonyme').fill('--')
    await dialog.getByLabel('Pseudonyme').fill('Vent d')
    await dialog.getByRole('button', { name: 'Participer' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await database(`select pseudonym from leaderboard_names where member = $1`, [who.id])).toEqual([
      { pseudonym: 'Vent d' },
    ])
    await page.goto(`${url}${PATH}`)
    await begin(page)
    await database(`update attempts set deadline = clock_timestamp() where member = $1`, [who.id])
    await answerOver(page)
    await countAlways(page, who.id)
    await page.goto(`${url}${PATH}?onglet=classement`)
    await page.getByText('vous, «\u00a0Vent d\u00a0»').waitFor()
    await page.getByRole('button', { name: 'Se retirer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Se retirer' }).click()
    await expect.poll(() => database(`select from leaderboard_names where member = $1`, [who.id])).toEqual([])
  })

  it('[S-111] brings mistakes back for review on their day', async () => {
    const { page, who } = await as('freemium', PATH)
    await begin(page)
    await answer(page, 1, true)
    await expect
      .poll(() =>
        database(`select from review_cards where member = $1`, [who.id]).then(({ length }) => length),
      )
      .toBe(1)
    await page.goto(`${url}${PATH}?onglet=revisions`)
    await page.getByText('Rien à réviser aujourd’hui').waitFor()
    await page.getByText('Rappels, si vous répondez juste').waitFor()
    await database(`update review_cards set due = now() - interval '1 hour' where member = $1`, [who.id])
    await page.reload()
    await page.getByText('1 question à réviser').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Réviser' }).click()
    await page.getByRole('heading', { name: 'Question 1 sur 1' }).waitFor()
    expect(await page.getByRole('timer').count()).toBe(0)
    await answer(page, 1)
    await page.keyboard.press('Enter')
    await page.getByText('Rien à réviser aujourd’hui').waitFor()
  })
})

/** Answers when the time is over already. */
async function answerOver(page: Page): Promise<void> {
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Revoir mes 10 erreurs/ }).waitFor()
}

/** Everything that the browser stores for this site: settings, data for times without a network, and caches. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const stored: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name } of await indexedDB.databases()) {
      const base = await open(name ?? '')
      for (const store of base.objectStoreNames) {
        const all = base.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          all.onsuccess = resolve
        })
        stored.push(JSON.stringify(all.result))
      }
      base.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const response of await cache.matchAll()) stored.push(await response.text())
    }
    return stored.join('\n')
  })

describe('the quiz of a lesson', () => {
  it('has no timer, keeps its threshold in view and its place, and opens again the next day when it failed', async () => {
    const { page, who } = await as('freemium', '/')
    await page.goto(`${url}/formations?cours=trading-basics&lecon=price-spread-pip&partie=quiz`)
    await page.getByRole('button', { name: 'Commencer' }).click()
    await page.getByRole('heading', { name: /^Question 1 sur \d+$/ }).waitFor()
    await page.getByText('sans chrono').waitFor()
    await page.getByText(/^0 justes?, seuil à \d+$/).waitFor()
    expect(await page.getByRole('timer').count()).toBe(0)
    await page.getByRole('button', { name: 'Passer' }).click()
    await page.getByRole('heading', { name: /^Question 2 sur/ }).waitFor()
    await page.getByRole('button', { name: 'Quitter, en gardant ma place' }).click()
    await page.getByRole('button', { name: 'Reprendre' }).click()
    await page.getByRole('heading', { name: /^Question 1 sur/ }).waitFor()
    await database(`select private.finish(id) from attempts where member = $1`, [who.id])
    await page.reload()
    await page.getByRole('heading', { name: 'Pas encore' }).waitFor()
    await page.getByText(/puis réessayez demain/).waitFor()
    await page.getByRole('img', { name: /^0 réponses justes sur \d+, un trait par réponse$/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Recommencer' }).count()).toBe(0)
    expect(await faultsInBothThemes(page)).toEqual([])
  }, 120_000)
})

describe('a forecast', () => {
  it('[S-111] is sealed by keys before anything tells the market, its date or what followed', async () => {
    await drawChart()
    const { page, who } = await as('freemium', '/')
    const bodies: Promise<string>[] = []
    page.on('response', (response) => {
      if (/rpc\/(today|my)_forecasts/.test(response.url())) bodies.push(response.text().catch(() => ''))
    })
    await page.goto(`${url}${PATH}?onglet=suite`)
    await page.getByRole('heading', { name: /Le cours touche-t-il \+0,75\s%/ }).waitFor()
    const seal = page.getByRole('button', { name: 'Sceller ma réponse' })
    expect(await seal.isDisabled()).toBe(true)
    const told = (await Promise.all(bodies)).join() + (await page.locator('main').innerHTML())
    expect(told).not.toMatch(/GBP|2026-10-16|16\/10|symbol|outcome|touched/)
    const slider = page.getByRole('slider', { name: /Probabilité/ })
    await slider.focus()
    for (let press = 0; press < 5; press++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await slider.getAttribute('aria-valuenow')).toBe('64')
    expect(await faultsInBothThemes(page)).toEqual([])
    await seal.press('Enter')
    await page.getByRole('heading', { name: /Non\s: −0,50\s% a été touché d’abord/ }).waitFor()
    await page.getByText('GBP/USD', { exact: true }).waitFor()
    const [sealed] = await database<{ probability: number; kind: string }>(
      `select probability, kind from forecast_answers join ledger using (sequence) where member = $1`,
      [who.id],
    )
    expect(sealed).toEqual({ probability: 64, kind: 'forecast' })
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.reload()
    await page.getByText('Tous les graphiques du jour sont scellés').waitFor()
    const own = page.getByRole('row', { name: /GBP\/USD.*64\s%.*non.*0,41/ })
    await own.getByRole('link', { name: /^Signaler une erreur\s: GBP\/USD/ }).click()
    await page
      .getByText(/^Erreur possible\s: pronostic, entrée/)
      .first()
      .waitFor()
  }, 120_000)

  it('[S-111] fits a small phone before and after it is sealed', async () => {
    await drawChart()
    const { page } = await as('freemium', `${PATH}?onglet=suite`, { phone: true })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('slider', { name: /Probabilité/ }).waitFor()
    expect(await overflows(page)).toEqual([])
    const box = (await page.getByRole('slider', { name: /Probabilité/ }).boundingBox())!
    await page
      .getByRole('slider', { name: /Probabilité/ })
      .tap({ position: { x: box.width * 0.3, y: box.height / 2 } })
    // What followed is shown even when the list of charts is read again before everything else has come.
    const readAgain = page.waitForResponse(/rpc\/today_forecasts/)
    await page.route('**/rpc/my_forecasts', async (route) => {
      await readAgain
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sceller ma réponse' }).tap()
    await page.getByText('GBP/USD', { exact: true }).waitFor()
    expect(await overflows(page)).toEqual([])
  })
})
