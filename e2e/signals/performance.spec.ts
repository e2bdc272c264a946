import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faults, faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, open } from '../stage/fixtures.ts'

afterAll(closeAll)

const loaded = (page: Page) => page.getByRole('heading', { name: 'Tous les chiffres' }).waitFor()

describe('the track record', () => {
  it('[S-100] shows a visitor every figure, and the browser’s computation matches the database’s', async () => {
    const page = await open('/performances?jours=tout')
    await loaded(page)
    const [told] = await database<{ resolved: string; expectancy: string }>(
      `select figures ->> 'resolved' as resolved, figures ->> 'expectancy_r' as expectancy from (select performance_figures() as figures) as one`,
    )
    await page.getByText(`chiffres à partir de ${told?.resolved} lignes et trouve les mêmes`).waitFor()
    await page.getByText('Données de démonstration').waitFor()
    await page
      .getByText(/Les performances passées ne préjugent pas des performances futures/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: /^Espérance/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Espérance' })
    await sheet.getByText('E = Σ r ÷ n').waitFor()
    expect(await sheet.getByText(told?.expectancy ?? '?', { exact: true }).count()).toBe(2)
    await sheet.getByText('Concordant : les deux calculs donnent le même chiffre.').waitFor()
    const link = sheet.getByRole('table').getByRole('link').first()
    expect(await link.getAttribute('href')).toMatch(/^\/signaux\?signal=[0-9a-f-]{36}$/)
  })

  it('names the differing figure when an answer is modified in transit', async () => {
    const page = await open('/performances')
    await loaded(page)
    await page.route('**/rpc/performance_figures', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), expectancy_r: '1.5000' } })
    })
    await page.reload()
    await page
      .getByText('Discordant : ce navigateur et la base de données diffèrent pour Espérance.')
      .waitFor()
    await page.getByRole('link', { name: /^Espérance/ }).click()
    await page.getByText('Discordant : la base donne 1.5000, ce navigateur').waitFor()
  })

  it('[S-04] keeps its filters in the URL, and narrows to a part of a breakdown', async () => {
    const page = await open('/performances')
    await loaded(page)
    await page.getByRole('button', { name: 'Sens', exact: true }).first().click()
    await page.getByRole('menuitemcheckbox', { name: 'Vente' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?sens=sell')
    await page.getByRole('radio', { name: 'Tout' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?sens=sell&jours=tout')
    await page.getByRole('toolbar', { name: 'Répartir par' }).getByRole('button', { name: 'Séance' }).click()
    const table = page.getByRole('table', { name: 'Résultats par Séance' })
    await table.getByRole('link', { name: 'Londres' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('seance')).toBe('london')
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: 'Retirer les filtres' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?jours=tout&par=session')
    const none = await open('/performances?instrument=AUDUSD&ut=M1')
    await none.getByText('Aucun signal terminé ne correspond').waitFor()
  })

  it('[S-100] exports every row, with prices as text', async () => {
    const page = await open('/performances?jours=tout')
    await loaded(page)
    const [rows] = await database<{ count: number }>('select count(*)::int from signal_results')
    await page.getByRole('button', { name: 'Exporter', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^JSON/ }).click(),
    ])
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(file.results).toHaveLength(rows?.count ?? -1)
    expect(file.results.every((row: { stop_loss: unknown }) => typeof row.stop_loss === 'string')).toBe(true)
  })

  it('has no accessibility fault, and fits a phone with a formula open, in both themes', async () => {
    const page = await open('/performances')
    await loaded(page)
    expect(await faultsInBothThemes(page)).toEqual([])
    const phone = await open('/performances?formule=winRate', { phone: true })
    await phone.getByText('Calculé deux fois').waitFor()
    expect(await faultsInBothThemes(phone)).toEqual([])
    await phone.setViewportSize({ width: 320, height: 800 })
    expect(await overflows(phone)).toEqual([])
  })

  it('keeps neighbouring figures of the hours apart on the narrowest phone, and the last ones within reach', async () => {
    const page = await open('/performances?jours=tout', { phone: true })
    await page.setViewportSize({ width: 320, height: 800 })
    const table = page.getByRole('table', { name: 'Jour et séance de l’entrée' })
    await table.getByRole('link').first().waitFor()
    const gaps = await table.evaluate((element) =>
      [...element.querySelectorAll('tbody tr')].flatMap((row) => {
        const boxes = [...row.querySelectorAll('td')].map((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell.querySelector('a')?.firstChild ?? cell)
          return text.getBoundingClientRect()
        })
        return boxes.slice(1).map((box, place) => box.left - (boxes[place]?.right ?? 0))
      }),
    )
    expect(gaps.length).toBeGreaterThan(0)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10)
    const last = table.getByRole('row').last().getByRole('cell').last()
    await last.scrollIntoViewIfNeeded()
    const box = await last.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320 - 16)
  })

  it('has room for the fields of the own account on the narrowest phone, with their buttons for fingers', async () => {
    const { page } = await as('freemium', '/performances', { phone: true })
    await page.setViewportSize({ width: 320, height: 800 })
    await page.getByText('Capital', { exact: true }).scrollIntoViewIfNeeded()
    expect(await overflows(page)).toEqual([])
  })
})

describe('the personal simulation', () => {
  it('[S-100] replays the record with a member’s own parameters, and counts what it cannot simulate', async () => {
    const { page } = await as('freemium', '/performances')
    await loaded(page)
    // A focused field shows its number without grouping.
    const fill = async (name: string, value: string) => {
      const field = page.getByRole('spinbutton', { name })
      await field.focus()
      await field.fill(value)
    }
    const run = async (delay: string, spread: string) => {
      await fill('Temps de réaction', delay)
      await fill('Spread', spread)
      await page.getByRole('button', { name: 'Calculer' }).click()
      await page.getByText('Solde final').waitFor({ timeout: 60_000 })
      return page.getByText(/manqués, .* inconnus/).textContent()
    }
    const soon = await run('0', '1')
    await page.getByRole('table', { name: 'Signaux simulés' }).waitFor()
    expect(page.workers().filter((one) => one.url().includes('simulation'))).toHaveLength(1)
    const late = await run('240', '1')
    expect(late).not.toBe(soon)
    expect(Number(late?.split(' ')[0])).toBeGreaterThan(Number(soon?.split(' ')[0]))
    await fill('Capital', '5')
    await page.getByText(/^Saisissez une valeur de 100 à/).waitFor()
    expect(await page.getByRole('button', { name: 'Calculer' }).isDisabled()).toBe(true)
    expect(await faults(page)).toEqual([])
  })

  it('tells a visitor that it requires membership', async () => {
    const page = await open('/performances')
    await page.getByText('La simulation est ouverte aux membres, gratuits compris.').waitFor()
  })
})
