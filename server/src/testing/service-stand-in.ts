// A loopback server in place of an external service: records requests byte for byte and sends prepared answers.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  /** The original URL. */
  url: string
  method: string
  headers: IncomingHttpHeaders
  form: Record<string, string>
}

export type ServiceAnswer = { status?: number; body: unknown } | 'hang up' | 'never'

export type ServiceStandIn = {
  received: Received[]
  answer: (request: Received) => ServiceAnswer
  /** Replaces the global fetch; requests really travel, to loopback. */
  fetch: typeof fetch
  stop(): Promise<void>
}

export async function serviceStandIn(answer: (request: Received) => ServiceAnswer): Promise<ServiceStandIn> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { 'x-meant-for': meant, ...headers } = request.headers
    const received = {
      url: String(meant),
      method: request.method ?? '',
      headers,
      form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
    }
    self.received.push(received)
    const told = self.answer(received)
    if (told === 'never') return
    if (told === 'hang up') return void request.socket.destroy()
    response.writeHead(told.status ?? 200, { 'content-type': 'application/json' })
    response.end(typeof told.body === 'string' ? told.body : JSON.stringify(told.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const self: ServiceStandIn = {
    received: [],
    answer,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-meant-for', String(input))
      return fetch(`http://127.0.0.1:${port}/`, { ...init, headers })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return self
}
