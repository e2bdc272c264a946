// A loopback server in place of an external one: answers requests and sockets as the test specifies.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export type StandInAnswer = { status?: number; headers?: Record<string, string>; body: string } | 'never'

export type StandIn = {
  http: string
  ws: string
  /** Requested URLs so far. */
  asked: URL[]
  /** Messages received from sockets so far. */
  heard: string[]
  /** When sockets were opened, in process milliseconds. */
  opened: number[]
  answer: (url: URL) => StandInAnswer
  onSocket: (socket: WebSocket) => void
  /** Sends to every open socket. */
  send(message: unknown): void
  drop(): void
  stop(): Promise<void>
}

export async function standIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    self.asked.push(url)
    const answer = self.answer(url)
    if (answer === 'never') return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body)
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    self.opened.push(performance.now())
    socket.on('message', (data) => self.heard.push(String(data)))
    socket.on('error', () => socket.terminate())
    self.onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const self: StandIn = {
    http: `http://127.0.0.1:${port}`,
    ws: `ws://127.0.0.1:${port}`,
    asked: [],
    heard: [],
    opened: [],
    answer: () => ({ status: 404, body: '{}' }),
    onSocket: () => {},
    send(message) {
      const text = typeof message === 'string' ? message : JSON.stringify(message)
      for (const socket of sockets.clients) socket.send(text)
    },
    drop() {
      for (const socket of sockets.clients) socket.terminate()
    },
    async stop() {
      self.drop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return self
}
