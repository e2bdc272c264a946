import type { FastifyInstance } from 'fastify'

/** GET /health: that the service answers, in GoTrue's words. Whether the database does is the process's /ready. */
export function health(app: FastifyInstance): void {
  app.get('/health', async () => ({
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }))
}
