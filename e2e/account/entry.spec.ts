import { randomUUID } from 'node:crypto'
import { confirmingLink } from 'mails/confirming-link'
import type { MailData } from 'mails/mail'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { closeAll, database, logIn, open, person, url } from '../stage/fixtures.ts'

afterAll(closeAll)

describe('signing up', () => {
  it('[S-22] [S-27] [S-28] creates the account, stores the lead in the browser, notifies the admins, and opens the dashboard', async () => {
    const page = await open('/signup')
    const email = `alix-${randomUUID().slice(0, 8)}@example.com`
    await page.getByLabel('Prénom').fill('Alix')
    await page.getByLabel('Nom', { exact: true }).fill('Laurent')
    await page.getByLabel(/^E.mail/).fill(email)
    await page.locator('input[type=password]').fill('corbeau lanterne 42 marée')
    await page.getByRole('checkbox', { name: /avertissement sur les risques/ }).check()
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/auth/v1/signup') && sent.push(request.method()))
    await page.getByRole('button', { name: 'Créer mon compte' }).dblclick()
    await page.waitForURL(`${url}/`)
    expect(sent).toEqual(['POST'])
    await page.getByRole('heading', { name: /^4 gestes/, level: 1 }).waitFor()

    const [profile] = await database(
      'select first_name, last_name, locale, disclaimer_accepted_at is not null as accepted from profiles join auth.users on users.id = profiles.id where email = $1',
      [email],
    )
    expect(profile).toEqual({ first_name: 'Alix', last_name: 'Laurent', locale: 'fr', accepted: true })
    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    expect(kept).toContain('users-data')
    expect(kept).toContain('backup_timestamp')
    expect(kept).not.toContain('corbeau lanterne')
    await expect
      .poll(() =>
        database('select type, user_email, source from admin_notifications where user_email = $1', [email]),
      )
      .toEqual([{ type: 'inscription', user_email: email, source: 'freemium' }])
  })

  it('counts missing fields, marks each, and sends nothing', async () => {
    const page = await open('/signup')
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/auth/v1/signup') && sent.push(request.url()))
    await page.getByRole('button', { name: 'Créer mon compte' }).click()
    await page.getByText('Indiquez votre prénom.').waitFor()
    await page.getByText('Cochez la case pour créer votre compte.').waitFor()
    expect(sent).toEqual([])
  })
})

/** A member in two tabs of one browser, with the account menu open in each. */
async function inTwoTabs(): Promise<[Page, Page]> {
  const page = await open('/login?next=/signaux')
  await logIn(page, await person('freemium'))
  await page.waitForURL(`${url}/signaux`)
  const other = await page.context().newPage()
  await other.goto(`${url}/analyses`)
  await other.getByRole('button', { name: /Alix Laurent/ }).waitFor()
  return [page, other]
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Alix Laurent/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
}

describe('logging in', () => {
  it('[S-76] refuses a wrong password with a message, and continues to the requested page with the right one', async () => {
    const who = await person('freemium')
    const page = await open('/analyses')
    await page.waitForURL(/\/login\?next=%2Fanalyses/)
    await logIn(page, { ...who, password: 'not my password' })
    await page.getByRole('alert').first().waitFor()
    await logIn(page, who)
    await page.waitForURL(`${url}/analyses`)
    // This cookie later exempts the browser from limits caused by an attacker's guesses.
    const cookies = await page.context().cookies(`${url}/auth/v1/token`)
    expect(cookies).toMatchObject([
      { name: expect.stringMatching(/^device-/), httpOnly: true, sameSite: 'Strict', path: '/auth/v1/token' },
    ])
  })

  it('[S-04] comes first for a link to a page that visitors see differently, and then leads to it', async () => {
    const who = await person('freemium')
    const [ended] = await database<{ number: string }>(
      'select number from signal_results order by ended_at desc limit 1',
    )
    const page = await open('/signaux')
    await page.getByRole('heading', { name: 'Chaque signal, du scellé au résultat', level: 1 }).waitFor()
    await page.goto(`${url}/signaux?signal=${ended?.number}`)
    await page.waitForURL(`${url}/login?next=${encodeURIComponent(`/signaux?signal=${ended?.number}`)}`)
    await logIn(page, who)
    await page.waitForURL(`${url}/signaux?signal=${ended?.number}`)
    await page.getByRole('heading', { name: 'Signaux', level: 1 }).waitFor()
  })

  it('[S-40] signing out in one tab signs out the other', async () => {
    const [page, other] = await inTwoTabs()
    await signOut(page)
    await page.waitForURL(/\/login/)
    await other.waitForURL(/\/login/)
  })

  it('[S-40] signing out in one tab signs out the other, even if the message arrives before the storage change', async () => {
    const [page, other] = await inTwoTabs()
    // Chromium delivers storage changes and messages between processes separately.
    await other.evaluate(() => {
      const names = ['vigie-session', 'vigie-left']
      const before = new Map(names.map((name) => [name, localStorage.getItem(name)]))
      const read = Storage.prototype.getItem
      Storage.prototype.getItem = function (name) {
        return before.has(name) ? (before.get(name) as string | null) : read.call(this, name)
      }
      new BroadcastChannel('vigie-session').onmessage = () => setTimeout(() => before.clear(), 300)
    })
    await signOut(page)
    await other.waitForURL(/\/login/)
  })

  it('[S-41] a recovery link opens the form for a new password, which then works', async () => {
    const who = await person('freemium')
    const page = await open('/password-reset')
    await page.getByLabel(/E.mail/).fill(who.email)
    await page.keyboard.press('Enter')
    const mail = async () =>
      (
        await database<{ data: Record<string, unknown> }>(
          'select data from _server.mail_outbox where to_address = $1',
          [who.email],
        )
      )[0]
    await expect.poll(mail).toBeDefined()
    const link = confirmingLink('recovery', (await mail())?.data as MailData, url) as string
    // A mail scanner opens the link first, without clicking anything.
    const scanner = await open(link.slice(url.length))
    await scanner.getByRole('heading', { name: 'Nouveau mot de passe' }).waitFor()
    await scanner.close()
    await page.goto(link)
    await page.getByRole('button', { name: 'Continuer' }).click()
    await page.waitForURL(/password-reset\?step=new/)
    const fields = page.locator('input[type=password]')
    await fields.first().waitFor()
    for (const field of await fields.all()) await field.fill('goéland ponton 77 brume')
    await page.keyboard.press('Enter')
    await expect
      .poll(
        async () =>
          (
            await who.client.auth.signInWithPassword({
              email: who.email,
              password: 'goéland ponton 77 brume',
            })
          ).error,
      )
      .toBeNull()
  })
})

describe('the language', () => {
  it('[S-50] follows the browser, then the choice, immediately in every open tab', async () => {
    const page = await open('/login', { locale: 'es-ES' })
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('es')
    const visitor = await open('/')
    const other = await visitor.context().newPage()
    await other.goto(`${url}/brokers`)
    await visitor
      .getByRole('button', { name: /Langue/ })
      .first()
      .click()
    await visitor.getByRole('menuitemcheckbox', { name: 'Italiano' }).click()
    await expect.poll(() => other.evaluate(() => document.documentElement.lang)).toBe('it')
    await other.reload()
    await expect.poll(() => other.evaluate(() => document.documentElement.lang)).toBe('it')
  })
})
