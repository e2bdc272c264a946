import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Parses every body as JSON, whatever its content type; an empty one is undefined. `refusal` creates the error to throw. */
export function acceptJson(app: FastifyInstance, refusal: (cause: Error) => Error): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => {
    if (text.trim() === '') return undefined
    try {
      return JSON.parse(text, storable)
    } catch (cause) {
      throw refusal(cause as Error)
    }
  })
}

/** PostgreSQL text cannot store NUL or unpaired surrogates. */
function storable(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
      throw new SyntaxError('a text contains a character that cannot be stored')
    }
  }
  return value
}
