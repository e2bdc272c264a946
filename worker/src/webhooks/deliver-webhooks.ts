// Delivers leads to the operator's webhooks. Claiming, sending and settling are separate statements: if a worker dies in
// between, the delivery is repeated with the same id, which lets the receiver recognise it. A failing endpoint is skipped for
// the rest of the run, so that it does not delay others.
import { z } from 'zod'
import type { TaskContext } from '../tasks/task-context.ts'
import type { AllowedAddresses } from './address-guard.ts'
import { guardedPost, type PostRules } from './guarded-post.ts'
import { signatureOf } from './signature.ts'

const FIRST_WAIT_MS = 15_000
/** Maximum deliveries per run. */
const MOST_AT_ONCE = 200

const job = z.object({ id: z.coerce.string().optional() })

export type WebhookSettings = { allowed: AllowedAddresses }

type Claimed = {
  id: string
  endpoint_id: string
  event: string
  body: string
  attempt: number
  url: string
  secret: string
  retry_until: Date
}

/** Sends the job's delivery, or every due one. */
export async function deliverWebhooks(
  { pool, log, now }: TaskContext,
  rules: WebhookSettings & Omit<PostRules, 'allowed'>,
  payload: unknown = {},
): Promise<void> {
  const { id } = job.parse(payload)
  const failing: string[] = []
  for (let count = 0; count < MOST_AT_ONCE; count++) {
    const { rows } = await pool.query<Claimed>('select * from private.claim_delivery($1, $2, $3)', [
      new Date(now()),
      id ?? null,
      failing,
    ])
    const [delivery] = rows
    if (!delivery) return
    const startedAt = now()
    const started = performance.now()
    const outcome = await guardedPost(delivery.url, headersOf(delivery, startedAt), delivery.body, rules)
    const delivered = outcome.error === null
    if (!delivered) failing.push(delivery.endpoint_id)
    const { rows: answers } = await pool.query<{ state: string }>(
      'select private.settle_delivery($1, $2, $3, $4, $5, $6, $7, $8, $9) as state',
      [
        delivery.id,
        delivery.attempt,
        new Date(startedAt),
        delivered,
        outcome.status,
        outcome.error,
        outcome.address,
        Math.round(performance.now() - started),
        delivered ? null : nextTry(delivery.attempt, startedAt, delivery.retry_until.getTime()),
      ],
    )
    const bindings = { delivery: delivery.id, endpoint: delivery.endpoint_id, attempt: delivery.attempt }
    const state = answers[0]?.state
    if (delivered) log.debug(bindings, 'webhook delivered')
    else log.warn({ ...bindings, reason: outcome.error, state }, 'webhook not delivered')
    if (id) return
  }
}

/** Time of the next attempt: 15 s after the first, then twice as long each time; the last when the 24 hours end. */
export function nextTry(attempt: number, atMs: number, untilMs: number): Date | null {
  if (atMs >= untilMs) return null
  return new Date(Math.min(atMs + FIRST_WAIT_MS * 2 ** (attempt - 1), untilMs))
}

function headersOf({ id, event, body, attempt, secret }: Claimed, atMs: number): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Vigie-Webhooks/1.0',
    'X-Vigie-Delivery': id,
    'X-Vigie-Event': event,
    'X-Vigie-Attempt': String(attempt),
    'X-Vigie-Signature': signatureOf(secret, atMs, body),
  }
}
