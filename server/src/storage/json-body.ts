import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type output, type ZodType, z } from 'zod'
import { storageError } from './errors.ts'

/** Bodies are not parsed: the handler reads the stream itself. */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** Parses the body with an endpoint's schema; unknown fields are dropped. */
export function readBody<S extends ZodType>(request: FastifyRequest, shape: S): output<S> {
  return readShape('body', request.body ?? {}, shape)
}

export function readQuery<S extends ZodType>(request: FastifyRequest, shape: S): output<S> {
  return readShape('querystring', request.query, shape)
}

/** Throws InvalidRequest with the wording of Fastify's schema validation, which the client's tests expect. */
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

/** A number in a query. */
export const queryNumber = z.coerce.number().int()
