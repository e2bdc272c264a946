import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, open, url } from '../stage/fixtures.ts'

beforeAll(async () => {
  await database('select private.write_ledger_head()')
})
afterAll(closeAll)

const verify = (page: Page) => page.getByRole('button', { name: 'Vérifier le registre' })
const result = (page: Page) => page.getByRole('heading', { level: 2, name: /Concordant|Première divergence/ })

type Answer = {
  entries: { entry: { data: Record<string, unknown> } }[]
  signals: Record<string, unknown>[]
  statements: Record<string, unknown>[]
}

/** Modifies the export in transit, as someone in control of the server could. */
async function tamper(page: Page, falsify: (answer: Answer) => void): Promise<void> {
  await page.context().route('**/rest/v1/rpc/export_proof', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    falsify(answer)
    await route.fulfill({ response, json: answer })
  })
}

describe('the proof page', () => {
  it('[S-100] recomputes everything in a visitor’s browser, off the main thread, and is concordant', async () => {
    const page = await open('/preuve')
    // Every page briefly has another worker during hydration.
    const proving = page.waitForEvent('worker', (one) => one.url().includes('proof'))
    const [worker] = await Promise.all([proving, verify(page).click()])
    expect(worker.url()).toMatch(/\/assets\/proof-worker-[\w-]+\.js$/)
    await result(page).waitFor()
    expect(await result(page).textContent()).toBe('Concordant')
    expect(await page.locator('[data-standing=done]').count()).toBe(9)
    const [{ entries }] = (await database<{ entries: string }>(
      'select count(*)::text as entries from ledger',
    )) as [{ entries: string }]
    await page.getByText(`${entries} entrées, `).waitFor()
    expect(await faults(page)).toEqual([])
  })

  it('[S-114] offers beside each judged statement to report a mistake, to a ticket that opens with its proof', async () => {
    const { page } = await as('freemium', '/preuve')
    const list = page.getByRole('list', { name: 'Les derniers énoncés' })
    await list.waitFor()
    await page.getByRole('button', { name: 'Voir plus' }).click()
    await list.getByText('Scellé', { exact: true }).first().waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    const judged = list
      .getByRole('listitem')
      .filter({ hasText: /Avéré|Non avéré/ })
      .first()
    const [, number] = /Énoncé n° (\d+)/.exec((await judged.textContent()) ?? '') ?? []
    await judged.getByRole('link', { name: 'Signaler une erreur' }).click()
    await page.getByText(`Erreur possible : énoncé n° ${number}`).first().waitFor()
    await page.getByRole('textbox', { name: 'Votre demande' }).fill('Ce jugement me paraît faux.')
    await page.getByRole('button', { name: 'Envoyer la demande' }).click()
    const proof = page.getByRole('region', { name: 'Chiffre joint à l’ouverture' })
    await proof.getByText(/^(vrai|faux)$/).waitFor()
    await proof.getByText('2 lignes').click()
    await proof.getByRole('cell', { name: 'Énoncé jugé' }).waitFor()
  })

  it('[S-114] offers in each row of the table of scores to report a mistake, to a ticket with the statements of the row', async () => {
    const { page } = await as('freemium', '/preuve')
    const row = page.getByRole('row', { name: /^Tous les mois/ }).first()
    const n = (await row.getByRole('cell').first().textContent()) ?? ''
    await row.getByRole('link', { name: 'Signaler une erreur : Analystes, Tous les mois' }).click()
    await page.getByText('Erreur possible : note des énoncés, analystes, tous les mois').first().waitFor()
    await page.getByRole('textbox', { name: 'Votre demande' }).fill('Ce score me paraît faux.')
    await page.getByRole('button', { name: 'Envoyer la demande' }).click()
    const proof = page.getByRole('region', { name: 'Chiffre joint à l’ouverture' })
    // Without its sigma, whose lower case depends on the letter before it.
    await proof.getByText('(p − o)² / n').waitFor()
    await proof.getByText(`${n} lignes`).click()
    expect(await proof.getByRole('columnheader').allTextContents()).toEqual([
      'N°',
      'Échéance',
      'Probabilité',
      'Avéré',
      '(p − o)²',
    ])
    expect(await proof.getByRole('row').count()).toBe(Number(n) + 1)
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('[S-100] shows the first divergence when an entry is modified in transit', async () => {
    const page = await open('/preuve')
    await tamper(page, ({ entries }) => {
      const entry = entries[41]?.entry
      if (entry) entry.data = { ...entry.data, altered: true }
    })
    await verify(page).click()
    await result(page).waitFor()
    expect(await result(page).textContent()).toBe('Première divergence')
    await page.getByText('L’empreinte n’est pas celle de l’entrée').waitFor()
    await page.getByText('entries[41].hash').waitFor()
    expect(await page.locator('[data-standing=failed]').textContent()).toContain('Chaîne')
    expect(await faults(page)).toEqual([])
  })

  it('[S-100] shows the displayed value and the chain’s value, and links to the signal', async () => {
    const page = await open('/preuve')
    await tamper(page, ({ signals }) => {
      const closed = signals.find(({ state }) => state === 'closed')
      if (closed) closed.realised_r = '9.75'
    })
    await verify(page).click()
    await page.getByText('Ce qui s’affiche n’est pas ce que donne le calcul.').waitFor()
    await page.getByText('9.75', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Voir ce signal dans la chaîne' }).click()
    await page
      .getByRole('dialog')
      .getByText(/recalculés? ici/)
      .waitFor()
    expect(new URL(page.url()).searchParams.get('signal')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('shows how statements were scored, each share with its number, and finds one that is altered on the wire', async () => {
    await expect.poll(() => database('select from statement_scores'), { timeout: 60_000 }).toHaveLength(1)
    const page = await open('/preuve')
    const scores = page.getByRole('table', { name: /Notes des énoncés/ })
    await scores.getByRole('row', { name: /Tous les mois/ }).waitFor()
    const [kept] = await database<{ n: string; months: string }>(
      `select count(*)::text as n, count(distinct to_char(deadline at time zone 'UTC', 'YYYY-MM'))::text as months
         from statement_outcomes join statements on id = statement_id where outcome is not null`,
    )
    const rows = scores.getByRole('row')
    expect(await rows.count()).toBe(Number(kept?.months) + 2)
    expect(await rows.last().textContent()).toMatch(new RegExp(`Analystes${kept?.n}\\d+\\s%`))
    expect(await page.getByText('échantillon insuffisant').count()).toBe(Number(kept?.months))
    await page.getByRole('table', { name: /Ce qui était annoncé/ }).waitFor()
    await tamper(page, ({ statements }) => {
      const resolved = statements.find(({ state }) => state === 'resolved')
      if (resolved) resolved.outcome = !resolved.outcome
    })
    await verify(page).click()
    await page.getByText('Ce qui s’affiche n’est pas ce que donne le calcul.').waitFor()
    expect(await page.locator('[data-standing=failed]').textContent()).toContain('Énoncés')
    await page.getByText('Énoncé n° 1', { exact: true }).waitFor()
    expect(await faults(page)).toEqual([])
  })

  it('compares the chain with a stored head, and reports a rewritten past', async () => {
    const page = await open('/preuve')
    const [head] = await database<{ day: string; sequence: string; hash: string }>(
      'select day::text, sequence::text, hash from ledger_heads order by day desc limit 1',
    )
    const line = `vigie-head ${head?.day} ${head?.sequence} ${head?.hash}`
    await page.getByText('Avez-vous conservé une tête de chaîne').click()
    await page.getByLabel('Vos têtes de chaîne').fill('rien')
    await page.getByText('Ce texte ne contient aucune tête lisible').waitFor()
    expect(await verify(page).isDisabled()).toBe(true)
    await page.getByLabel('Vos têtes de chaîne').fill(line)
    await verify(page).click()
    await result(page).waitFor()
    expect(await result(page).textContent()).toBe('Concordant')
    await page.getByLabel('Vos têtes de chaîne').fill(line.replace(/[0-9a-f]{8}$/, '00000000'))
    await page.getByRole('button', { name: 'Vérifier de nouveau' }).click()
    await page.getByText('le passé a été réécrit').waitFor()
  })

  it('[S-100] checks every minute on request, for all signals or for one from its proof', async () => {
    const page = await open('/preuve')
    await page.getByRole('checkbox', { name: /Rejouer aussi chaque minute/ }).click()
    await verify(page).click()
    await result(page).waitFor()
    expect(await result(page).textContent()).toBe('Concordant')
    await page.getByText(/minutes rejouées\s: aucune/).waitFor()
    const [ended] = await database<{ id: string }>(
      'select number::text as id from signals join signal_minutes on signal_id = signals.id limit 1',
    )
    await page.goto(`${url}/preuve?signal=${ended?.id}`)
    await page.getByRole('button', { name: 'Rejouer chaque minute' }).click()
    await page.getByText(/Concordant\s: .* rejouées?, et les événements sont les mêmes/).waitFor()
    expect(await faults(page)).toEqual([])
  })

  it('exports a file that the command verifies as concordant', async () => {
    const page = await open('/preuve')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger l’export' }).click(),
    ])
    const file = await download.path()
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/verify.ts', file], {
      cwd: join(import.meta.dirname, '..', '..'),
    })
    expect(stdout).toContain('CONCORDANT')
  })

  it('starts even when the button is pressed before any script has run', async () => {
    const page = await open('/cookies')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.context().route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${url}/preuve`, { waitUntil: 'commit' })
    await verify(page).click()
    release()
    await result(page).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  it('can be interrupted and restarted', async () => {
    const page = await open('/preuve')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.context().route('**/rest/v1/rpc/export_proof', async (route) => {
      await held
      await route.continue()
    })
    await verify(page).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('button', { name: 'Interrompre' }).click()
    release()
    await verify(page).click()
    await result(page).waitFor()
  })

  it('reports that nothing could be read, and nothing more, when the server does not answer', async () => {
    const page = await open('/preuve')
    await page.context().route('**/rest/v1/rpc/export_proof', (route) => route.abort())
    await verify(page).click()
    await page.getByRole('heading', { name: 'La vérification n’a pas abouti' }).waitFor()
  })

  it('for one signal opens from its seal, for a member', async () => {
    const [closed] = await database<{ id: string }>(
      `select signal_id as id from signal_states where state = 'closed' order by closed_at desc limit 1`,
    )
    const { page } = await as('freemium', `/signaux?state=closed&signal=${closed?.id}`)
    await page.getByRole('link', { name: 'Vérifier ce scellé' }).click()
    await page.waitForURL((address) => address.pathname === '/preuve')
    const sheet = page.getByRole('dialog')
    await sheet.getByText(/recalculés? ici/).waitFor()
    expect(await faults(page, '[role=dialog]')).toEqual([])
  })

  it('fits a phone of 320 px, without an accessibility fault in either theme', async () => {
    const page = await open('/preuve', { phone: true })
    await page.setViewportSize({ width: 320, height: 700 })
    await verify(page).click()
    await result(page).waitFor()
    await page.getByRole('columnheader', { name: 'Empreinte' }).waitFor()
    expect(await overflows(page)).toEqual([])
    expect(await faultsInBothThemes(page)).toEqual([])
  })
})
