// A due mail or push message, and its possible results.
import type { Told, ToldLevels } from 'mails/notification'
import type { Queryable } from '../database.ts'
import type { PushAnswer } from '../push/hand-over.ts'

export type Claimed = {
  id: string
  notificationId: string
  userId: string
  /** Why it must no longer be sent. */
  stale: string | null
  /** Replaces an outdated push message. */
  withdrawal: boolean
  withdrawnFor: string | null
  attempts: number
  category: string
  kind: string
  parameters: Told['parameters']
  link: string
  at: Date
  language: string
  timeZone: string
  email: string
  /** For mails with an unsubscribe link. */
  unsubscribe: string | null
  levels: ToldLevels | null
  device: { endpoint: string; p256dh: string; auth: string }
}

/** The recorded result; `due_at` is the time of the next attempt. */
export type Result = {
  id: string
  sent_at?: string
  dropped_for?: string
  due_at?: string
  error?: string
  device_gone?: boolean
}

/** Locks the next due deliveries of a channel until the transaction ends. */
export async function claimDeliveries(
  client: Queryable,
  channel: 'push' | 'email' | 'digest',
  most: number,
  now: number,
): Promise<Claimed[]> {
  const { rows } = await client.query<Claimed & Claimed['device']>(
    `select id, notification_id as "notificationId", user_id as "userId", stale, withdrawal, withdrawn_for as "withdrawnFor",
            attempts, category, kind, parameters, link, created_at as at, language, time_zone as "timeZone", email, unsubscribe, levels,
            endpoint, p256dh, auth
       from private.claim_deliveries($1, $2, $3)`,
    [channel, most, new Date(now)],
  )
  return rows.map(({ endpoint, p256dh, auth, ...row }) => ({ ...row, device: { endpoint, p256dh, auth } }))
}

/** Maximum attempts, over about an hour. */
export const MOST_ATTEMPTS = 8
const FIRST_WAIT_S = 15
const LONGEST_WAIT_S = 1800

/** Delay in seconds of 15, 30, 60 … at most half an hour, or what the service requests. */
export function resultOf({ id, attempts }: Claimed, answer: PushAnswer, now: number): Result {
  if (answer.outcome === 'sent') return { id, sent_at: new Date(now).toISOString() }
  const error = answer.reason
  if (answer.outcome === 'gone') return { id, dropped_for: 'device_gone', error, device_gone: true }
  if (answer.outcome === 'refused') return { id, dropped_for: 'refused', error }
  if (attempts + 1 >= MOST_ATTEMPTS) return { id, dropped_for: 'given_up', error }
  const asked = answer.outcome === 'wait' ? answer.seconds : null
  const wait = asked ?? Math.min(FIRST_WAIT_S * 2 ** attempts, LONGEST_WAIT_S)
  return { id, due_at: new Date(now + Math.min(wait, LONGEST_WAIT_S) * 1000).toISOString(), error }
}
