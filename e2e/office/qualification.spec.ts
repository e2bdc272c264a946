import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { atRest, faults, faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, openAs, type Person, person } from '../stage/fixtures.ts'

afterAll(closeAll)

const file = (name: string, mimeType: string, size = 1000) => ({ name, mimeType, buffer: Buffer.alloc(size) })
const pdf = { name: 'compte.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
const UPLOADS = '**/storage/v1/object/proofs/**'
const stored = (member: string) =>
  database<{ proof: boolean }>(
    'select proof_path is not null as proof from qualification_requests where user_id = $1',
    [member],
  )

describe('a request for premium', () => {
  it('is not sent without the file that its author sees, and says why a file was refused', async () => {
    const { page, who } = await as('freemium', '/mon-compte?demande=premium')
    await page.getByRole('combobox', { name: 'Broker partenaire' }).selectOption({ index: 1 })
    await page.getByLabel('Numéro de compte').fill('MT5 482 013')
    const proof = page.getByLabel('Justificatif')
    const send = page.getByRole('button', { name: 'Envoyer ma demande' })
    const lost = page.getByRole('alert').getByText('Ce fichier n’est pas joint')

    // Of a type that is not accepted, then too large: the reason is said each time, and the next file takes the place.
    await proof.setInputFiles(file('releve.docx', 'application/msword'))
    await page.getByText(/^Ce type de fichier n’est pas accepté/).waitFor()
    await send.click()
    await lost.waitFor()
    await proof.setInputFiles(file('releve.pdf', 'application/pdf', 5_000_001))
    await page.getByText('Ce fichier est trop lourd. La limite est de 5 Mo.').waitFor()
    expect(await page.getByText('releve.docx').count()).toBe(0)

    // A file that is no picture, whatever its name says, is refused by the server, which says why too.
    await proof.setInputFiles(file('releve.png', 'image/png'))
    await page.getByText(/^Ce type de fichier n’est pas accepté/).waitFor()
    await send.click()
    await lost.waitFor()
    expect(await faults(page)).toEqual([])

    // A file on its way is waited for, or taken back.
    const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      await held
      // The page cancelled it meanwhile.
      await route.abort().catch(() => undefined)
    }
    await page.route(UPLOADS, hold)
    await proof.setInputFiles(file('compte.png', 'image/png'))
    expect(await page.getByText('releve.png').count()).toBe(0)
    await send.click()
    await page.getByRole('alert').getByText('Le fichier est encore en cours d’envoi').waitFor()
    expect(await stored(who.id)).toEqual([])
    await page.getByRole('button', { name: 'Annuler l’envoi de compte.png' }).click()
    letThrough()
    await page.unroute(UPLOADS, hold)
    await proof.setInputFiles(pdf)
    await page.getByText('Envoyé', { exact: true }).waitFor()
    await send.dblclick()
    await page.getByRole('heading', { name: 'Votre demande est en cours d’examen' }).waitFor()
    expect(await stored(who.id)).toEqual([{ proof: true }])
  })

  it('goes without a file that was removed while it was sent', async () => {
    const { page, who } = await as('freemium', '/mon-compte?demande=premium')
    await page.getByRole('combobox', { name: 'Broker partenaire' }).selectOption({ index: 1 })
    await page.getByLabel('Numéro de compte').fill('MT5 482 014')
    const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route(UPLOADS, async (route) => {
      await held
      await route.continue()
    })
    const answered = page.waitForResponse(UPLOADS)
    await page.getByLabel('Justificatif').setInputFiles(pdf)
    await page.getByRole('button', { name: 'Annuler l’envoi de compte.pdf' }).click()
    letThrough()
    expect((await answered).ok()).toBe(true)
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    await page.getByRole('heading', { name: 'Votre demande est en cours d’examen' }).waitFor()
    expect(await stored(who.id)).toEqual([{ proof: false }])
  })
})

/** A picture of a statement, drawn on a page of its own: the application's takes no foreign words. */
async function statement(page: Page, width: number): Promise<Buffer> {
  const drawing = await page.context().newPage()
  await drawing.setContent(
    '<body style="margin:40px;font:24px sans-serif"><b>Relevé</b><p>M. LAURENT Alix</p><p>Compte 7204418</p><p>Banque FR76 3000</p></body>',
  )
  const picture = await drawing.screenshot({ clip: { x: 0, y: 0, width, height: width / 2 } })
  await drawing.close()
  return picture
}

/** A member's request with a picture as its proof. */
async function asked(account: string, proof: Buffer): Promise<Person & { request: string }> {
  const who = await person('freemium')
  const path = `${who.id}/${crypto.randomUUID()}.png`
  const { error } = await who.client.storage.from('proofs').upload(path, proof, { contentType: 'image/png' })
  if (error) throw error
  const [broker] = await database<{ slug: string }>(
    'select slug from brokers where listed order by slug limit 1',
  )
  const { data } = await who.client
    .rpc('request_qualification', { broker: broker?.slug, account_number: account, proof_path: path })
    .throwOnError()
  return { ...who, request: data }
}

describe('a reviewer', () => {
  it('[S-116] masks a part of the proof, marks what they found in it, and says why they look under the mask', async () => {
    const { page } = await as('admin', '/admin')
    const proof = await statement(page, 800)
    const { request } = await asked('720 44 18', proof)
    const twin = await asked('7204418', proof)
    await page.goto(new URL(`/admin/qualification-requests?demande=${request}`, page.url()).href)
    const sheet = page.getByRole('region', { name: 'Alix Laurent' })
    const picture = sheet.getByRole('img', { name: 'Justificatif de Alix Laurent' })
    await picture.waitFor()

    // A mask by the pointer, kept for every reviewer.
    await page.keyboard.press('m')
    const surface = sheet.getByRole('application')
    const box = (await surface.boundingBox()) as NonNullable<Awaited<ReturnType<typeof surface.boundingBox>>>
    await page.mouse.move(box.x + box.width * 0.05, box.y + box.height * 0.6)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.75, { steps: 4 })
    await page.mouse.up()
    await sheet.getByText('1 zone masquée.').waitFor()
    const [mask] = await database<{ x: number; width: number }>(
      `select x, width from proof_marks where request_id = $1 and what = 'mask'`,
      [request],
    )
    expect(mask?.x).toBeCloseTo(0.05, 1)
    expect(mask?.width).toBeCloseTo(0.35, 1)

    // The file itself is behind the same question.
    await sheet.getByRole('button', { name: 'Ouvrir le fichier' }).click()
    const why = page.getByRole('dialog', { name: 'Lever les masques de cette preuve ?' })
    await why.getByLabel('Motif').fill('La banque doit être lue')
    await why.getByRole('button', { name: 'Lever les masques' }).click()
    await sheet.getByRole('link', { name: 'Ouvrir le fichier' }).waitFor()
    await sheet.getByText('La banque doit être lue').waitFor()
    await sheet.getByRole('button', { name: 'Remettre les masques' }).click()
    await sheet.getByRole('button', { name: 'Ouvrir le fichier' }).waitFor()

    // A fact by the keyboard alone: its number, its place, and what the proof says of it.
    await page.keyboard.press('2')
    await sheet.getByRole('button', { name: 'Situer sur l’image' }).click()
    await surface.waitFor()
    for (const key of ['ArrowUp', 'ArrowUp', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
    await sheet.getByRole('button', { name: '2, Compte : voir de près' }).waitFor()
    await sheet.getByText('1 sur 6').waitFor()
    await sheet.getByText('Loupe, Compte').waitFor()
    await sheet.getByRole('button', { name: /^4? ?Relevé/ }).click()
    await sheet.getByLabel('Ce que dit la preuve').fill('02/01/2024')
    await sheet.getByRole('button', { name: 'Ne correspond pas' }).click()
    await sheet.getByText('02/01/2024 ·').waitFor()
    expect(
      await database(
        `select what, agrees, words, x is not null as placed from proof_marks where request_id = $1 and what <> 'mask' order by what`,
        [request],
      ),
    ).toEqual([
      { what: 'account', agrees: true, words: null, placed: true },
      { what: 'statement', agrees: false, words: '02/01/2024', placed: false },
    ])
    await atRest(page)
    expect(await faultsInBothThemes(page)).toEqual([])

    // The same account and the same file in another request, which opens in its place.
    const doubles = sheet.getByRole('list', { name: 'Doublons' })
    expect(await doubles.getByRole('button', { name: 'Alix Laurent' }).count()).toBe(2)
    await doubles.getByRole('button', { name: 'Alix Laurent' }).first().click()
    await page.waitForURL((address) => address.searchParams.get('demande') === twin.request)

    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(new URL(`/admin/qualification-requests?demande=${request}`, page.url()).href)
      await page.getByRole('img', { name: 'Justificatif de Alix Laurent' }).waitFor()
      await atRest(page)
      expect(await overflows(page), `${width}`).toEqual([])
    }
  })

  it('[S-116] sees who else has a request open or has taken it, and takes a decision back', async () => {
    const { page } = await as('admin', '/admin')
    const { request } = await asked('31077', await statement(page, 800))
    const there = `/admin/qualification-requests?demande=${request}`
    const state = async () =>
      (
        await database<{ state: string }>('select state from qualification_requests where id = $1', [request])
      )[0]?.state
    // Before the page reads who its colleagues are.
    const who = await person('admin')
    await page.goto(new URL(there, page.url()).href)
    const sheet = page.getByRole('region', { name: 'Alix Laurent' })
    const colleague = await openAs(who, there)
    await sheet.getByText('Alix Laurent consulte aussi cette demande').waitFor()
    await colleague.getByText('Alix Laurent consulte aussi cette demande').waitFor()

    // Taken: the colleague's name, and no single key decides any more.
    await who.client.rpc('assign_qualification', { request_ids: [request], assignee: who.id }).throwOnError()
    await sheet.getByText('Prise en charge par Alix Laurent').waitFor()
    await page.keyboard.press('r')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await colleague.keyboard.press('r')
    await colleague.getByRole('dialog', { name: 'Refuser la demande de Alix Laurent ?' }).waitFor()
    await colleague.keyboard.press('Escape')

    await sheet.getByRole('button', { name: 'Refuser' }).click()
    const why = page.getByRole('dialog', { name: 'Refuser la demande de Alix Laurent ?' })
    await why.getByLabel('Motif').fill('Un autre partenaire')
    await why.getByRole('button', { name: 'Refuser' }).click()
    await expect.poll(state).toBe('rejected')
    const last = page.getByText('Demande de Alix Laurent refusée')
    await last.waitFor()
    await atRest(page)
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('z')
    await expect.poll(state).toBe('pending')
    await page.getByText('1 décision annulée').waitFor()
    await page.waitForURL((address) => address.searchParams.get('demande') === request)
    await last.waitFor({ state: 'detached' })
    await sheet.getByText('Décision annulée', { exact: true }).waitFor()
  })

  it('[S-29] has the open request beside the list from 1280 pixels on, and in a sheet over it below', async () => {
    const { page } = await as('admin', '/admin')
    const lot = `L${crypto.randomUUID().slice(0, 6)}`
    const [one, two, three] = [
      await asked(`${lot}-1`, await statement(page, 800)),
      await asked(`${lot}-2`, await statement(page, 240)),
      await asked(`${lot}-3`, await statement(page, 800)),
    ]
    await page.goto(new URL(`/admin/qualification-requests?q=${lot}`, page.url()).href)
    const waiting = page.getByRole('region', { name: 'En attente' })
    const pane = page.getByRole('region', { name: 'Alix Laurent' })
    const isOpen = (request: string) =>
      waiting.locator(`[data-request="${request}"][aria-current="true"]`).waitFor()
    const named = (request: string) =>
      page.waitForURL((address) => address.searchParams.get('demande') === request)
    const account = (words: string) => pane.getByRole('button', { name: words })

    // The oldest is open, without being named by the address.
    await isOpen(one.request)
    await account(`${lot}-1`).waitFor()
    expect(new URL(page.url()).searchParams.has('demande')).toBe(false)

    // Keys work while the viewer has the focus: its own, and those of the list.
    await pane.getByRole('button', { name: 'Tourner' }).click()
    await page.keyboard.press('+')
    await pane.getByText('150 %').waitFor()
    await page.keyboard.press('0')
    await pane.getByText('100 %').waitFor()
    await page.keyboard.press('j')
    await isOpen(two.request)
    await named(two.request)
    await waiting.getByText('preuve illisible, 240 px de large').waitFor()
    await pane.getByRole('button', { name: 'Agrandir' }).click()
    await page.keyboard.press('k')
    await isOpen(one.request)

    // Chosen ones are decided together; Escape gives them up.
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 demandes choisies').waitFor()
    await page.keyboard.press('i')
    await page.getByRole('dialog', { name: 'Demander une précision pour 2 demandes ?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 demandes choisies').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 demandes choisies').waitFor({ state: 'detached' })

    // A decision opens the next, and the focus is on it.
    await page.keyboard.press('a')
    const accept = page.getByRole('dialog', { name: 'Accepter la demande de Alix Laurent ?' })
    await accept.getByRole('button', { name: 'Accepter' }).click()
    await isOpen(three.request)
    await named(three.request)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-request')))
      .toBe(three.request)
    const today = page.getByRole('region', { name: 'Décidées aujourd’hui' })
    await today.locator(`[data-request="${two.request}"]`).waitFor()

    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Raccourcis clavier des demandes' })
    await keys.getByText('masquer une zone de la preuve').waitFor()
    await page.keyboard.press('Escape')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter en CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('demandes-premium.csv')
    await atRest(page)
    expect(await faultsInBothThemes(page)).toEqual([])

    // The rail collapses, and leaves its room to the panes.
    await page.getByRole('button', { name: 'Replier le menu' }).click()
    const list = page.getByRole('region', { name: 'Demandes premium' })
    await expect.poll(async () => Math.round((await list.boundingBox())?.width ?? 0)).toBeGreaterThan(390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await pane.waitFor()
    expect(await overflows(page)).toEqual([])

    const sheet = page.getByRole('dialog', { name: /^Alix Laurent/ })
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await sheet.waitFor()
      await page.keyboard.press('k')
      await named(one.request)
      await sheet.getByRole('button', { name: `${lot}-1` }).waitFor()
      await sheet.getByRole('button', { name: 'Fermer' }).click()
      await sheet.waitFor({ state: 'detached' })
      expect(await page.getByRole('region', { name: 'Alix Laurent' }).count()).toBe(0)
      await atRest(page)
      expect(await overflows(page), `${width}`).toEqual([])
      await waiting.locator(`[data-request="${three.request}"]`).click()
      await named(three.request)
    }
  })

  it('asks for a better picture first where one is too small to be read', async () => {
    const { page } = await as('admin', '/admin')
    const { request } = await asked('55120', await statement(page, 240))
    await page.goto(new URL(`/admin/qualification-requests?demande=${request}`, page.url()).href)
    await page.getByText('Image de 240 pixels de large : sans doute illisible.').waitFor()
  })

  it('reads, once nothing waits, what was decided last and what members still owe', async () => {
    const { page, who } = await as('admin', '/admin')
    const proof = await statement(page, 800)
    const one = await asked('99887', proof)
    const two = await asked('99886', proof)
    const waiting = await database<{ id: string }>(
      `update qualification_requests set state = 'withdrawn' where state = 'pending' and id <> all ($1) returning id`,
      [[one.request, two.request]],
    )
    await database(
      `update qualification_requests set waiting_since = now() - interval '3 hours 12 minutes' where id = $1`,
      [one.request],
    )
    for (const [request, decision] of [
      [two.request, 'needs_information'],
      [one.request, 'rejected'],
    ])
      await who.client
        .rpc('decide_qualification', {
          request_ids: [request],
          decision,
          reason: 'Relevé de plus de 30 jours',
        })
        .throwOnError()
    await page.goto(new URL('/admin/qualification-requests', page.url()).href)
    await page.getByText('Tout est vu', { exact: true }).waitFor()
    await page
      .getByText(/Dernière décision\s: Alix Laurent, à \d\d:\d\d, par Alix Laurent\. Rendue en 3\sh\s12\./)
      .waitFor()
    await page.getByRole('button', { name: /^À traiter\s?0$/ }).waitFor()
    const today = page.getByRole('region', { name: 'Décidées aujourd’hui' })
    await today
      .getByRole('button', { name: /Alix Laurent\s*refusée à \d\d:\d\d/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Voir \d+ précisions? attendues?$/ }).click()
    await page.waitForURL(/etat=needs_information/)
    expect(await faults(page)).toEqual([])
    await database(`update qualification_requests set state = 'pending' where id = any ($1)`, [
      waiting.map(({ id }) => id),
    ])
  })
})
