import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAll, open } from '../stage/fixtures.ts'

const SHEET = '/dev/ui?theme=dark&part=table&part=content'

let page: Page
let sheet: Locator
let table: Locator
beforeAll(async () => {
  page = await open(SHEET)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
beforeEach(async () => {
  await page.reload()
  sheet = page.getByRole('region', { name: 'dark theme' })
  table = sheet.getByRole('region', { name: 'Trades', exact: true })
  await rows().first().waitFor()
})
afterAll(closeAll)

const rows = () => table.locator('tbody tr[data-row]')
const header = (name: string) => table.getByRole('columnheader', { name })
const cells = (column: number) =>
  table.locator(`tbody tr[data-row] > :nth-child(${column})`).allTextContents()
const status = () => sheet.getByTestId('table').getByRole('status').first().textContent()
const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.row)
const PAIR = 3
const AMOUNT = 8

/** The displayed amounts as numbers. */
const amounts = async () =>
  (await cells(AMOUNT)).map((text) =>
    Number(
      text
        .replace(/[^\d,−]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ),
  )

async function choose(column: string, values: string[]): Promise<void> {
  await header(column).hover()
  await header(column)
    .getByRole('button', { name: `Filtrer ${column}` })
    .click()
  for (const value of values) await page.getByRole('dialog').getByText(value, { exact: true }).click()
  await page.keyboard.press('Escape')
}

describe('the data table', () => {
  it('sorts by a header, indicates it, and returns to the original order', async () => {
    const came = await amounts()
    const button = header('Amount').getByRole('button', { name: 'Amount', exact: false }).first()
    await button.click()
    expect(await header('Amount').getAttribute('aria-sort')).toBe('ascending')
    const rising = await amounts()
    expect(rising).toEqual([...rising].sort((a, b) => a - b))
    await button.click()
    expect(await header('Amount').getAttribute('aria-sort')).toBe('descending')
    expect(await status()).toContain('tri décroissant')
    const falling = await amounts()
    expect(falling).toEqual([...falling].sort((a, b) => b - a))
    await button.click()
    expect(await header('Amount').getAttribute('aria-sort')).toBeNull()
    expect(await amounts()).toEqual(came)
  })

  it('shows the filtered rows, with a chip that names the filter and removes it', async () => {
    await choose('Instrument', ['EUR/USD'])
    expect(new Set(await cells(PAIR))).toEqual(new Set(['EUR/USD']))
    expect(await status()).toMatch(/^\d+ sur 16 lignes/)
    await sheet.getByRole('button', { name: 'Retirer le filtre sur Instrument' }).click()
    expect(await status()).toMatch(/^16 lignes/)
  })

  it('narrows a time column to a period, and names it', async () => {
    const own = await open(SHEET)
    await own.clock.setFixedTime(new Date('2026-11-24T12:00:00Z'))
    const part = own.getByRole('region', { name: 'dark theme' }).getByTestId('table')
    const head = part.getByRole('columnheader', { name: 'Date' })
    await head.hover()
    await head.getByRole('button', { name: 'Filtrer Date' }).click()
    await own.getByRole('combobox', { name: 'Date' }).click()
    await own.getByRole('button', { name: '7 derniers jours' }).click()
    const chip = part.getByRole('button', { name: 'Retirer le filtre sur Date' })
    await chip.waitFor()
    const left = Number(
      /^\d+(?= sur 16 lignes)/.exec((await part.getByRole('status').first().textContent()) ?? ''),
    )
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(16)
    await own.keyboard.press('Escape')
    await chip.click()
    await expect.poll(() => part.getByRole('status').first().textContent()).toMatch(/^16 lignes/)
  })

  it('shows denser rows on request, and remembers the setting', async () => {
    const height = () =>
      rows()
        .first()
        .evaluate((row) => row.getBoundingClientRect().height)
    const compact = sheet.getByTestId('table').getByRole('button', { name: 'Lignes serrées' })
    const before = await height()
    await compact.click()
    await expect.poll(height).toBeLessThan(before)
    await page.reload()
    await rows().first().waitFor()
    expect(await height()).toBeLessThan(before)
    await compact.click()
    await expect.poll(height).toBe(before)
  })

  it('reports an empty result, with a way to reset it', async () => {
    await header('Source').hover()
    await header('Source').getByRole('button', { name: 'Filtrer Source' }).click()
    await page.getByLabel('Source contient').fill('nowhere')
    await page.keyboard.press('Escape')
    await table.getByText('Aucune ligne ne correspond à ces filtres.').waitFor()
    await table.getByRole('button', { name: 'Retirer les filtres' }).click()
    expect(await status()).toMatch(/^16 lignes/)
  })

  it('selects one row, a range with Shift, and all filtered rows', async () => {
    const box = (row: number) => rows().nth(row).getByRole('checkbox')
    await box(1).click()
    expect(await status()).toMatch(/^1 ligne sélectionnée/)
    await box(5).click({ modifiers: ['Shift'] })
    expect(await status()).toMatch(/^5 lignes sélectionnées/)
    await sheet.getByRole('button', { name: 'Tout désélectionner' }).click()
    await choose('Action', ['Sell'])
    const [left = ''] = /^\d+/.exec((await status()) ?? '') ?? []
    await table.getByRole('checkbox', { name: 'Sélectionner toutes les lignes filtrées' }).click()
    expect(await status()).toMatch(new RegExp(`^${left} lignes sélectionnées`))
    await sheet.getByRole('button', { name: 'Retirer le filtre sur Action' }).click()
    expect(await status()).toMatch(new RegExp(`^${left} lignes sélectionnées`))
  })

  it('can be navigated, selected and opened by keyboard only', async () => {
    await table.focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('0')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    expect(await focused()).toBe('1')
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+Space')
    expect(await status()).toMatch(/^3 lignes sélectionnées/)
    await page.keyboard.press('End')
    expect(await focused()).toBe('15')
    const inSight = await rows()
      .last()
      .evaluate((row) => {
        const region = row.closest('section')?.getBoundingClientRect()
        const foot = row.closest('table')?.tFoot?.getBoundingClientRect()
        const { top, bottom } = row.getBoundingClientRect()
        return region && foot && top >= region.top && bottom <= foot.top + 1
      })
    expect(inSight).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText(/ opened$/).waitFor()
  })

  it('changes a column’s width by keyboard and by dragging, and resets it', async () => {
    const edge = table.getByRole('separator', { name: 'Largeur de la colonne Instrument' })
    const width = async () => Number(await edge.getAttribute('aria-valuenow'))
    const before = await width()
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    expect(await width()).toBe(before + 48)
    const box = await edge.boundingBox()
    if (!box) throw new Error('The edge is not drawn.')
    await page.mouse.move(box.x + box.width / 2, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 - 30, box.y + 20, { steps: 4 })
    await page.mouse.up()
    expect(await width()).toBe(before + 18)
    await edge.focus()
    await page.keyboard.press('Home')
    expect(await width()).not.toBe(before + 18)
  })

  it('exports the filtered rows in the format of French spreadsheets', async () => {
    await choose('Instrument', ['EUR/USD'])
    const count = (await cells(PAIR)).length
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Exporter en CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('trades.csv')
    const text = await readFile(await file.path(), 'utf8')
    const [head, ...lines] = text.split('\r\n')
    expect(head).toBe('\ufeffDate;Instrument;Action;Entry;Exit;Pips;Amount;Result;Source')
    expect(lines).toHaveLength(count + 1)
    for (const line of lines.slice(0, -1))
      expect(line).toMatch(/;EUR\/USD;(Buy|Sell);1,\d{4};1,\d{4};-?\d+,\d;/)
  })

  it('renders few of 50 000 rows, and the last one at the end', async () => {
    await sheet.getByRole('button', { name: 'Show 50 000 rows' }).click()
    await expect.poll(status).toMatch(/^50\s000 lignes/)
    await table.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('49999')
    expect(await rows().count()).toBeLessThan(60)
    expect(await table.getByRole('table').getAttribute('aria-rowcount')).toBe('50002')
    await table.evaluate((region) => region.scrollTo({ top: 0 }))
    await rows().first().waitFor()
    expect(await focused()).toBe('49999')
  })

  it('scrolls within itself on a phone', async () => {
    const phone = await open(SHEET, { phone: true })
    const region = phone
      .getByRole('region', { name: 'dark theme' })
      .getByRole('region', { name: 'Trades', exact: true })
    await region.locator('tr[data-row]').first().waitFor()
    const { wider, right } = await region.evaluate((element) => ({
      wider: element.scrollWidth > element.clientWidth,
      right: element.getBoundingClientRect().right,
    }))
    expect(wider).toBe(true)
    expect(right).toBeLessThanOrEqual(390)
    await region.evaluate((element) => element.scrollTo({ left: 300 }))
    const [first, name] = await region.evaluate((element) => [
      element.getBoundingClientRect().left,
      element.querySelector('tbody th')?.getBoundingClientRect().left,
    ])
    expect((name ?? 0) - (first ?? 0)).toBeLessThan(60)
  })
})

describe('Markdown', () => {
  it('never executes its content, and never creates unsafe links', async () => {
    const text = sheet.getByTestId('markdown')
    await text.getByText('A break that failed').waitFor()
    expect(await page.title()).toBe('Design system')
    expect(await text.locator('script, [onerror], [onload], a[href^="javascript"]').count()).toBe(0)
    expect(await text.getByRole('link', { name: 'regulator’s page' }).getAttribute('rel')).toBe(
      'noopener noreferrer nofollow ugc',
    )
  })

  it('has shortcuts that can be undone, and a preview', async () => {
    const area = sheet.getByLabel('Your answer')
    await area.fill('un mot')
    await area.press('End')
    for (let letter = 0; letter < 3; letter++) await area.press('Shift+ArrowLeft')
    await area.press('Control+b')
    expect(await area.inputValue()).toBe('un **mot**')
    await area.press('Control+z')
    expect(await area.inputValue()).toBe('un mot')
    await area.fill('- un')
    await area.press('End')
    await area.press('Enter')
    await page.keyboard.type('deux <img src=x onerror="document.title=1">')
    expect(await area.inputValue()).toMatch(/^- un\n- deux/)
    await sheet.getByRole('radio', { name: 'Aperçu' }).click()
    await sheet.getByRole('listitem').filter({ hasText: 'deux' }).waitFor()
    expect(await page.title()).toBe('Design system')
  })

  it('has a toolbar that is a single tab stop', async () => {
    const bar = sheet.getByRole('toolbar', { name: 'Mise en forme' })
    await bar.getByRole('button', { name: 'Gras' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Italique')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Lien')
  })
})

describe('the smaller parts', () => {
  it('copy, and say so', async () => {
    await sheet.getByRole('button', { name: 'Copy hash' }).click()
    await sheet.getByRole('button', { name: 'Copié' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^9f3c71be/)
  })
})
