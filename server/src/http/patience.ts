import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long a connection may keep this server waiting. Milliseconds and bytes. */
export type Patience = {
  /** Until the headers of a request are there. */
  headersMs: number
  /** In each of these a body brings `windowBytes`, or its end. */
  windowMs: number
  windowBytes: number
  /** What nobody read of a body is passed over up to here, so that the connection serves its next request; beyond, it ends. */
  leftoverBytes: number
}

/** A phone at the edge of its network sends 250 bytes a second; one that sends less for 20 s begins anew. */
export const DEFAULT_PATIENCE: Patience = {
  headersMs: 15_000,
  windowMs: 20_000,
  windowBytes: 5000,
  leftoverBytes: 64 * 1024 * 1024,
}

/** Options of the HTTP server. A whole request has no limit of its own: a large upload over a slow line takes its time. */
export const serverTimes = ({ headersMs }: Patience) => ({
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.ceil(headersMs / 3),
})

type Waiting = { body: IncomingMessage; since: number; bytes: number }

/** Bodies that trickle hold a connection, and a place in some queue, for ever: they are ended with 408, whichever service they are for. */
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
      // Nobody waits for the sender while there is something unread: then the slow one is here.
      else if (body.readableLength > 0 || bytesRead - entry.bytes >= patience.windowBytes) {
        entry.since = now
        entry.bytes = bytesRead
      } else if (now - entry.since > patience.windowMs) {
        waiting.delete(entry)
        // The server's own way to say 408 and to close.
        const late = Object.assign(new Error('a body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
        app.server.emit('clientError', late, body.socket)
      }
    }
  }, patience.windowMs / 4).unref()
  app.addHook('onClose', () => clearInterval(sweep))
}

/** Node does this by itself only for a body of which nothing at all was read. */
function passOver(body: IncomingMessage, most: number): void {
  if (body.complete && body.readableLength === 0) return
  let left = most
  // The request is already answered; a remaining listener would stop the rest from flowing.
  body.removeAllListeners('readable')
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) body.destroy()
  })
  body.resume()
}
