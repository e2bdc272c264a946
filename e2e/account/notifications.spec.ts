import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../stage/accessibility.ts'
import { as, closeAll, database, open, type Person, url } from '../stage/fixtures.ts'

/** A member's notifications: preferences, notification panel, device, and unsubscribing. */
let page: Page
let who: Person
beforeAll(async () => {
  ;({ page, who } = await as('freemium', '/mon-compte?onglet=notifications', { installs: true }))
})
afterAll(closeAll)

const wishes = async () =>
  (
    await database(
      'select email, digest, push, quiet_from, quiet_to from notification_preferences where user_id = $1',
      [who.id],
    )
  )[0]

describe('notification preferences', () => {
  it('[S-14] are stored by subject and channel, with quiet hours', async () => {
    const push = page.getByRole('switch', { name: 'Nouvelles formations, Push' })
    const was = await push.isChecked()
    await push.click()
    await expect.poll(async () => (await wishes())?.push.includes('trainings')).toBe(!was)
    const mail = page.getByRole('combobox', { name: 'Test journalier, E‑mail' })
    await mail.selectOption('daily')
    await expect.poll(async () => (await wishes())?.digest).toContain('daily_test')
    await page.getByRole('switch', { name: 'Heures calmes', exact: true }).click()
    const from = page.getByLabel('Début des heures calmes')
    await expect.poll(() => from.inputValue()).toBe('22:00')
    // Displayed immediately, stored shortly afterwards.
    await expect.poll(async () => (await wishes())?.quiet_from).toBe('22:00:00')
    await from.fill('23:30')
    await expect.poll(async () => (await wishes())?.quiet_from).toBe('23:30:00')
    expect(await faults(page)).toEqual([])

    await page.reload()
    await expect.poll(() => from.inputValue()).toBe('23:30')
    expect(await page.getByLabel('Fin des heures calmes').inputValue()).toBe('07:00')
    expect(await push.isChecked()).toBe(!was)
    expect(await mail.inputValue()).toBe('daily')
  })
})

describe('the notification panel', () => {
  it('announces on any screen, with the reason, and is marked read one by one or all at once', async () => {
    await page.goto(`${url}/brokers`)
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    // Wait until the member's private channel is joined: earlier notifications are only loaded.
    await expect
      .poll(
        async () => {
          await database(
            `select private.notify_member($1, gen_random_uuid()::text, 'push_test', '{}', '/mon-compte')`,
            [who.id],
          )
          return page.getByRole('button', { name: /notifications? non lues?/ }).count()
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBe(1)
    await database(
      `select private.notify_member($1, 'approved', 'qualification_approved', '{}', '/mon-compte')`,
      [who.id],
    )
    await page.getByRole('button', { name: /^([2-9]|\d\d) notifications non lues/ }).click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    const access = panel.getByRole('listitem').filter({ hasText: 'Votre accès premium est ouvert' })
    await access.getByRole('button', { name: /^Pourquoi je reçois ceci/ }).click()
    await access.getByRole('link', { name: 'Changer' }).waitFor()
    expect(await faults(page, '[role=dialog]')).toEqual([])

    await access.getByRole('button', { name: /^Marquer comme lue/ }).click()
    await access.getByRole('button', { name: /^Marquer comme non lue/ }).waitFor()
    await expect
      .poll(() =>
        database(
          `select 1 from notifications where user_id = $1 and fact = 'approved' and read_at is not null`,
          [who.id],
        ),
      )
      .toHaveLength(1)
    await panel.getByRole('button', { name: 'Tout marquer comme lu' }).click()
    await expect
      .poll(() => database('select 1 from notifications where user_id = $1 and read_at is null', [who.id]))
      .toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  })
})

describe('a device', () => {
  const told = (title: string, head?: string) =>
    JSON.stringify({
      head,
      title,
      body: 'Entrée 1,0850',
      tag: 'signal-7',
      link: '/signaux?signal=7',
      at: new Date().toISOString(),
      silent: true,
    })

  /** The browser's push service is unreachable here, so its last step is simulated: delivering the message. */
  it('shows a push message, replaces one with the same tag, and stores the chain head that came with it', async () => {
    const [{ head } = { head: '' }] = await database<{ head: string }>('select private.head_line() as head')
    await page.context().grantPermissions(['notifications'], { origin: url })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    const browser = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(url))
        if (own) resolve(own.registrationId)
      })
    })
    await browser.send('ServiceWorker.enable')
    const registrationId = await registered
    // A starting worker silently drops events dispatched in this way, so they are repeated until shown.
    const pushed = async (data: string) => {
      await browser.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
      return await page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, tag, data }) => [
          title,
          tag,
          data.link,
        ]),
      )
    }
    for (const title of ['EUR/USD : achat', 'EUR/USD : trop tard pour entrer'])
      await expect
        .poll(() => pushed(told(title, head)), { interval: 500 })
        .toEqual([[title, 'signal-7', '/signaux?signal=7']])
    await expect.poll(() => page.evaluate(everythingKept)).toContain(head.split(' ').at(-1))
  })

  it('is registered again when its push service changes the endpoint', async () => {
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    const [was, now] = [`https://push.example/${who.id}/1`, `https://push.example/${who.id}/2`]
    await who.client.rpc('add_push_device', { ...keys, endpoint: was }).throwOnError()
    const worker = page
      .context()
      .serviceWorkers()
      .find((one) => one.url().startsWith(url))
    await worker?.evaluate(
      ({ was, now, keys }) => {
        const event = new Event('pushsubscriptionchange')
        const newSubscription = { toJSON: () => ({ endpoint: now, keys }) }
        // Only the browser's own events keep a worker alive; a synthetic event does not need it.
        Object.assign(event, { oldSubscription: { endpoint: was }, newSubscription, waitUntil: () => {} })
        self.dispatchEvent(event)
      },
      { was, now, keys },
    )
    await expect
      .poll(() => database('select endpoint from push_devices where user_id = $1', [who.id]))
      .toEqual([{ endpoint: now }])
  })
})

describe('unsubscribing from a mail', () => {
  it('changes nothing on opening, ends the mails with its button, and can be undone', async () => {
    const [{ token } = { token: '' }] = await database<{ token: string }>(
      `select private.unsubscribe_token($1, 'signals') as token`,
      [who.id],
    )
    await database(`update notification_preferences set email = array['signals'] where user_id = $1`, [
      who.id,
    ])
    const visitor = await open(`/desabonnement?jeton=${token}`)
    await visitor.getByText('Vous recevez par e‑mail : Signaux de trading.').waitFor()
    expect((await wishes())?.email).toContain('signals')
    expect(await faults(visitor)).toEqual([])
    await visitor.getByRole('button', { name: 'Ne plus recevoir' }).click()
    await visitor.getByText('C’est fait. Vous ne recevrez plus par e‑mail : Signaux de trading.').waitFor()
    expect((await wishes())?.email).not.toContain('signals')
    await visitor.getByRole('button', { name: 'Recevoir à nouveau' }).click()
    await visitor.getByText('Vous recevez par e‑mail : Signaux de trading.').waitFor()
    expect((await wishes())?.email).toContain('signals')
    await visitor.goto(`${url}/desabonnement?jeton=faux`)
    await visitor.getByText('Ce lien n’est pas valable, ou le compte n’existe plus.').waitFor()
  })
})

/** All heads stored on this device, checked or not. */
function everythingKept(): Promise<string> {
  return new Promise((resolve) => {
    const request = indexedDB.open('vigie-heads')
    request.onsuccess = () => {
      const stores = request.result.transaction(['seen', 'memory'])
      const [seen, memory] = ['seen', 'memory'].map((name) => stores.objectStore(name).getAll())
      stores.oncomplete = () => resolve(JSON.stringify([seen?.result, memory?.result]))
    }
  })
}
