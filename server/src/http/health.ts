import type { FastifyInstance } from 'fastify'
import { register } from 'prom-client'
import type { Context } from '../context.ts'

/**
 * `/health`: the process answers. `/ready`: it can do its work, which needs the database and its notices. `/metrics`: what
 * the services count, in Prometheus' text form; it names no person.
 */
export async function health(app: FastifyInstance, { admin, listener, log }: Context): Promise<void> {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
  app.get('/ready', async (_request, reply) => {
    const checks = { database: await answers(admin, log), notices: listener.connected }
    const ready = Object.values(checks).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}

async function answers(admin: Context['admin'], log: Context['log']): Promise<boolean> {
  try {
    await admin.query('select 1')
    return true
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    return false
  }
}
