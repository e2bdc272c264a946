// Mails with one notification, or a member's daily mail. A mail with the same content and language is rendered once.
import { createHash } from 'node:crypto'
import type { Mail } from 'mails/mail'
import { address, TOKEN, unsubscribeCall, writeNotificationMail } from 'mails/notification-mail'
import { type Claimed, type Result, resultOf } from '../notifications/delivery.ts'
import type { PushAnswer } from '../push/hand-over.ts'
import { addressed, isPlainAddress, MESSAGE_ID, RECIPIENT } from './drawn-mail.ts'
import { type Mailer, MailRefused, type Outgoing } from './mailer.ts'

/** Maximum number of cached rendered mails. */
const KEPT = 64

export function createNotificationMails(mailer: Mailer) {
  const drawn = new Map<string, Promise<string>>()
  const { siteUrl, from } = mailer.settings

  const write = (group: readonly Claimed[], digest: boolean): Promise<Mail> => {
    const first = group[0] as Claimed
    return writeNotificationMail({
      notifications: group,
      digest,
      language: first.language,
      timeZone: first.timeZone,
      brand: from.name,
      siteUrl,
      leavable: first.unsubscribe !== null,
    })
  }
  const outgoing = (to: string, messageId: string, mail: Mail, token: string | null): Outgoing => ({
    to,
    messageId,
    ...address(mail, token),
    ...(token && { unsubscribe: unsubscribeCall(siteUrl, token) }),
  })

  /** The rendered mail for a notification and language, cached. */
  const drawOnce = (one: Claimed): Promise<string> => {
    const { kind, parameters, levels, link, language, unsubscribe } = one
    const token = unsubscribe && TOKEN
    const key = JSON.stringify([kind, parameters, levels, link, language, token])
    const known = drawn.get(key)
    if (known) return known
    const fresh = write([one], false).then((mail) =>
      mailer.draw(outgoing(RECIPIENT, MESSAGE_ID, mail, token)),
    )
    drawn.set(key, fresh)
    if (drawn.size > KEPT) drawn.delete(drawn.keys().next().value as string)
    return fresh
  }

  const send = async (group: readonly Claimed[], digest: boolean, now: number): Promise<PushAnswer> => {
    const first = group[0] as Claimed
    const { email: to, unsubscribe: token } = first
    const messageId = messageIdOf(group, from.address)
    try {
      if (digest || !isPlainAddress(to)) {
        await mailer.send(outgoing(to, messageId, await write(group, digest), token))
      } else {
        await mailer.sendDrawn(to, addressed(await drawOnce(first), { to, messageId, token, at: now }))
      }
      return { outcome: 'sent' }
    } catch (error) {
      const hopeless = (error instanceof MailRefused && error.permanent) || error instanceof RangeError
      const reason = (error as Error).message
      return hopeless ? { outcome: 'refused', reason } : { outcome: 'wait', reason, seconds: null }
    }
  }

  return {
    /** One mail per delivery. */
    sendEach: (claimed: readonly Claimed[], now: () => number): Promise<Result[]> =>
      Promise.all(claimed.map(async (one) => resultOf(one, await send([one], false, now()), now()))),
    /** One mail per member with all their deliveries. */
    async sendDays(claimed: readonly Claimed[], now: () => number): Promise<Result[]> {
      const days = Map.groupBy(claimed, ({ userId }) => userId)
      const results = [...days.values()].map(async (day) => {
        const answer = await send(day, true, now())
        return day.map((one) => resultOf(one, answer, now()))
      })
      return (await Promise.all(results)).flat()
    },
  }
}

/** The same for each attempt, and unique across databases. */
function messageIdOf(group: readonly Claimed[], sender: string): string {
  const told = group.map(({ id, at }) => `${id} ${at.toISOString()}`).join(' ')
  const hash = createHash('sha256').update(told).digest('hex').slice(0, 24)
  return `<n${group[0]?.id}.${hash}@${sender.split('@')[1]}>`
}
