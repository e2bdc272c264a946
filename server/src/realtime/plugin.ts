import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Claims } from '../http/keys.ts'
import { DatabaseBroadcast } from './broadcasts/database-broadcast.ts'
import { httpBroadcast } from './broadcasts/http-broadcast.ts'
import { followRights } from './channels/rights.ts'
import { Handshake } from './handshake.ts'
import { Hub } from './hub.ts'
import { startJanitor } from './janitor.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'

const SERVICE_RESTART = 1012
const PARTING_MS = 250

/** Realtime, `/realtime/v1`: websockets, and broadcasts over HTTP and from the database. */
export async function realtime(app: FastifyInstance, context: Context): Promise<void> {
  await startRealtime(app, context, DEFAULT_LIMITS)
}

/** Accepts custom limits; returns the hub so that tests can inspect it. */
export async function startRealtime(app: FastifyInstance, context: Context, limits: Limits): Promise<Hub> {
  const hub = new Hub(context, limits)
  const fromDatabase = new DatabaseBroadcast(hub)
  const handshake = new Handshake(hub, app.prefix)
  await hub.relay.start()
  await fromDatabase.start()
  const forgetRights = await followRights(hub)
  const stopJanitor = startJanitor(context)
  app.server.on('upgrade', handshake.upgrade)
  const clock = setInterval(() => {
    for (const socket of [...hub.sockets]) socket.sweep(context.now())
  }, 1000).unref()

  const expel = (refused: (claims: Claims) => boolean, reason: string) => {
    for (const socket of [...hub.sockets]) socket.expelIf(refused, reason)
  }
  const forgetBans = context.bans.onBan((userId) => expel(({ sub }) => sub === userId, 'User is banned'))
  // Coalesces many ended sessions, such as a sign-out everywhere, into one pass.
  let looking = false
  const forgetEndings = context.endedSessions.onEnd(() => {
    if (looking) return
    looking = true
    setImmediate(() => {
      looking = false
      expel((claims) => context.endedSessions.refuses(claims), 'Session has ended')
    })
  })

  app.addHook('preClose', async () => {
    handshake.close()
    clearInterval(clock)
    forgetBans()
    forgetEndings()
    forgetRights()
    stopJanitor()
    for (const socket of [...hub.sockets]) socket.disconnect(SERVICE_RESTART, 'service restart', PARTING_MS)
    fromDatabase.stop()
    await hub.relay.stop()
  })
  app.setErrorHandler(async (error, request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'realtime request failed')
    const message = status >= 500 ? 'Internal server error' : (error as Error).message
    return reply.code(status).send({ message })
  })
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ message: 'Not found' }))
  await app.register(cors, { origin: '*', exposedHeaders: ['x-rate-limit', 'x-rate-limit-remaining'] })
  httpBroadcast(app, hub)
  return hub
}
