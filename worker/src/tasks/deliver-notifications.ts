// Owns the sending of what `notification_deliveries` holds. A batch's rows are locked while they are sent and what came of
// each is written in the same transaction: no two workers send one, and what a killed worker held is another's at once. What
// it had handed over and not recorded goes out once more, under the same Message-ID or tag, which mailboxes and browsers
// show once.
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { inTransaction, type Queryable } from '../database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createNotificationMails } from '../mail/notification-mails.ts'
import { messageOf } from '../push/message.ts'
import type { Pusher } from '../push/pusher.ts'
import { type Claimed, claimDeliveries, type Result, resultOf } from './delivery.ts'
import type { TaskContext } from './task-context.ts'
import { withdrawTooLate } from './withdraw-notifications.ts'

const BATCH = 100
/** Batches of a channel in hand at a time: one is claimed and recorded while the other is on its way. */
const BESIDE = 2
/** How long a batch of mails waits while pushes are in hand: a push is read now, and its service may be away. */
const PUSHES_FIRST_MS = 1000
/** Transactions that a run has open at most: the pushes', the mails' and the daily mails'. */
export const DELIVERY_LINES = 2 * BESIDE + 1
/** One worker writes daily mails at a time: two would each take a part of somebody's day. */
const DIGEST_LOCK = `select pg_try_advisory_xact_lock(hashtextextended('notification digests', 0)) as ours`

export type Channels = {
  mailer: Mailer | null
  /** Null until the keys are there. */
  pusher: () => Promise<Pusher>
}

/**
 * Delivers all that is due. Asked again while it runs, it answers at once and looks once more instead of running beside itself.
 * Pushes never wait for mails, however slow the mail server is; mails let the pushes of their moment go first.
 */
export function createDelivery(context: TaskContext, { mailer, pusher }: Channels): () => Promise<void> {
  const { pool, now } = context
  const mails = mailer && createNotificationMails(mailer)
  const pushing = oneAtATime(async () => {
    const push = await pusher()
    await settled(beside(() => drain(pool, 'push', now, (claimed) => pushAll(push, claimed, now))))
  })
  // Without a mail server they stay due; what has perished by then is dropped when there is one.
  const mailing = oneAtATime(async () => {
    if (!mails) return
    const pushesFirst = () =>
      Promise.race([pushing.now()?.catch(() => {}), pause(PUSHES_FIRST_MS, undefined, { ref: false })])
    const sendEach: Send = (claimed) => mails.sendEach(claimed, now)
    await settled([
      ...beside(() => drain(pool, 'email', now, sendEach, pushesFirst)),
      drain(pool, 'digest', now, (claimed) => mails.sendDays(claimed, now)),
    ])
  })
  return async () => {
    await withdrawTooLate(pool)
    await settled([pushing.ask(), mailing.ask()])
  }
}

/**
 * Runs one at a time. Asked while it runs, it runs once more, which whoever asked first waits for: a job of each minute would
 * hold a place in the queue until a slow server took the last mail. `now` is what runs.
 */
function oneAtATime(body: () => Promise<void>) {
  let running: Promise<void> | undefined
  let again = false
  const run = async () => {
    try {
      do {
        again = false
        await body()
      } while (again)
    } finally {
      running = undefined
    }
  }
  return {
    now: () => running,
    async ask(): Promise<void> {
      if (running) {
        again = true
        return
      }
      running = run()
      await running
    },
  }
}

const beside = (line: () => Promise<void>) => Array.from({ length: BESIDE }, line)

/** Waits for every line, so that none goes on behind a run that failed; then throws what the first failed with. */
async function settled(lines: Promise<void>[]): Promise<void> {
  await Promise.allSettled(lines)
  await Promise.all(lines)
}

type Send = (claimed: readonly Claimed[]) => Promise<Result[]>

async function drain(
  pool: Pool,
  channel: 'push' | 'email' | 'digest',
  now: () => number,
  send: Send,
  before?: () => Promise<void>,
) {
  let more = true
  while (more) {
    await before?.()
    more = await inTransaction(pool, (client) => sendBatch(client, channel, now, send))
  }
}

async function sendBatch(
  client: Queryable,
  channel: 'push' | 'email' | 'digest',
  now: () => number,
  send: Send,
): Promise<boolean> {
  if (channel === 'digest') {
    const { rows } = await client.query<{ ours: boolean }>(DIGEST_LOCK)
    if (!rows[0]?.ours) return false
  }
  const claimed = await claimDeliveries(client, channel, BATCH, now())
  if (claimed.length === 0) return false
  const stale = claimed.flatMap((one): Result[] =>
    one.stale ? [{ id: one.id, dropped_for: one.stale }] : [],
  )
  const sent = await send(claimed.filter((one) => !one.stale))
  await client.query('select private.record_deliveries($1)', [JSON.stringify([...stale, ...sent])])
  return true
}

async function pushAll(pusher: Pusher, claimed: readonly Claimed[], now: () => number): Promise<Result[]> {
  return await Promise.all(
    claimed.map(async (one) => {
      const answer = await pusher.send({ ...one.device, ...messageOf(one) })
      return resultOf(one, answer, now())
    }),
  )
}
