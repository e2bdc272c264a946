// Posts to the Telegram chats. A chat's row is locked while one message is sent, and the result is recorded in the same
// transaction: each entry of the feed reaches a chat once, in order. A worker killed between Telegram's answer and the record
// sends that message again: a duplicate is better than a missing signal.
import { type ChatPost, chatPost } from 'mails/chat-post'
import type { Logger } from 'pino'
import { z } from 'zod'
import { inTransaction, type Queryable } from '../database.ts'
import { QUEUE_SCHEMA } from '../queue.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { type BotAnswer, createBot } from '../telegram/bot.ts'
import type { ChatName, TelegramSettings } from '../telegram/settings.ts'

const FIRST_WAIT_S = 15
const LONGEST_WAIT_S = 1800
/** Delay before a chat that accepts nothing is retried. */
const SHUT_WAIT_S = 600

const text = z.string()
const due = z.object({
  entry: z.number(),
  attempts: z.number(),
  kind: text,
  number: z.number(),
  instrument: text,
  timeframe: text,
  language: text,
  result: text.nullable(),
  head: text,
  price: text.nullable().optional(),
  note: text.nullable().optional(),
  levels: z
    .object({ direction: z.enum(['buy', 'sell']), entry_low: text, entry_high: text, stop_loss: text })
    .optional(),
  targets: z.array(z.object({ price: text, share: text })).optional(),
}) satisfies z.ZodType<ChatPost>

/** Stores which chats are configured, at the worker's start; also that there is none. */
export async function keepTelegram(client: Queryable, settings: TelegramSettings | null): Promise<void> {
  const chats = [...(settings?.chats ?? [])].map(([name, { language }]) => [name, language])
  await client.query('select private.keep_telegram($1)', [JSON.stringify(Object.fromEntries(chats))])
}

/** Posts each chat's waiting messages in order, until none is left or the chat must wait. */
export async function postToTelegram(
  context: TaskContext,
  settings: TelegramSettings | null,
  siteUrl: string,
): Promise<void> {
  if (!settings) return
  const { token, apiUrl, chats } = settings
  const bot = createBot(token, apiUrl)
  const told = [...chats].map(async ([name, { id }]) => {
    let more = true
    while (more) {
      more = await inTransaction(context.pool, (client) =>
        postNext(client, context, name, (post) => bot.send(id, chatPost(post, siteUrl))),
      )
    }
  })
  await Promise.allSettled(told)
  await Promise.all(told)
}

async function postNext(
  client: Queryable,
  { now, log }: TaskContext,
  chat: ChatName,
  send: (post: ChatPost) => Promise<BotAnswer>,
): Promise<boolean> {
  const { rows } = await client.query<{ post: unknown }>(
    'select private.next_telegram_post($1, $2) as post',
    [chat, new Date(now())],
  )
  if (!rows[0]?.post) return false
  const post = due.parse(rows[0].post)
  const answer = await send(post)
  const retryAt = retryAtOf(answer, post.attempts, now())
  await client.query('select private.settle_telegram_post($1, $2, $3, $4, $5, $6)', [
    chat,
    post.entry,
    answer.outcome === 'sent' ? answer.messageId : null,
    answer.outcome === 'refused' ? 'refused' : null,
    answer.outcome === 'sent' ? null : answer.reason,
    retryAt,
  ])
  tell(log, chat, answer)
  if (!retryAt) return true
  // The job of the next minute would also retry, but a few seconds should not become sixty.
  await client.query(
    `select ${QUEUE_SCHEMA}.add_job('post-to-telegram', '{}'::json, run_at := $1, job_key := $2)`,
    [retryAt, `post-to-telegram later ${chat}`],
  )
  return false
}

function retryAtOf(answer: BotAnswer, attempts: number, now: number): Date | null {
  if (answer.outcome === 'sent' || answer.outcome === 'refused') return null
  if (answer.outcome === 'wait') return new Date(now + answer.seconds * 1000)
  const seconds =
    answer.outcome === 'shut' ? SHUT_WAIT_S : Math.min(FIRST_WAIT_S * 2 ** attempts, LONGEST_WAIT_S)
  return new Date(now + seconds * 1000)
}

function tell(log: Logger, chat: ChatName, answer: BotAnswer): void {
  if (answer.outcome !== 'sent') log.warn({ chat, ...answer }, 'Telegram did not accept the message')
}
