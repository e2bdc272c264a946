// A push message's text, lifetime and tag. `web/src/app/service-worker.ts` reads it.
import { notificationWords } from 'mails/notification'
import type { Claimed } from '../notifications/delivery.ts'

const SIGNAL_LIFE_S = 3600
const DAY_S = 86_400

/** A message replaces an earlier one with the same tag, on the screen and at the push service. */
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
    // Stored by the browser, not displayed.
    ...(told.parameters.head && { head: told.parameters.head }),
  })
  return { text, ttl: told.kind === 'signal_published' ? SIGNAL_LIFE_S : DAY_S, topic: tag }
}

/** An event of a signal replaces the signal's previous message; a member's own alerts are separate. */
function tagOf({ kind, parameters, notificationId }: Claimed): string {
  const ofSignal = kind === 'signal_published' || kind.startsWith('event_')
  // Also the push service's topic, limited to 32 characters (RFC 8030).
  return ofSignal ? `signal-${parameters.number}` : notificationId.replaceAll('-', '')
}
