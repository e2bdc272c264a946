// Owns what a push says, and how long and under which name it may be shown. `web/src/app/service-worker.ts` reads it.
import { notificationWords } from 'mails/notification'
import type { Claimed } from '../tasks/delivery.ts'

const SIGNAL_LIFE_S = 3600
const DAY_S = 86_400

/** One that is shown under a tag is replaced by the next of that tag, on the screen and at the push service. */
export function messageOf(told: Claimed): { text: string; ttl: number; topic: string } {
  const { title, body, why } = notificationWords(told)
  const tag = tagOf(told)
  const text = JSON.stringify({
    id: Number(told.notificationId),
    title,
    body,
    why,
    link: told.link,
    tag,
    at: told.at.toISOString(),
    silent: told.withdrawal,
  })
  return { text, ttl: told.kind === 'signal_published' ? SIGNAL_LIFE_S : DAY_S, topic: tag }
}

function tagOf({ kind, parameters, notificationId }: Claimed): string {
  return kind === 'signal_published' ? `signal-${parameters.number}` : `notification-${notificationId}`
}
