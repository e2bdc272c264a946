// The cost of delivery without a database: the worker's own pushes and mails to the same mail server and push service.
import { createMailer } from '../../worker/src/mail/mailer.ts'
import { createNotificationMails } from '../../worker/src/mail/notification-mails.ts'
import type { Claimed } from '../../worker/src/notifications/delivery.ts'
import { messageOf } from '../../worker/src/push/message.ts'
import { createPusher } from '../../worker/src/push/pusher.ts'
import { makeKeyPair } from '../../worker/src/push/sender-identity.ts'

/** Milliseconds to deliver all pushes, and then all mails. */
export async function openLimit(sinks: { smtp: string; http: string }, p256dh: string, members: number) {
  const origin = `http://127.0.0.1:${sinks.http}`
  const pusher = createPusher(
    makeKeyPair(),
    { subject: 'mailto:bench@vigie.example', services: [origin], configured: null },
    Date.now,
  )
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${sinks.smtp}`,
    from: { name: 'Vigie', address: 'no-reply@vigie.example' },
    siteUrl: 'https://vigie.example',
  })
  const mails = createNotificationMails(mailer)
  const all = Array.from({ length: members }, (_, index) => claimed(index, origin, p256dh))
  const taken = async (send: () => Promise<boolean[]>) => {
    const begun = performance.now()
    if ((await send()).includes(false)) throw new Error('something was not taken')
    return performance.now() - begun
  }
  return {
    measure: async () => ({
      pushes: await taken(() =>
        Promise.all(
          all.map(
            async (one) => (await pusher.send({ ...one.device, ...messageOf(one) })).outcome === 'sent',
          ),
        ),
      ),
      mails: await taken(async () =>
        (await mails.sendEach(all, Date.now)).map(({ sent_at }) => sent_at !== undefined),
      ),
    }),
    close() {
      pusher.close()
      mailer.close()
    },
  }
}

const claimed = (index: number, origin: string, p256dh: string): Claimed => ({
  id: String(index),
  notificationId: String(index),
  userId: String(index),
  stale: null,
  withdrawal: false,
  withdrawnFor: null,
  attempts: 0,
  category: 'signals',
  kind: 'signal_published',
  parameters: { number: 1, instrument: 'EUR/USD', timeframe: '1h' },
  link: '/signaux?signal=1',
  at: new Date(0),
  language: 'fr',
  timeZone: 'Europe/Paris',
  email: `member-${index}@example.com`,
  unsubscribe: 'A'.repeat(44),
  levels: { direction: 'buy', entry_low: '1.1000', entry_high: '1.1010', stop_loss: '1.0950' },
  device: { endpoint: `${origin}/${index}`, p256dh, auth: 'A'.repeat(22) },
})
