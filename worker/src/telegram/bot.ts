// Sends a message with Telegram's Bot API and interprets the answer. The token is part of the URL and must not appear in errors.
import { z } from 'zod'

export type BotAnswer =
  | { outcome: 'sent'; messageId: number }
  /** Retry after this many seconds. */
  | { outcome: 'wait'; seconds: number; reason: string }
  /** The chat accepts nothing until someone intervenes: bot removed, chat deleted, or token invalid. */
  | { outcome: 'shut'; reason: string }
  /** This message is refused; others may be accepted. */
  | { outcome: 'refused'; reason: string }
  /** No answer, or a server error. */
  | { outcome: 'failed'; reason: string }

type Bot = { send(chat: string, text: string): Promise<BotAnswer> }

const EXCHANGE_MS = 10_000
/** Maximum delay accepted from Telegram. */
const LONGEST_WAIT_S = 3600

const answer = z.object({
  ok: z.boolean(),
  result: z.object({ message_id: z.number() }).optional(),
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
})

export function createBot(token: string, apiUrl: string): Bot {
  return {
    async send(chat, text) {
      let status: number
      let body: unknown
      try {
        const response = await fetch(`${apiUrl}/bot${token}/sendMessage`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ chat_id: chat, text, link_preview_options: { is_disabled: true } }),
          redirect: 'error',
          signal: AbortSignal.timeout(EXCHANGE_MS),
        })
        status = response.status
        body = await response.json()
      } catch (error) {
        return { outcome: 'failed', reason: nameOf(error) }
      }
      const said = answer.safeParse(body)
      if (!said.success) return { outcome: 'failed', reason: `${status}, without a Bot API answer` }
      return meaningOf(status, said.data)
    },
  }
}

function meaningOf(
  status: number,
  { ok, result, description, parameters }: z.infer<typeof answer>,
): BotAnswer {
  if (ok && result) return { outcome: 'sent', messageId: result.message_id }
  const reason = `${status} ${description}`.trim()
  if (status === 429) {
    const seconds = Math.min(Math.max(parameters?.retry_after ?? 30, 1), LONGEST_WAIT_S)
    return { outcome: 'wait', seconds, reason }
  }
  if (status === 401 || status === 403 || status === 404) return { outcome: 'shut', reason }
  // For status 400, only the text tells whether the chat or the message is meant.
  if (status === 400 && /chat|peer|rights|topic/i.test(description)) return { outcome: 'shut', reason }
  if (status === 400 || status === 413) return { outcome: 'refused', reason }
  return { outcome: 'failed', reason }
}

function nameOf(error: unknown): string {
  if (error instanceof DOMException) return 'no answer within ten seconds'
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  return cause?.code ?? 'unreadable answer'
}
