import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type output, type ZodType, z } from 'zod'
import { authError, invalid } from './errors.ts'
import { requireShort } from './users/metadata-limit.ts'

/**
 * Bodies are JSON whatever their content type says, and may be empty: auth-js sends a JSON content type with
 * DELETE and POST /logout too. Wrong JSON is `bad_json`.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => {
    if (text.trim() === '') return undefined
    try {
      return JSON.parse(text, storable)
    } catch (cause) {
      throw authError('bad_json', `Could not parse request body as JSON: ${(cause as Error).message}`)
    }
  })
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

/** The body in the shape an endpoint takes; unknown fields are dropped. Throws `bad_json`. */
export function readBody<S extends ZodType>(request: FastifyRequest, shape: S): output<S> {
  const parsed = shape.safeParse(request.body ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') || 'body'
  throw authError('bad_json', `Could not parse request body as JSON: ${field}: ${issue?.message}`)
}

/** An optional text; clients send null, an empty text or nothing for the same thing. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || null)

/** An object of the caller's own, as long as all of an account's may be. Throws `validation_failed`. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => {
    requireShort([data ?? {}])
    return data ?? {}
  })

/** The first value of a query parameter. */
export function queryValue(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  const text = (Array.isArray(value) ? value[0] : value) || null
  if (text?.includes('\0')) throw invalid(`${name} holds a character that cannot be stored`)
  return text
}

/** Takes forms too, in this scope: providers post their answers as forms. Of a repeated field the first counts. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => formFields(new URLSearchParams(text)),
  )
}

/** The fields of a form or query, without what PostgreSQL's text cannot hold. */
export function formFields(entries: Iterable<[string, string]>): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of entries) {
    if (!fields.has(name)) fields.set(name, value.replaceAll('\0', '').toWellFormed())
  }
  return Object.fromEntries(fields)
}
