import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, faultsInBothThemes, overflows, settled } from '../stage/accessibility.ts'
import { closeAll, open } from '../stage/fixtures.ts'

const PARTS = ['inputs', 'choices', 'dates', 'files'].map((name) => `part=${name}`).join('&')

let page: Page
let sheet: Locator
beforeAll(async () => {
  page = await open(`/dev/ui?theme=dark&${PARTS}`)
  sheet = page.getByRole('region', { name: 'dark theme' })
  await sheet.waitFor()
})
afterAll(closeAll)

/** A control on the sheet by its field's name. */
const control = (role: Parameters<Locator['getByRole']>[0], name: string) =>
  sheet.getByRole(role, { name, exact: true })
const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true)
const value = (input: Locator) => expect.poll(() => input.inputValue())
/** The active option. */
const active = () =>
  page
    .getByRole('dialog')
    .getByRole('option', { selected: true })
    .textContent()
    .then((text) => text?.slice(0, 7))

describe('a number field', () => {
  it('is stepped by the arrow keys, by ten with Shift, and stops at its limit', async () => {
    const risk = control('spinbutton', 'Risk per trade')
    await risk.focus()
    await page.keyboard.press('ArrowUp')
    await value(risk).toBe('1,1')
    await page.keyboard.press('Shift+ArrowUp')
    await value(risk).toBe('2,1')
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowUp')
    await value(risk).toBe('5')
  })

  it('accepts point and comma, shows the language’s separator, and refuses letters', async () => {
    const capital = control('spinbutton', 'Capital')
    await capital.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('12x500.5')
    await value(capital).toBe('12500.5')
    await page.keyboard.press('Tab')
    await value(capital).toMatch(/^12\s500,50$/)
  })

  it('keeps the point and the digits of a price', async () => {
    const stop = control('spinbutton', 'Stop').last()
    await stop.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('1,08')
    await page.keyboard.press('ArrowUp')
    await value(stop).toBe('1.0801')
  })

  it('is stepped by touch targets of 44 px, which stop at its limit', async () => {
    const phone = await open('/dev/ui', { phone: true })
    const dark = phone.getByRole('region', { name: 'dark theme' })
    const risk = dark.getByRole('spinbutton', { name: 'Risk per trade', exact: true })
    const more = dark.getByRole('button', { name: 'Augmenter Risk per trade' })
    const less = dark.getByRole('button', { name: 'Diminuer Risk per trade' })
    await more.tap()
    await value(risk).toBe('1,1')
    for (let step = 0; step < 10; step += 1) await less.tap()
    await value(risk).toBe('0,1')
    expect(await less.isDisabled()).toBe(true)
    const box = await more.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    expect(await overflows(phone)).toEqual([])
    expect(await faults(phone)).toEqual([])
    // A fixed number has no step buttons.
    await dark.getByRole('spinbutton', { name: 'Gold', exact: true }).waitFor()
    expect(await dark.getByRole('button', { name: 'Augmenter Gold' }).count()).toBe(0)
  })
})

describe('a combobox', () => {
  it('opens with an arrow key, filters while typing, selects with Enter and returns the focus', async () => {
    const box = control('combobox', 'Instrument')
    await box.focus()
    await page.keyboard.press('ArrowDown')
    const search = page.getByRole('dialog').getByRole('combobox')
    await search.waitFor()
    await expect.poll(active).toBe('EUR/USD')
    await page.keyboard.type('gold')
    await expect.poll(active).toBe('XAU/USD')
    await page.keyboard.press('Enter')
    await expect.poll(() => box.textContent()).toBe('XAU/USD')
    await hasFocus(box)
    expect(await box.getAttribute('aria-expanded')).toBe('false')
  })

  it('opens with the first letter, skips disabled options and closes with Escape', async () => {
    const box = control('combobox', 'Instrument')
    await box.focus()
    await page.keyboard.press('u')
    const search = page.getByRole('dialog').getByRole('combobox')
    await value(search).toBe('u')
    await page.keyboard.type('sd')
    await value(search).toBe('usd')
    await page.keyboard.press('End')
    expect(await active()).not.toBe('USD/TRY')
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
    expect(await box.textContent()).toBe('XAU/USD')
    await hasFocus(box)
  })

  it('says when nothing is found', async () => {
    await control('combobox', 'Instrument').press('z')
    await page.getByText('Aucun résultat pour « z ».').waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('a date', () => {
  it('can be typed in the usual form', async () => {
    const day = control('textbox', 'Opened on')
    await day.fill('3 févr.')
    await day.press('Tab')
    await value(day).toBe('03/02/2026')
    await day.fill('31/2')
    await day.press('Tab')
    await value(day).toBe('31/2')
    expect(await day.getAttribute('aria-invalid')).toBe('true')
    await day.fill('19/11')
    await day.press('Tab')
    await value(day).toBe('19/11/2026')
    expect(await day.getAttribute('aria-invalid')).toBeNull()
  })

  it('can be chosen on the calendar with the arrow keys, and the focus returns', async () => {
    const day = control('textbox', 'Opened on')
    await day.press('ArrowDown')
    await page.getByRole('button', { name: /jeudi 19 novembre 2026, choisi/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Enter')
    await value(day).toBe('27/12/2026')
    await hasFocus(day)
  })

  it('starts a period, whose end is chosen next, in either order', async () => {
    const period = control('combobox', 'Period')
    await period.press('ArrowDown')
    await page.getByText('Choisissez le premier jour.').waitFor()
    await page.getByRole('button', { name: /jeudi 19 novembre 2026/ }).press('Enter')
    await page.getByText('Choisissez le dernier jour.').waitFor()
    await page.getByRole('button', { name: /lundi 16 novembre 2026/ }).press('Enter')
    await expect.poll(() => period.textContent()).toMatch(/^16\s?–\s?19 nov\. 2026$/)
    await period.press('ArrowDown')
    await page.getByRole('button', { name: 'Cette année' }).press('Enter')
    await expect.poll(() => period.textContent()).toMatch(/^1 janv\.\s–\s21 nov\. 2026$/)
  })
})

describe('a slider', () => {
  it('is moved by the arrow keys and announces its value', async () => {
    const leverage = control('slider', 'Leverage')
    await leverage.press('ArrowRight')
    await expect.poll(() => leverage.getAttribute('aria-valuetext')).toBe('1:11')
    await leverage.press('End')
    await expect.poll(() => leverage.getAttribute('aria-valuetext')).toBe('1:30')
  })
})

describe('a radio group', () => {
  it('is chosen with the arrow keys', async () => {
    const monthly = sheet.getByRole('radiogroup', { name: 'Billing', exact: true }).getByRole('radio').first()
    await monthly.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => monthly.isChecked()).toBe(false)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => monthly.isChecked()).toBe(true)
  })
})

describe('a code input', () => {
  it('can be typed, corrected and pasted', async () => {
    const code = control('textbox', 'Code of the application')
    await code.focus()
    await page.keyboard.type('12a34')
    await value(code).toBe('1234')
    await page.keyboard.press('Home')
    await page.keyboard.press('Backspace')
    await value(code).toBe('123')
    await code.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', ' 482 013 ')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await value(code).toBe('482013')
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  })
})

describe('a file input', () => {
  it('is refused with a reason, uploaded, and retried after a failure', async () => {
    const drop = sheet.locator('input[type=file]').first()
    const file = (name: string, mimeType: string, size = 1000) => ({
      name,
      mimeType,
      buffer: Buffer.alloc(size),
    })
    await drop.setInputFiles([
      file('notes.txt', 'text/plain'),
      file('chart.png', 'image/png'),
      file('fail.png', 'image/png'),
    ])
    await sheet.getByText(/^Ce type de fichier n’est pas accepté/).waitFor()
    await sheet.getByRole('progressbar', { name: 'chart.png' }).waitFor()
    await sheet.getByText('L’envoi a échoué. Réessayez.').waitFor()
    await sheet.getByRole('button', { name: 'Renvoyer fail.png' }).press('Enter')
    await expect.poll(() => sheet.getByText('Envoyé', { exact: true }).count(), { timeout: 10_000 }).toBe(2)
    await sheet.getByRole('button', { name: 'Retirer notes.txt' }).press('Enter')
    expect(await sheet.getByText('notes.txt').count()).toBe(0)
  })

  it('crops an image to a square by keyboard', async () => {
    await sheet.getByRole('button', { name: 'Crop a picture' }).press('Enter')
    await sheet.getByRole('application', { name: /^Cadrage/ }).press('ArrowRight')
    await page.keyboard.press('+')
    await expect
      .poll(() => control('slider', 'Agrandissement').getAttribute('aria-valuetext'))
      .toMatch(/^110\s%$/)
    await sheet.getByRole('button', { name: 'Utiliser ce cadrage' }).press('Enter')
    const cut = sheet.getByRole('img', { name: 'What was cut' })
    await cut.waitFor()
    expect(
      await cut.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    ).toEqual([512, 512])
  })
})

describe('the inputs', () => {
  it.each(['Instrument', 'Period'])(
    'have no accessibility fault once %s is open, in both themes',
    async (name) => {
      await page.reload()
      await control('combobox', name).press('ArrowDown')
      await page.getByRole('dialog').waitFor()
      await settled(page)
      expect(await faultsInBothThemes(page)).toEqual([])
    },
  )

  it('fit the narrowest phone', async () => {
    const phone = await open('/dev/ui', { phone: true })
    await phone.setViewportSize({ width: 320, height: 700 })
    await phone.getByRole('region', { name: 'light theme' }).locator('canvas').first().waitFor()
    await settled(phone)
    expect(await overflows(phone)).toEqual([])
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})
