import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../stage/accessibility.ts'
import { as, closeAll, database, type Person, person, title, url } from '../stage/fixtures.ts'

/** The admins' desk: requests for premium access by keyboard, and lead delivery. */
const word = `q${randomUUID().slice(0, 8)}`
const heard: { headers: IncomingHttpHeaders; body: string }[] = []
let receiver: Server
let page: Page
let members: (Person & { name: string })[]

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  members = await Promise.all(
    ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq'].map(async (name) => {
      const member = await person('freemium')
      await database('update profiles set first_name = $2, last_name = $3 where id = $1', [
        member.id,
        name,
        word,
      ])
      return { ...member, name: `${name} ${word}` }
    }),
  )
  page = (await as('admin', `/admin/qualification-requests?q=${word}`)).page
})
afterAll(async () => {
  await database(`delete from webhook_endpoints where name like '%' || $1`, [word])
  await closeAll()
  receiver.close()
})

async function ask({ client }: Person): Promise<void> {
  const [broker] = await database<{ slug: string }>('select slug from brokers order by slug limit 1')
  await client
    .rpc('request_qualification', { broker: broker?.slug, account_number: `MT5-${randomUUID().slice(0, 6)}` })
    .throwOnError()
}
const stateOf = async (member: Person | undefined) =>
  (await database('select state, reason from qualification_requests where user_id = $1', [member?.id]))[0]
const rows = (table: string) => page.getByRole('table', { name: table }).locator('tbody [data-row]')
const waiting = () => page.getByRole('region', { name: 'En attente' }).locator('[data-request]')

describe('the queue of requests for premium', () => {
  it('[S-116] shows a request that arrives while it is open', async () => {
    await page.getByText('Aucune demande ne correspond').waitFor()
    // Members ask one after the other, so that the first is the oldest.
    for (const member of members.slice(0, 4)) await ask(member)
    await page.getByText('Nouvelle demande d’accès premium').first().waitFor()
    await expect.poll(() => waiting().count(), { timeout: 15_000 }).toBe(4)
    // The chip counts what the words of the search leave out too.
    const [all] = await database<{ n: number }>(
      `select count(*)::int as n from qualification_requests where state = 'pending'`,
    )
    await page.getByRole('button', { name: new RegExp(`^À traiter\\s?${all?.n}$`) }).waitFor()
    expect(await faults(page)).toEqual([])
  })

  it('uses the language chosen meanwhile', async () => {
    const { page: other } = await as('admin', '/admin/qualification-requests')
    await title(other, 'Demandes premium')
    await other.getByRole('button', { name: /Langue/ }).click()
    await other.getByRole('menuitemcheckbox', { name: 'English' }).click()
    await title(other, 'Premium requests')
    const late = await person('freemium')
    await ask(late)
    await other.getByText('New request for premium access').first().waitFor()
    await database('delete from qualification_requests where user_id = $1', [late.id])
  })

  it('[S-29] can be processed by keyboard only: j and k, a, r with a reason', async () => {
    const open = (name: string) => page.getByRole('region', { name: `${name} ${word}` }).waitFor()
    // A page that joins while they ask may have opened a later one, which stays open.
    await waiting()
      .filter({ hasText: `Un ${word}` })
      .click()
    // From anywhere on the screen: what has the focus is outside of the list, or nothing is.
    await page.getByRole('button', { name: /^À traiter/ }).focus()
    await open('Un')
    await page.keyboard.press('j')
    await open('Deux')
    await page.keyboard.press('k')
    await open('Un')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('r')
    const refuse = page.getByRole('dialog', { name: new RegExp(`Refuser la demande de Un ${word}`) })
    const reason = refuse.getByRole('textbox', { name: 'Motif' })
    await reason.waitFor()
    await refuse.getByRole('button', { name: 'Refuser' }).press('Enter')
    await refuse.getByText('Indiquez un motif.').waitFor()
    await reason.fill('Le compte n’est pas à votre nom.')
    await refuse.getByRole('button', { name: 'Refuser' }).press('Enter')
    await page.getByText(new RegExp(`Demande de Un ${word}.* refusée`)).waitFor()
    expect(await stateOf(members[0])).toEqual({
      state: 'rejected',
      reason: 'Le compte n’est pas à votre nom.',
    })
    await expect.poll(() => waiting().count()).toBe(3)

    await page.keyboard.press('c')
    await page.getByText('1 demande attribuée').first().waitFor()
    await open('Deux')
    await page.keyboard.press('j')
    await open('Trois')
    await page.keyboard.press('k')
    await open('Deux')
    await page.keyboard.press('a')
    const accept = page.getByRole('dialog', { name: new RegExp(`Accepter la demande de Deux ${word}`) })
    await accept.getByRole('button', { name: 'Accepter' }).press('Enter')
    await page.getByText(new RegExp(`Demande de Deux ${word}.* acceptée`)).waitFor()
    // A decision opens the next request.
    await open('Trois')
    expect(await stateOf(members[1])).toMatchObject({ state: 'approved' })
    expect((await members[1]?.client.rpc('current_tier'))?.data).toBe('premium')
    await expect.poll(() => waiting().count()).toBe(2)
  })

  it('[S-29] decides about many requests at once', async () => {
    await page.getByRole('region', { name: `Trois ${word}` }).waitFor()
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Accepter' }).click()
    const accept = page.getByRole('dialog', { name: 'Accepter 2 demandes' })
    await accept.getByRole('combobox', { name: 'Durée de l’accès' }).selectOption('90')
    await accept.getByRole('button', { name: 'Accepter' }).click()
    await page.getByText('2 demandes acceptées').first().waitFor()
    for (const member of members.slice(2, 4))
      expect(await stateOf(member)).toMatchObject({ state: 'approved' })
    // What was decided today stays in the list, below what waits.
    await expect.poll(() => waiting().count()).toBe(0)
    await page.getByRole('region', { name: 'Décidées aujourd’hui' }).getByText(`Quatre ${word}`).waitFor()
  })

  it('[S-29] shows the proof beside the facts, enlarged and turned by key and button', async () => {
    const [member] = members
    const path = `${member?.id}/statement.png`
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 420 } })
    const stored = await member?.client.storage
      .from('proofs')
      .upload(path, picture, { contentType: 'image/png' })
    expect(stored?.error).toBeNull()
    const [broker] = await database<{ slug: string }>('select slug from brokers order by slug limit 1')
    const asked = { broker: broker?.slug, account_number: 'MT5-7204418', proof_path: path }
    await member?.client.rpc('request_qualification', asked).throwOnError()
    await expect.poll(() => waiting().count()).toBe(1)
    await waiting().first().click()
    const sheet = page.getByRole('region', { name: `Un ${word}` })
    const proof = sheet.getByRole('img', { name: `Justificatif de Un ${word}` })
    const size = async () => {
      const box = await proof.boundingBox()
      return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) }
    }
    await expect.poll(async () => (await size()).height).toBeGreaterThan(300)
    const whole = await size()
    expect(whole.height / whole.width).toBeCloseTo(1.4, 1)
    await sheet.getByRole('button', { name: 'Tourner' }).focus()
    await page.keyboard.press('+')
    await expect.poll(async () => (await size()).width / whole.width).toBeCloseTo(1.5, 1)
    await sheet.getByText('150 %').waitFor()
    await page.keyboard.press('0')
    await sheet.getByRole('button', { name: 'Tourner' }).click()
    await expect.poll(async () => (await size()).width / (await size()).height).toBeCloseTo(1.4, 1)
    await sheet.getByText('MT5-7204418').waitFor()
    expect(await faults(page)).toEqual([])
    await database('delete from qualification_requests where user_id = $1', [member?.id])
  })
})

describe('webhook deliveries', () => {
  it('[S-25] are configured, tested, listed and sent again, each signed and with its own id', async () => {
    const { port } = receiver.address() as AddressInfo
    await page.goto(`${url}/admin/reglages`)
    const add = async (name: string, address: string) => {
      await page.getByRole('button', { name: 'Ajouter un webhook' }).click()
      const dialog = page.getByRole('dialog', { name: 'Ajouter un webhook' })
      await dialog.getByRole('textbox', { name: 'Nom' }).fill(`${name} ${word}`)
      await dialog.getByRole('textbox', { name: 'Adresse' }).fill(address)
      await dialog.getByRole('button', { name: 'Ajouter' }).click()
      await dialog.waitFor({ state: 'detached' })
      return page.getByRole('listitem').filter({ hasText: `${name} ${word}` })
    }
    const tried = async (name: string, address: string) => {
      const row = await add(name, address)
      await row.getByRole('button', { name: 'Tester' }).click()
      await page.getByText('Test envoyé').first().waitFor()
    }
    await tried('Make', `http://127.0.0.1:${port}/lead`)
    // An internal address is never connected to, and the log gives the reason.
    await tried('Dedans', 'http://169.254.169.254/latest/meta-data')

    await page.goto(`${url}/admin/livraisons`)
    const of = (name: string, state: string) =>
      rows('Envois')
        .filter({ hasText: `${name} ${word}` })
        .filter({ hasText: state })
    await expect.poll(() => of('Dedans', 'address_refused').count(), { timeout: 30_000 }).toBe(1)
    await expect.poll(() => of('Make', 'Livré').count(), { timeout: 30_000 }).toBe(1)
    expect(await faults(page)).toEqual([])
    await of('Make', 'Livré').click()
    const sheet = page.getByRole('dialog', { name: /^Envoi \d/ })
    await sheet.getByText('"test_type"').waitFor()
    await sheet.getByRole('button', { name: 'Renvoyer' }).click()
    await page.getByText('1 envoi repart').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => of('Make', 'Livré').count(), { timeout: 30_000 }).toBe(2)
    expect(heard).toHaveLength(2)
    expect(heard[0]?.body).toBe(heard[1]?.body)
    for (const { headers } of heard) expect(headers['x-vigie-signature']).toMatch(/v1=[0-9a-f]{64}/)
  })

  it('report a disabled endpoint, and continue after it is enabled again', async () => {
    await database(
      `update webhook_endpoints set active = false, switched_off_reason = 'failing' where name = $1`,
      [`Make ${word}`],
    )
    await page.goto(`${url}/admin/reglages`)
    const row = page.getByRole('listitem').filter({ hasText: `Make ${word}` })
    await row.getByText('Désactivé').waitFor()
    await row.getByText('Aucun envoi accepté pendant 24 heures.').waitFor()
    await row.getByRole('switch', { name: `Make ${word} actif` }).click()
    await row.getByText('Désactivé').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Supprimer Make ${word}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
    await row.waitFor({ state: 'detached' })
  })
})

describe('the record of a sign-up', () => {
  it('contains the lead with consent and campaign', async () => {
    const [lead] = await database<{ id: string }>(
      `update leads set consent_version = '1', consent_locale = 'fr', consent_at = now(), campaign = '{"utm_source":"infolettre"}'
       where user_id = $1 returning id`,
      [members[1]?.id],
    )
    await page.goto(`${url}/admin/leads?lead=${lead?.id}`)
    const sheet = page
      .getByRole('dialog', { name: `Deux ${word}` })
      .or(page.getByRole('dialog').filter({ hasText: 'Alix' }))
    await sheet.getByText('utm_source infolettre').waitFor()
    await sheet.getByText(/^Version 1 \(fr\), le /).waitFor()
    await sheet.getByRole('link', { name: 'Voir le membre' }).waitFor()
    expect(await faults(page, '[role=dialog]')).toEqual([])
  })

  it('contains the mail in both formats', async () => {
    const [mail] = await database<{ id: string }>(
      `select id from _server.mail_outbox where template = 'qualification_approved' and to_address = $1`,
      [members[1]?.email],
    )
    await page.goto(`${url}/admin/e-mails?mail=${mail?.id}`)
    const sheet = page.getByRole('dialog', { name: members[1]?.email as string })
    await sheet.frameLocator('iframe').getByText('Votre demande a été acceptée.').waitFor()
    await sheet.getByText('Texte', { exact: true }).click()
    await sheet.locator('pre').getByText('Votre demande a été acceptée.').waitFor()
  })
})
