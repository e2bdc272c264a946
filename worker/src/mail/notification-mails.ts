// Owns the mails of notifications: one at once, or those of somebody's day. What many are told in one language is drawn once.
import { createHash } from 'node:crypto'
import type { Mail } from 'mails/mail'
import {
  address,
  type NotificationMailRequest,
  unsubscribeCall,
  writeNotificationMail,
} from 'mails/notification-mail'
import type { PushAnswer } from '../push/pusher.ts'
import { type Claimed, type Result, resultOf } from '../tasks/delivery.ts'
import { type Mailer, MailRefused } from './mailer.ts'

/** Drawn mails that are kept. */
const KEPT = 64

export function createNotificationMails(mailer: Mailer) {
  const drawn = new Map<string, Promise<Mail>>()
  const { siteUrl, from } = mailer.settings

  const write = async (group: readonly Claimed[], digest: boolean): Promise<Mail> => {
    const first = group[0] as Claimed
    const request: NotificationMailRequest = {
      notifications: group,
      digest,
      language: first.language,
      timeZone: first.timeZone,
      brand: from.name,
      siteUrl,
      leavable: first.unsubscribe !== null,
    }
    if (digest) return address(await writeNotificationMail(request), first.unsubscribe)
    const { kind, parameters, levels, link, language } = first
    const key = JSON.stringify([kind, parameters, levels, link, language, request.leavable])
    let mail = drawn.get(key)
    if (!mail) {
      mail = writeNotificationMail(request)
      drawn.set(key, mail)
      if (drawn.size > KEPT) drawn.delete(drawn.keys().next().value as string)
    }
    return address(await mail, first.unsubscribe)
  }

  const send = async (group: readonly Claimed[], digest: boolean): Promise<PushAnswer> => {
    const first = group[0] as Claimed
    try {
      const mail = await write(group, digest)
      await mailer.send({
        to: first.email,
        messageId: messageIdOf(group, from.address),
        ...mail,
        ...(first.unsubscribe && { unsubscribe: unsubscribeCall(siteUrl, first.unsubscribe) }),
      })
      return { outcome: 'sent' }
    } catch (error) {
      const hopeless = (error instanceof MailRefused && error.permanent) || error instanceof RangeError
      const reason = (error as Error).message
      return hopeless ? { outcome: 'refused', reason } : { outcome: 'wait', reason, seconds: null }
    }
  }

  return {
    /** A mail for each. */
    sendEach: (claimed: readonly Claimed[], now: () => number): Promise<Result[]> =>
      Promise.all(claimed.map(async (one) => resultOf(one, await send([one], false), now()))),
    /** A mail for each member, with all that is theirs. */
    async sendDays(claimed: readonly Claimed[], now: () => number): Promise<Result[]> {
      const days = Map.groupBy(claimed, ({ userId }) => userId)
      const results = [...days.values()].map(async (day) => {
        const answer = await send(day, true)
        return day.map((one) => resultOf(one, answer, now()))
      })
      return (await Promise.all(results)).flat()
    },
  }
}

/** The same for each try, another for each delivery of any database. */
function messageIdOf(group: readonly Claimed[], sender: string): string {
  const told = group.map(({ id, at }) => `${id} ${at.toISOString()}`).join(' ')
  const hash = createHash('sha256').update(told).digest('hex').slice(0, 24)
  return `<n${group[0]?.id}.${hash}@${sender.split('@')[1]}>`
}
