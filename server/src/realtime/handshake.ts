import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { exchange } from '../http/gateway.ts'
import { ANSWER_POLICY } from '../http/security-headers.ts'
import { expired, type Identity, identify, Refusal } from './channels/identity.ts'
import { Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import { metrics } from './metrics.ts'
import { mayConnect } from './origins.ts'
import type { Vsn } from './serializer.ts'
import { Socket } from './socket.ts'

/** Accepts or refuses websocket upgrades. Must never log a URL, because its query contains the key. */
export class Handshake {
  readonly #hub: Hub
  readonly #paths: string[]
  readonly #server: WebSocketServer
  #connecting = 0
  #closing = false

  constructor(hub: Hub, prefix: string) {
    this.#hub = hub
    this.#paths = [`${prefix}/websocket`, `${prefix}/socket/websocket`]
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: hub.limits.frameBytes,
      perMessageDeflate: false,
      clientTracking: false,
    })
  }

  close(): void {
    this.#closing = true
  }

  readonly upgrade = async (request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> => {
    // Until `ws` takes over, a reset connection must not end the process.
    const ignore = () => raw.destroy()
    raw.on('error', ignore)
    this.#connecting++
    try {
      const refused = await this.#admit(request, raw, head)
      if (refused) refuse(raw, refused)
    } catch (error) {
      this.#hub.context.log.error({ err: error }, 'websocket handshake failed')
      refuse(raw, { status: 500, error: 'Error connecting to Realtime' })
    } finally {
      this.#connecting--
      raw.off('error', ignore)
    }
  }

  async #admit(request: IncomingMessage, raw: Duplex, head: Buffer): Promise<Refused | null> {
    const { context, limits, sockets } = this.#hub
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (!this.#paths.includes(url.pathname)) return { status: 404, error: 'Not found' }
    if (this.#closing) return { status: 503, error: 'Realtime is restarting, please standby' }
    if (!context.project.realtime.enabled)
      return { status: 403, error: 'Realtime was disabled for this tenant' }
    if (!mayConnect(context, request.headers))
      return { status: 403, error: 'Sockets are not open to pages of this origin' }
    const vsn = version(url.searchParams.get('vsn'))
    if (!vsn) return { status: 403, error: 'This version of the protocol is not supported' }
    if (sockets.size + this.#connecting > limits.connections)
      return { status: 429, error: 'Too many connected users' }
    const header = request.headers['x-api-key'] ?? request.headers.apikey
    const apikey = url.searchParams.get('apikey') ?? (Array.isArray(header) ? header[0] : header)
    if (!apikey) return { status: 401, error: 'API key is missing' }
    const identity = await this.#identity(apikey)
    if ('error' in identity) return identity
    if (raw.destroyed) return null
    this.#server.handleUpgrade(request, raw, head, (ws) => {
      // SQL receives neither the key nor the caller's own claims about its address.
      const { apikey: _key, 'x-api-key': _other, 'x-client-address': _said, ...told } = request.headers
      const headers = JSON.stringify(told)
      serve(ws, new Connection(ws, raw, vsn, limits.bufferedBytes), { hub: this.#hub, identity, headers })
    })
    return null
  }

  async #identity(apikey: string): Promise<Identity | Refused> {
    const { keys, now } = this.#hub.context
    try {
      const identity = await identify(keys, exchange(keys, apikey))
      return expired(identity, now()) ? { status: 401, error: 'Token has expired' } : identity
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const text = error.message.startsWith('Token has expired') ? 'Token has expired' : error.message
      return { status: 401, error: text }
    }
  }
}

type Caller = { hub: Hub; identity: Identity; headers: string }

function serve(ws: WebSocket, connection: Connection, { hub, identity, headers }: Caller): void {
  const { log } = hub.context
  const socket = new Socket(hub, connection, identity, headers)
  ws.on('message', (data, binary) => {
    try {
      socket.receive(data as Buffer, binary)
    } catch (error) {
      log.error({ err: error }, 'websocket message could not be handled')
      socket.disconnect(1011, 'internal error', 1000)
    }
  })
  ws.on('error', (error) => log.debug({ err: error }, 'websocket error'))
  ws.on('close', () => socket.closed())
}

type Refused = { status: number; error: string }

function refuse(raw: Duplex, { status, error }: Refused): void {
  metrics.refusals.inc({ reason: error })
  const body = JSON.stringify({ error })
  raw.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Security-Policy: ${ANSWER_POLICY}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => raw.destroy(),
  )
}

/** Phoenix treats a missing version as the first. */
function version(vsn: string | null): Vsn | null {
  if (vsn === null || /^1\.0\.\d+$/.test(vsn)) return 1
  return /^2\.0\.\d+$/.test(vsn) ? 2 : null
}
