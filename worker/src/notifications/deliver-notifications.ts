// Sends `notification_deliveries`. A batch's rows are locked while they are sent, and the results are recorded in the same
// transaction: no two workers send the same delivery, and a killed worker's rows are released at once. Deliveries sent but not
// yet recorded are repeated with the same Message-ID or tag, so mailboxes and browsers show them once.
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { inTransaction, type Queryable } from '../database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createNotificationMails } from '../mail/notification-mails.ts'
import { messageOf } from '../push/message.ts'
import type { Pusher } from '../push/pusher.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { type Claimed, claimDeliveries, type Result, resultOf } from './delivery.ts'
import { withdrawTooLate } from './withdraw-notifications.ts'

const BATCH = 100
/** Concurrent batches per channel: one is claimed and recorded while another is being sent. */
const BESIDE = 2
/** How long a batch of mails waits for pushes in progress: pushes are read immediately, but their service may be slow. */
const PUSHES_FIRST_MS = 1000
/** Maximum open transactions per run: for pushes, mails and daily mails. */
export const DELIVERY_LINES = 2 * BESIDE + 1
/** Daily mails are written by one worker at a time; two would split a member's day. */
const DIGEST_LOCK = `select pg_try_advisory_xact_lock(hashtextextended('notification digests', 0)) as ours`

export type Channels = {
  mailer: Mailer | null
  /** Null until the keys are available. */
  pusher: () => Promise<Pusher>
}

/**
 * Sends everything that is due. A call during a run returns at once and makes the run repeat. Pushes never wait for mails,
 * however slow the mail server; mails wait briefly for pushes of the same moment.
 */
export function createDelivery(context: TaskContext, { mailer, pusher }: Channels): () => Promise<void> {
  const { pool, now } = context
  const mails = mailer && createNotificationMails(mailer)
  const pushing = oneAtATime(async () => {
    const push = await pusher()
    await settled(beside(() => drain(pool, 'push', now, (claimed) => pushAll(push, claimed, now))))
  })
  // Without a mail server, mails stay due; outdated ones are dropped when there is one.
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
 * Runs `body` one at a time. A call during a run makes it repeat, and only the first caller waits: otherwise each minute's job
 * would occupy a queue slot until a slow server is done. `now` is the current run.
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

/** Waits for all promises, so that none continues after a failed run; then throws the first error. */
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
