import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type output, type ZodType, z } from 'zod'
import { storageError } from './errors.ts'

/** Bodies are JSON whatever their content type says, and may be empty. Throws the schema error of this dialect. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => {
    if (text.trim() === '') return undefined
    try {
      return JSON.parse(text, storable)
    } catch (cause) {
      throw storageError('invalidShape', 'Body is not valid JSON', cause)
    }
  })
}

/** Bodies are bytes: the handler reads the stream itself. */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** PostgreSQL's text holds neither the NUL character nor half of a surrogate pair. */
function storable(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
      throw new SyntaxError('a text has a character that cannot be stored')
    }
  }
  return value
}

/** The body in the shape an endpoint takes; unknown fields are dropped. */
export function readBody<S extends ZodType>(request: FastifyRequest, shape: S): output<S> {
  return readShape('body', request.body ?? {}, shape)
}

export function readQuery<S extends ZodType>(request: FastifyRequest, shape: S): output<S> {
  return readShape('querystring', request.query, shape)
}

/** Throws InvalidRequest in the words of Fastify's own schemas, which the client's suite expects. */
function readShape<S extends ZodType>(part: string, value: unknown, shape: S): output<S> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.map(String).join('/') ?? ''
  const missing = issue?.code === 'invalid_type' && /received undefined/.test(issue.message)
  throw storageError(
    'invalidShape',
    missing && field
      ? `${part} must have required property '${field}'`
      : `${part}${field && `/${field}`} ${issue?.message ?? 'is not valid'}`,
  )
}

/** A number that a query carries as text. */
export const queryNumber = z.coerce.number().int()
