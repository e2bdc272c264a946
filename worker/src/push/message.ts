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
    id: told.notificationId,
    title,
    body,
    why,
    link: told.link,
    tag,
    at: told.at.toISOString(),
    silent: told.withdrawal,
    // For the browser to keep; nobody is shown it.
    ...(told.parameters.head && { head: told.parameters.head }),
  })
  return { text, ttl: told.kind === 'signal_published' ? SIGNAL_LIFE_S : DAY_S, topic: tag }
}

/** What happens to a signal takes the place of what was said of it before; a member's own alerts stand beside it. */
function tagOf({ kind, parameters, notificationId }: Claimed): string {
  const ofSignal = kind === 'signal_published' || kind.startsWith('event_')
  // It is the push service's topic too, which has 32 characters at most (RFC 8030).
  return ofSignal ? `signal-${parameters.number}` : notificationId.replaceAll('-', '')
}
