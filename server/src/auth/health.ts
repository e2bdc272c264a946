import type { FastifyInstance } from 'fastify'

/** GET /health: liveness with GoTrue's body. Database readiness is the process's /ready. */
export function health(app: FastifyInstance): void {
  app.get('/health', async () => ({
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }))
}
