// The common part of provider stand-ins: a loopback server that records requests, fails on demand and remembers idempotency keys.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
export type Answer = { status: number; body: unknown; headers?: Record<string, string> }
/**
 * Faults for the next requests, one each: an error status before or after the work; no answer before or after it (mute); a
 * dropped connection; none.
 */
export type Fault =
  | { status: number; retryAfter?: number; done?: boolean }
  | 'silence'
  | 'mute'
  | 'cut'
  | null

export class StandInServer {
  readonly asked: Asked[] = []
  readonly faults: Fault[] = []
  readonly #answered = new Map<string, { request: string; answer: Answer }>()
  readonly #handle: (asked: Asked) => Answer
  readonly #keyHeader: string
  #server: Server | undefined
  url = ''

  constructor(handle: (asked: Asked) => Answer, keyHeader: string) {
    this.#handle = handle
    this.#keyHeader = keyHeader
  }

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const url = new URL(request.url ?? '/', 'http://stand-in')
        const asked: Asked = {
          method: request.method ?? 'GET',
          path: url.pathname,
          query: url.searchParams,
          headers: request.headers,
          body: Buffer.concat(parts).toString(),
        }
        this.asked.push(asked)
        const fault = this.faults.shift()
        if (fault === 'silence') return
        if (fault === 'mute') return void this.#once(asked)
        if (fault === 'cut') return void request.socket.destroy()
        const answer = fault && !fault.done ? null : this.#once(asked)
        const told = fault
          ? { status: fault.status, body: { error: { message: 'on demand', type: 'api_error' } } }
          : (answer as Answer)
        response.writeHead(told.status, {
          'content-type': 'application/json',
          ...(fault?.retryAfter && { 'retry-after': String(fault.retryAfter) }),
        })
        response.end(JSON.stringify(told.body))
      })
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Modifying requests to a path. */
  posts(path: RegExp): Asked[] {
    return this.asked.filter(({ method, path: of }) => method === 'POST' && path.test(of))
  }

  #once(asked: Asked): Answer {
    const key = asked.headers[this.#keyHeader]
    if (typeof key !== 'string' || asked.method !== 'POST') return this.#handle(asked)
    const request = `${asked.path}\n${asked.body}`
    const before = this.#answered.get(key)
    if (before && before.request !== request) {
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'other parameters' } } }
    }
    const answer = before?.answer ?? this.#handle(asked)
    // A rejected request may be repeated with its key; a successful one is replayed.
    if (answer.status < 300) this.#answered.set(key, { request, answer })
    return answer
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()))
  }
}
