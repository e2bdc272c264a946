import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type output, type ZodType, z } from 'zod'
import { authError, invalid } from './errors.ts'
import { requireShort } from './users/metadata-limit.ts'

/** Parses the body with an endpoint's schema; unknown fields are dropped. Throws `bad_json`. */
export function readBody<S extends ZodType>(request: FastifyRequest, shape: S): output<S> {
  const parsed = shape.safeParse(request.body ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') || 'body'
  throw authError('bad_json', `Could not parse request body as JSON: ${field}: ${issue?.message}`)
}

/** An optional text; clients send null, an empty text or nothing with the same meaning. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || null)

/** A metadata object, up to the size limit for an account. Throws `validation_failed`. */
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
  if (text?.includes('\0')) throw invalid(`${name} contains a character that cannot be stored`)
  return text
}

/** Also accepts forms within this scope, because providers post their answers. The first value of a repeated field counts. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => formFields(new URLSearchParams(text)),
  )
}

/** The fields of a form or query, without characters that PostgreSQL text cannot store. */
export function formFields(entries: Iterable<[string, string]>): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of entries) {
    if (!fields.has(name)) fields.set(name, value.replaceAll('\0', '').toWellFormed())
  }
  return Object.fromEntries(fields)
}
