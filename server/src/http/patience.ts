import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Timeouts for slow connections, in milliseconds and bytes. */
export type Patience = {
  /** Maximum time until a request's headers are complete. */
  headersMs: number
  /** In each window, a body must deliver `windowBytes` or its end. */
  windowMs: number
  windowBytes: number
  /** Unread body bytes to discard so that the connection can be reused; with more, it is closed. */
  leftoverBytes: number
}

/** A weak mobile connection sends 250 bytes a second; anything slower for 20 s should retry. */
export const DEFAULT_PATIENCE: Patience = {
  headersMs: 15_000,
  windowMs: 20_000,
  windowBytes: 5000,
  leftoverBytes: 64 * 1024 * 1024,
}

/** HTTP server options. A request has no total time limit, because large uploads on slow lines are legitimate. */
export const serverTimes = ({ headersMs }: Patience) => ({
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.ceil(headersMs / 3),
})

type Waiting = { body: IncomingMessage; since: number; bytes: number }

/** Ends slow bodies in any service with 408, since each occupies a connection and possibly a queue slot. */
export function endSlowBodies(app: FastifyInstance, patience: Patience): void {
  const waiting = new Set<Waiting>()
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
    if (length === '0' && encoding === undefined) return done()
    const entry = { body: raw, since: Date.now(), bytes: raw.socket.bytesRead }
    waiting.add(entry)
    raw.once('close', () => waiting.delete(entry))
    reply.raw.once('finish', () => passOver(raw, patience.leftoverBytes))
    done()
  })
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const entry of waiting) {
      const { body } = entry
      const { bytesRead } = body.socket
      if (body.complete) waiting.delete(entry)
      // While data is unread, the server is the slow side.
      else if (body.readableLength > 0 || bytesRead - entry.bytes >= patience.windowBytes) {
        entry.since = now
        entry.bytes = bytesRead
      } else if (now - entry.since > patience.windowMs) {
        waiting.delete(entry)
        // Node's own way to answer 408 and close the connection.
        const late = Object.assign(new Error('request body is too slow'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
        })
        app.server.emit('clientError', late, body.socket)
      }
    }
  }, patience.windowMs / 4).unref()
  app.addHook('onClose', () => clearInterval(sweep))
}

/** Node does this only for bodies of which nothing was read. */
function passOver(body: IncomingMessage, most: number): void {
  if (body.complete && body.readableLength === 0) return
  let left = most
  // The request is already answered; remaining listeners would stop the flow.
  body.removeAllListeners('readable')
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) body.destroy()
  })
  body.resume()
}
