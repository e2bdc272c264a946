import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Telegram's Bot API on loopback, limited to sendMessage, with Telegram's own answers. */
export class BotApi {
  static readonly token = `123456:${'A'.repeat(35)}`
  readonly received: { chat: string; text: string }[] = []
  /** Answers for the next calls to a chat. */
  readonly answers = new Map<string, (object | 'cut')[]>()
  #server: Server | undefined
  url = ''

  static readonly tooMany = (seconds: number) => ({
    ok: false,
    error_code: 429,
    description: `Too Many Requests: retry after ${seconds}`,
    parameters: { retry_after: seconds },
  })
  static readonly kicked = {
    ok: false,
    error_code: 403,
    description: 'Forbidden: bot was kicked from the supergroup chat',
  }
  static readonly notFound = { ok: false, error_code: 400, description: 'Bad Request: chat not found' }
  static readonly tooLong = { ok: false, error_code: 400, description: 'Bad Request: message is too long' }
  static readonly unwell = { ok: false, error_code: 502, description: 'Bad Gateway' }

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const answer = this.#answer(request.url ?? '', Buffer.concat(parts).toString())
        if (answer === 'cut') return void request.socket.destroy()
        const status = 'error_code' in answer ? Number(answer.error_code) : 200
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      })
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()))
  }

  #answer(path: string, body: string): object | 'cut' {
    if (path !== `/bot${BotApi.token}/sendMessage`) {
      return { ok: false, error_code: 401, description: 'Unauthorized' }
    }
    const { chat_id: chat, text } = JSON.parse(body) as { chat_id: string; text: string }
    const given = this.answers.get(chat)?.shift()
    if (given) return given
    if (!text) return { ok: false, error_code: 400, description: 'Bad Request: message text is empty' }
    this.received.push({ chat, text })
    return {
      ok: true,
      result: {
        message_id: this.received.length,
        from: { id: 123456, is_bot: true, first_name: 'Vigie', username: 'vigie_bot' },
        chat: { id: Number(chat), title: 'Vigie', type: 'channel' },
        date: 1_763_750_000,
        text,
      },
    }
  }
}
