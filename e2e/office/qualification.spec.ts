import type { Route } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { faults } from '../stage/accessibility.ts'
import { as, closeAll, database } from '../stage/fixtures.ts'

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
