import type { Locator } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { inLanguage } from '../stage/accessibility.ts'
import { as, closeAll } from '../stage/fixtures.ts'
import { publish, withdraw } from '../stage/publish.ts'

afterAll(closeAll)

/** Where the line of the last target begins and ends, as shares of the plot's width: the longest row of one green. */
const targetLine = (plot: Locator): Promise<{ from: number; to: number }> =>
  plot.locator('canvas').evaluateAll((canvases) => {
    let longest = { from: 0, to: 0, pixels: 0 }
    for (const canvas of canvases as HTMLCanvasElement[]) {
      const { width, height } = canvas
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
      if (!data) continue
      for (let y = 0; y < height; y += 1) {
        let begun = -1
        for (let x = 0; x <= width; x += 1) {
          const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)
          const isLine = x < width && green > 120 && green > red + 60 && green > blue + 20
          if (isLine && begun < 0) begun = x
          if (isLine || begun < 0) continue
          if (x - begun > longest.pixels) longest = { from: begun / width, to: x / width, pixels: x - begun }
          begun = -1
        }
      }
    }
    return longest
  })

describe('the panel of a signal', () => {
  it('opens the chart on its publication and its validity, with the entry in view', async () => {
    const { number, id, client } = await publish('EURCAD')
    const { page } = await as('freemium', `/signaux?signal=${number}`)
    const plot = page.getByRole('region', { name: 'Signal ouvert' }).getByRole('application')
    await plot.locator('canvas').first().waitFor()
    await expect.poll(async () => Math.abs((await targetLine(plot)).from - 0.25)).toBeLessThan(0.06)
    expect(Math.abs((await targetLine(plot)).to - 0.83)).toBeLessThan(0.06)
    // Whatever the reader did to it, one key shows the position again.
    await plot.focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('-')
    await expect.poll(async () => Math.abs((await targetLine(plot)).from - 0.25)).toBeGreaterThan(0.06)
    await page.keyboard.press('0')
    await expect.poll(async () => Math.abs((await targetLine(plot)).from - 0.25)).toBeLessThan(0.06)
    await withdraw(client, id)
  })

  it('has the figures of a bar above the chart on a phone, where they would cover a label', async () => {
    const { number, id, client } = await publish('EURNZD')
    const { page } = await as('freemium', `/signaux?signal=${number}`, { phone: true })
    const sheet = page.getByRole('dialog')
    await sheet.locator('canvas').first().waitFor()
    const [legend, plot] = await Promise.all([
      sheet.locator('figcaption').first().boundingBox(),
      sheet.getByRole('application').boundingBox(),
    ])
    expect(legend?.height).toBeGreaterThan(0)
    expect((legend?.y ?? 0) + (legend?.height ?? 0)).toBeLessThanOrEqual((plot?.y ?? 0) + 1)
    await withdraw(client, id)
  })

  it('shows the whole outcome of closed signals in the list beside it, and on a phone', async () => {
    const { page } = await as('premium', '/signaux')
    const rows = page.locator('button[data-signal]')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await rows.first().waitFor()
      const cut = await rows.evaluateAll((all) =>
        all
          .filter((row) =>
            [row, ...row.querySelectorAll('*')].some(
              (part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1,
            ),
          )
          .map((row) => row.textContent),
      )
      expect(cut).toEqual([])
    }
  })

  it('says in the reader’s language that no signal bears the name in the address', async () => {
    for (const phone of [false, true]) {
      const { page } = await as('freemium', '/signaux?signal=999999999', { phone })
      const place = phone ? page.getByRole('dialog') : page.locator('main section[aria-label]').last()
      await place.getByText('Signal introuvable').waitFor()
      await place.getByText('999999999').waitFor()
      for (const [language, title] of [
        ['en', 'Signal not found'],
        ['es', 'Señal no encontrada'],
        ['it', 'Segnale non trovato'],
        ['fr', 'Signal introuvable'],
      ] as const) {
        await inLanguage(page, language)
        await place.getByText(title).waitFor()
      }
      await place.getByRole('button', { name: 'Voir la liste' }).click()
      await place.getByText('Signal introuvable').waitFor({ state: 'detached' })
      expect(new URL(page.url()).search).toBe('')
    }
  })
})
