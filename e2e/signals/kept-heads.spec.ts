import { readFile } from 'node:fs/promises'
import { verifySignalProof } from 'trading/proof/signal-proof'
import { afterAll, describe, expect, it } from 'vitest'
import { faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, open } from '../stage/fixtures.ts'

const note = (text: string) =>
  database(
    `select private.append_to_ledger('note', null, '{"text":"${text}"}'), private.enqueue('make-checkpoint', '{}', 'make-checkpoint')`,
  )
const signed = () =>
  expect
    .poll(() =>
      database<{ ahead: boolean }>(
        'select (select max(sequence) from ledger) = (select max(size) from ledger_checkpoints) as ahead',
      ),
    )
    .toEqual([{ ahead: true }])

afterAll(closeAll)

describe('a browser that remembers chain heads', () => {
  it('[S-100] finds each head in the growing record, and shows it discreetly', async () => {
    await note('one')
    await signed()
    const page = await open('/preuve')
    await page.getByRole('heading', { name: 'Conservé sur cet appareil' }).waitFor()
    // Stored shortly after it is displayed.
    await expect.poll(() => page.evaluate(keptHeads)).toBeGreaterThan(0)
    await note('two')
    await signed()
    await page.reload()
    // One, or two if the head of this visit is kept before the check.
    await page
      .getByText(/^(1 tête gardée depuis le .* toujours|2 têtes gardées depuis le .* toutes) dans la chaîne/)
      .waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  it('[S-100] warns of a rewritten history, with instructions and the evidence', async () => {
    const { page } = await as('premium', '/support')
    // Someone who rewrites the past cannot produce a consistency proof from the known head to the new tree. From the beginning, since
    // the first check of a head comes when the page is idle.
    await page.context().route('**/rest/v1/rpc/ledger_extension', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { inclusion: Record<string, string[]> }
      for (const path of Object.values(answer.inclusion)) path.reverse()
      await route.fulfill({ response, json: answer })
    })
    await page.goto(new URL('/preuve', page.url()).href)
    await page.getByRole('heading', { name: 'Conservé sur cet appareil' }).waitFor()
    await expect.poll(() => page.evaluate(keptHeads)).toBeGreaterThan(0)
    await note('three')
    await signed()
    await page.reload()
    await page.getByText('Le passé montré ici n’est plus celui que cet appareil a gardé.').waitFor()
    await page.getByText('Une tête gardée ici n’est plus dans la chaîne.').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflows(page), `${width}`).toEqual([])
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger la preuve' }).click(),
    ])
    const evidence = JSON.parse(await readFile((await download.path())!, 'utf8'))
    expect(evidence).toMatchObject({ format: 'vigie-kept-heads', alarm: { problem: 'not_in_tree' } })
    await page.context().unrouteAll()
    await page.goto(new URL('/', page.url()).href)
    await page
      .getByText('Le registre affiché ici ne prolonge plus celui que cet appareil a conservé.')
      .waitFor()
    await page.getByRole('link', { name: 'Voir la contradiction' }).click()
    await page.getByRole('button', { name: 'Effacer et recommencer' }).click()
    await page.getByText('Cet appareil n’a encore rien conservé.').waitFor()
  })

  it('[S-100] downloads the proof of one signal, which can be verified without the server', async () => {
    await note('four')
    await signed()
    const page = await open('/preuve?signal=1')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Télécharger la preuve' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('vigie-signal-1.tlog-proof')
    const file = await readFile((await download.path())!, 'utf8')
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(2048)
    const keys = await database<{ key: string }>('select verifier_key as key from ledger_keys')
    expect(await verifySignalProof(file, { logKeys: keys.map(({ key }) => key) })).toMatchObject({
      verdict: 'proved',
      signed: true,
      entry: { data: { number: 1 } },
      levels: { symbol: expect.any(String) },
    })
    // The page also verifies such a file, and detects a modified one.
    await page.goto(new URL('/preuve', page.url()).href)
    const given = (name: string, content: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'Vérifier une preuve' }).waitFor()
    await given('good.tlog-proof', file)
    await page.getByText(/^Prouvé.: le signal n°.1 /).waitFor()
    await given('changed.tlog-proof', file.replace(/^index \d+/m, 'index 3'))
    await page.getByText('Cette preuve n’est pas valable').waitFor()
    await given('other.txt', 'rien')
    await page.getByText('Ce fichier n’est pas la preuve d’un signal.').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
  })
})

/** The number of heads on this device: just received, or taken up by the check, which may come before or after. */
async function keptHeads(): Promise<number> {
  // Opening it before the page has made it would leave one without stores.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'vigie-heads')) return 0
  return new Promise((resolve) => {
    const request = indexedDB.open('vigie-heads')
    request.onsuccess = () => {
      const database = request.result
      if (!database.objectStoreNames.contains('seen')) return resolve(0)
      const transaction = database.transaction(['seen', 'memory'])
      const seen = transaction.objectStore('seen').count()
      const memory = transaction.objectStore('memory').get('only')
      transaction.oncomplete = () =>
        resolve(seen.result + (memory.result ? memory.result.waiting.length + memory.result.extended : 0))
    }
  })
}
