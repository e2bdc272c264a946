import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { statementPdf } from '../../worker/src/testing/statement-pdf.ts'
import { atRest, faultsInBothThemes, overflows } from '../stage/accessibility.ts'
import { as, closeAll, database, type Person, person } from '../stage/fixtures.ts'

afterAll(closeAll)

const ACCOUNT = '880 24 416'
const today = new Date().toLocaleDateString('fr-FR', { timeZone: 'Europe/Paris' })

type Broker = { slug: string; name: string }
const aBroker = async () =>
  (await database<Broker>('select slug, name from brokers where listed order by slug limit 1'))[0] as Broker

/** Two pages: who and where on the first, the account and its movements on the second. */
const statement = ({ name }: Broker) =>
  statementPdf([
    {
      head: [name, 'Relevé de compte'],
      lines: ['M. LAURENT Alix', '14, quai des Chartrons', '33000 Bordeaux'],
      rows: [
        ['Date du relevé', today],
        ['Devise', 'EUR'],
        ['Compte bancaire lié', 'FR76 3000 4000 0312 3456 7890 143'],
      ],
    },
    {
      head: ['Mouvements', 'Relevé de compte'],
      rows: [
        ['Compte', '88024416'],
        ['Dépôt par virement', '+250,00 €'],
        ['Solde', '1 204,18 €'],
      ],
    },
  ])

/** A member's request with this PDF as its proof. */
async function asked({ slug }: Broker, proof: Buffer): Promise<Person & { request: string }> {
  const who = await person('freemium')
  const path = `${who.id}/${crypto.randomUUID()}.pdf`
  const sent = await who.client.storage.from('proofs').upload(path, proof, { contentType: 'application/pdf' })
  if (sent.error) throw sent.error
  const { data } = await who.client
    .rpc('request_qualification', { broker: slug, account_number: ACCOUNT, proof_path: path })
    .throwOnError()
  return { ...who, request: data }
}

const there = (request: string) => `/admin/qualification-requests?demande=${request}`
const pageOf = (page: Page, number: number) =>
  page.getByRole('img', { name: `Justificatif de Alix Laurent, page ${number} sur 2` })

/** Shares of a drawn page's height, from above, that hold something dark, in tenths. */
const inked = (page: Page, number: number) =>
  pageOf(page, number).evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const [canvas, rows] = [document.createElement('canvas'), 10]
    canvas.width = 200
    canvas.height = 280
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.drawImage(image, 0, 0, 200, 280)
    return Array.from({ length: rows }, (_, row) =>
      context.getImageData(0, row * 28, 200, 28).data.some((value, at) => at % 4 === 0 && value < 160),
    )
  })

async function mask(page: Page): Promise<void> {
  await page.keyboard.press('m')
  const surface = page.getByRole('application')
  const box = (await surface.boundingBox()) as { x: number; y: number; width: number; height: number }
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.32)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.95, box.y + box.height * 0.36, { steps: 4 })
  await page.mouse.up()
  await page.getByText('1 zone masquée.').waitFor()
}

const masksOn = (page: Page, number: number) =>
  pageOf(page, number).locator('xpath=..').locator('[data-theme="dark"]').count()

describe('a PDF as proof', () => {
  it('[S-116] is drawn page by page, masked and marked where its text has what was declared', async () => {
    const broker = await aBroker()
    const { request } = await asked(broker, await statement(broker))
    const { page } = await as('admin', '/admin')
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedScript/i.test(message.text())) refused.push(message.text())
    })
    const fonts: string[] = []
    page.on('response', (answer) => {
      if (/LiberationSans.*\.ttf$/.test(answer.url())) fonts.push(new URL(answer.url()).origin)
    })
    await page.goto(new URL(there(request), page.url()).href)
    const open = page.getByRole('region', { name: 'Alix Laurent', exact: true })

    // The first page, with its letters: our own fonts stand in for those that the file only names.
    await pageOf(page, 1).waitFor()
    expect((await inked(page, 1)).slice(0, 4)).toEqual([true, true, true, true])
    expect(new Set(fonts)).toEqual(new Set([new URL(page.url()).origin]))
    expect(await open.getByRole('button', { name: 'Page précédente' }).isDisabled()).toBe(true)

    // The second by its key, back by the button, and again: what lies on one page is not on the other.
    await page.keyboard.press('ArrowRight')
    await pageOf(page, 2).waitFor()
    await mask(page)
    expect(await masksOn(page, 2)).toBe(1)
    await open.getByRole('button', { name: 'Page précédente' }).click()
    await pageOf(page, 1).waitFor()
    expect(await masksOn(page, 1)).toBe(0)
    await open.getByText('1 zone masquée.').waitFor()

    // The account is on the second page, under another spelling; its number turns there, and one key takes the place.
    await page.keyboard.press('2')
    await pageOf(page, 2).waitFor()
    await open.getByText('Trouvé dans le texte du document, page 2 : « 88024416 ».').waitFor()
    await page.keyboard.press('v')
    await open.getByText('Loupe, Compte').waitFor()
    await open.getByText('88024416 ·').waitFor()
    expect(await open.getByText('Trouvé dans le texte').count()).toBe(0)
    expect(await open.getByLabel('Ce que dit la preuve').inputValue()).toBe('88024416')

    // The name is on the first page, and taken by a click on it.
    await page.keyboard.press('1')
    await pageOf(page, 1).waitFor()
    await open.getByRole('button', { name: 'Nom : confirmer « LAURENT Alix » à cet endroit' }).click()
    await open.getByRole('button', { name: '1, Nom : voir de près' }).waitFor()
    await open.getByText('Loupe, Nom').waitFor()
    // A number whose place is known turns to its page, and the loupe follows.
    await page.keyboard.press('2')
    await pageOf(page, 2).waitFor()
    await open.getByText('Loupe, Compte').waitFor()
    await open.getByRole('button', { name: 'Page précédente' }).click()
    await pageOf(page, 1).waitFor()
    expect(await open.getByText('Loupe, Compte').count()).toBe(0)

    // Enlarged, it is drawn anew; turned, its marks turn along.
    await page.keyboard.press('+')
    await expect
      .poll(() => pageOf(page, 1).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(3000)
    await page.keyboard.press('0')
    await open.getByRole('button', { name: 'Tourner' }).click()
    await open.getByRole('button', { name: '1, Nom : voir de près' }).waitFor()
    expect(
      await database(
        `select what, page, words, agrees from proof_marks where request_id = $1 order by page, what`,
        [request],
      ),
    ).toEqual([
      { what: 'name', page: 1, words: 'LAURENT Alix', agrees: true },
      { what: 'account', page: 2, words: '88024416', agrees: true },
      { what: 'mask', page: 2, words: null, agrees: null },
    ])
    await atRest(page)
    expect(await faultsInBothThemes(page)).toEqual([])

    expect(refused).toEqual([])
  })

  it('[S-116] shows a colleague what was masked and found on each page, on every width', async () => {
    const broker = await aBroker()
    const { request } = await asked(broker, await statement(broker))
    const { client } = await person('admin')
    const account = { page: 2, x: 0.8, y: 0.25, width: 0.15, height: 0.03 }
    await client.rpc('mask_proof', { request_id: request, place: { ...account, y: 0.32 } }).throwOnError()
    await client
      .rpc('check_proof_fact', { request_id: request, fact: 'account', agrees: true, place: account })
      .throwOnError()
    const { page } = await as('admin', there(request))
    await pageOf(page, 1).waitFor()
    expect(await masksOn(page, 1)).toBe(0)
    // The file itself is behind a question, whichever page is shown.
    await page.getByRole('button', { name: 'Ouvrir le fichier' }).waitFor()
    await page.getByRole('button', { name: 'Page suivante' }).click()
    await pageOf(page, 2).waitFor()
    expect(await masksOn(page, 2)).toBe(1)
    await page.getByRole('button', { name: '2, Compte : voir de près' }).click()
    await page.getByText('Loupe, Compte').waitFor()

    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(new URL(there(request), page.url()).href)
      await pageOf(page, 1).waitFor()
      await page.getByRole('button', { name: /^Partenaire ./ }).click()
      await page.getByText(`Trouvé dans le texte du document, page 1 : « ${broker.name} ».`).waitFor()
      await atRest(page)
      expect(await overflows(page), `${width}`).toEqual([])
    }
  })

  it('is not suggested where it is masked', async () => {
    const broker = await aBroker()
    const { request } = await asked(broker, await statement(broker))
    const { page, who } = await as('admin', '/admin')
    await who.client
      .rpc('mask_proof', { request_id: request, place: { page: 2, x: 0, y: 0, width: 1, height: 1 } })
      .throwOnError()
    await page.goto(new URL(there(request), page.url()).href)
    await pageOf(page, 1).waitFor()
    await page.keyboard.press('3')
    await page.getByText(/^Trouvé dans le texte du document, page 1/).waitFor()
    await page.keyboard.press('2')
    await page.getByText(/^Trouvé dans le texte du document/).waitFor({ state: 'detached' })
    expect(await page.getByText('88024416').count()).toBe(0)
    // Its page is not turned to either.
    await pageOf(page, 1).waitFor()
  })

  it('says why it cannot be shown, and is opened all the same', async () => {
    const broker = await aBroker()
    const { page } = await as('admin', '/admin')
    const whole = await statement(broker)
    for (const [proof, why] of [
      [Buffer.from('%PDF-1.7\n%%EOF'), 'Ce PDF est endommagé : il ne peut pas être affiché ici.'],
      [
        await statementPdf([{ head: ['Relevé', ''], rows: [] }], { password: 'secret' }),
        'Ce PDF est protégé par un mot de passe : il ne peut pas être affiché ici.',
      ],
      [
        await statementPdf(Array.from({ length: 51 }, () => ({ head: ['Relevé', ''], rows: [] }) as const)),
        'Ce PDF est trop long ou trop lourd pour être affiché ici.',
      ],
    ] as const) {
      const { request } = await asked(broker, proof)
      await page.goto(new URL(there(request), page.url()).href)
      await page.getByText(why).waitFor()
      await page.getByRole('link', { name: 'Ouvrir le fichier' }).waitFor()
      expect(await page.getByRole('button', { name: 'Masquer' }).count()).toBe(0)
    }
    // The next one is shown again.
    const { request } = await asked(broker, whole)
    await page.goto(new URL(there(request), page.url()).href)
    await pageOf(page, 1).waitFor()
  })
})
