import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { register } from 'prom-client'
import type { Context } from '../context.ts'
import { releaseOf } from '../release.ts'
import { bearer } from './gateway.ts'
import { type Keys, TokenError } from './keys.ts'

/**
 * `/health`: the process answers, with the project's version. `/ready`: the database and its notifications work.
 * `/metrics`: the services' counters in Prometheus format. They name no one, but volumes and times are confidential, so
 * it requires the service role's key.
 */
export async function health(
  app: FastifyInstance,
  { admin, keys, listener, log, projectDir }: Context,
): Promise<void> {
  const version = releaseOf(projectDir) ?? undefined
  app.get('/health', async () => ({ status: 'ok', version }))
  app.get('/metrics', async (request, reply) =>
    (await isService(keys, request.headers))
      ? reply.type(register.contentType).send(await register.metrics())
      : reply.code(401).send({ message: 'A service role key is required' }),
  )
  app.get('/ready', async (_request, reply) => {
    const checks = { database: await answers(admin, log), notices: listener.connected }
    const ready = Object.values(checks).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}

async function isService(keys: Keys, headers: IncomingHttpHeaders): Promise<boolean> {
  const token = bearer(keys, headers)
  if (token === null) return false
  try {
    return (await keys.verify(token)).role === 'service_role'
  } catch (error) {
    if (error instanceof TokenError) return false
    throw error
  }
}

async function answers(admin: Context['admin'], log: Context['log']): Promise<boolean> {
  try {
    await admin.query('select 1')
    return true
  } catch (error) {
    log.warn({ err: error }, 'the database does not respond')
    return false
  }
}
