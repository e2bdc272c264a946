import { readFileSync, statSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../stage/accessibility.ts'
import { closeAll, open } from '../stage/fixtures.ts'

afterAll(closeAll)

/** A part of the design system sheet. */
const part = (page: Page, name: string, theme = 'dark'): Locator =>
  page
    .getByRole('region', { name: `${theme} theme` })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true, level: 3 }) })

async function sheet(options: Parameters<typeof open>[1] = {}): Promise<Page> {
  const page = await open('/dev/ui?part=charts', options)
  await part(page, 'Price chart').locator('canvas').first().waitFor()
  return page
}

const caption = (chart: Locator) => chart.locator('figcaption').first().textContent()

describe('the price chart', () => {
  let page: Page
  let chart: Locator
  beforeAll(async () => {
    page = await sheet()
    chart = part(page, 'Price chart')
    await chart.scrollIntoViewIfNeeded()
  })

  it('changes its timeframe, indicators and scale by keyboard', async () => {
    await chart.getByRole('radio', { name: 'M15' }).focus()
    await page.keyboard.press('ArrowRight')
    const hour = chart.getByRole('radio', { name: 'H1' })
    await expect.poll(() => hour.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await chart.getByRole('application', { name: 'EUR/USD, H1' }).waitFor()
    const indicators = chart.getByRole('button', { name: /^Indicateurs/ })
    await indicators.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await menu.getByRole('menuitemcheckbox', { name: /MACD/ }).focus()
    await page.keyboard.press('Enter')
    expect(await menu.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => caption(chart)).toContain('MACD')
    const log = chart.getByRole('button', { name: /échelle logarithmique/ })
    await log.focus()
    await page.keyboard.press('Space')
    expect(await log.getAttribute('aria-pressed')).toBe('true')
  })

  it('moves through its candles by keyboard, and announces the last one', async () => {
    const plot = chart.getByRole('application')
    await plot.focus()
    await page.keyboard.press('ArrowLeft')
    const live = chart.locator('[aria-live=polite]').first()
    await expect.poll(() => live.textContent()).toMatch(/Ouverture 1\.\d{5}, Plus haut/)
    const [before, shown] = [await live.textContent(), await caption(chart)]
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => live.textContent()).not.toBe(before)
    expect(await caption(chart)).not.toBe(shown)
    await page.keyboard.press('Home')
    await expect.poll(() => live.textContent()).toMatch(/Ouverture 1\.08650/)
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
  })

  it('measures by pointer and by keyboard', async () => {
    const tool = chart.getByRole('button', { name: 'Mesurer' })
    await tool.click()
    const plot = chart.getByRole('application')
    const said = chart.locator('[aria-live=polite]').last()
    const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + 200, box.y + 180)
    await page.mouse.down()
    await page.mouse.move(box.x + 420, box.y + 60, { steps: 6 })
    await page.mouse.up()
    await expect
      .poll(() => said.textContent())
      .toMatch(/^\+\d+,\d pips · \+0,\d\d\u202f%, \+\d+ points, \d+ bougies/)
    await page.keyboard.press('Escape')
    await plot.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect.poll(() => said.textContent()).toContain('−4 bougies · 4')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => tool.getAttribute('aria-pressed')).toBe('false')
  })

  it('reports frozen data, and since when', async () => {
    await chart.getByText(/^Données figées depuis .*\d\d:\d\d$/).waitFor()
  })

  it('exports its picture as a file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chart.getByRole('button', { name: 'Télécharger l’image' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^vigie-eur-usd-h1-\d{4}-\d\d-\d\d\.png$/)
    const path = await download.path()
    expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG')
    expect(statSync(path).size).toBeGreaterThan(10_000)
  })

  it('can be shown as a table', async () => {
    const toggle = chart.getByRole('button', { name: 'Données', exact: true })
    await toggle.click()
    await chart.getByRole('columnheader', { name: 'Clôture' }).waitFor()
    expect(await chart.getByRole('row').count()).toBe(51)
    await chart.getByRole('button', { name: 'Lignes suivantes' }).click()
    expect(await chart.getByRole('row').count()).toBe(101)
    await toggle.click()
    await expect.poll(() => chart.getByRole('table').count()).toBe(0)
  })

  it('fills the screen and returns', async () => {
    await chart.getByRole('button', { name: 'Plein écran' }).click()
    await chart.getByRole('button', { name: 'Quitter le plein écran' }).click()
    await chart.getByRole('button', { name: 'Plein écran' }).waitFor()
  })
})

describe('a replay', () => {
  it('steps, can be dragged and plays, and shows notes at the time they were written', async () => {
    const page = await sheet()
    const replay = part(page, 'Replay')
    await replay.scrollIntoViewIfNeeded()
    const moment = replay.getByRole('slider', { name: 'Moment affiché' })
    expect(await moment.inputValue()).toBe('120')
    await replay.getByRole('button', { name: 'Bougie suivante' }).click()
    expect(await moment.inputValue()).toBe('121')
    await moment.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await moment.inputValue()).toBe('120')
    expect(await moment.getAttribute('aria-valuetext')).toMatch(/120 bougies sur 240/)
    const last = await caption(replay)
    await page.keyboard.press('Home')
    expect(await moment.inputValue()).toBe('1')
    await expect.poll(() => caption(replay)).not.toBe(last)
    await replay.getByRole('radio', { name: '×10' }).click()
    await replay.getByRole('button', { name: 'Lire' }).click()
    await expect.poll(async () => Number(await moment.inputValue())).toBeGreaterThan(5)
    await replay.getByRole('button', { name: 'Mettre en pause' }).click()
    const held = await moment.inputValue()
    await page.waitForTimeout(300)
    expect(await moment.inputValue()).toBe(held)
  })
})

describe('the small charts', () => {
  it('can be read by keyboard and as tables', async () => {
    const page = await sheet()
    const small = part(page, 'Small charts')
    for (const [name, key, read] of [
      ['Running result in R', 'Home', /R, baisse/],
      ['Results in R', 'End', /trades?$/],
      ['Days with results, 2026', 'Home', /01\/01\/2026/],
    ] as const) {
      const figure = small.getByRole('figure').filter({ has: page.getByRole('application', { name }) })
      await figure.getByRole('application').focus()
      await page.keyboard.press(key)
      await expect.poll(() => caption(figure)).toMatch(read)
      await figure.getByRole('button', { name: 'Données' }).click()
      await small.getByRole('table', { name }).waitFor()
      await small
        .getByRole('region', { name })
        .locator('xpath=../..')
        .getByRole('button', { name: 'Données' })
        .first()
        .click()
    }
  })
})

describe('on a phone', () => {
  it('shows everything in one menu, and nothing wider than the screen', async () => {
    const page = await sheet({ phone: true })
    const chart = part(page, 'Price chart')
    await chart.getByRole('button', { name: 'Réglages du graphique, M15' }).click()
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitemcheckbox', { name: 'H4' }).click()
    await chart.getByRole('application', { name: 'EUR/USD, H4' }).waitFor()
    for (const name of ['Price chart', 'Drawings', 'Replay', 'Small charts']) {
      const wide = await part(page, name)
        .locator('figure')
        .evaluateAll((figures) => figures.filter((one) => one.getBoundingClientRect().width > 390).length)
      expect(wide, name).toBe(0)
    }
  })
})

describe('accessibility', () => {
  it('finds no fault on a chart shown as a table, in both themes', async () => {
    const page = await sheet()
    for (const theme of ['dark', 'light']) {
      const chart = part(page, 'Price chart', theme)
      await chart.locator('canvas').first().waitFor()
      await chart.getByRole('button', { name: 'Données', exact: true }).click()
      await chart.getByRole('columnheader', { name: 'Clôture' }).waitFor()
      expect(await faults(page, `section[data-theme=${theme}]`)).toEqual([])
    }
  })
})

describe('five thousand candles with three indicators', () => {
  it('are drawn after a click, and follow the wheel', async () => {
    const page = await sheet()
    await page.getByTestId('big-chart').click()
    const plot = page.getByTestId('big-chart-drawn').getByRole('application')
    await plot.scrollIntoViewIfNeeded()
    const before = await plot.screenshot()
    await plot.hover()
    await page.mouse.wheel(0, -600)
    await expect.poll(async () => before.equals(await plot.screenshot())).toBe(false)
  })
})
