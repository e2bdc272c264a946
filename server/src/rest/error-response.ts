import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { ApiError } from '../http/api-error.ts'
import { fromDatabaseError, isDatabaseError } from './database-error.ts'
import { errors } from './errors.ts'

/** Converts any thrown value to the client's error; server faults are logged and not revealed. */
export function toApiError(error: unknown, visitor: boolean, log: Pick<Logger, 'error'>): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseError(error)) {
    const told = fromDatabaseError(error, visitor)
    // Without `detail`, which may contain row values.
    if (told.status >= 500) log.error({ code: error.code, reason: error.message }, 'database request failed')
    return told
  }
  const { code, message, statusCode } = error as { code?: string; message?: string; statusCode?: number }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return errors.body(message ?? '')
  log.error({ err: error }, 'request failed')
  if (message === 'timeout exceeded when trying to connect') return errors.poolTimeout()
  if (isConnectionLoss(code, message)) return errors.connection()
  return errors.internal()
}

function isConnectionLoss(code: string | undefined, message: string | undefined): boolean {
  if (code && ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'].includes(code)) return true
  return /connection (terminated|ended|error)|not queryable/i.test(message ?? '')
}

/** Writes the error as postgrest-js expects it: four keys in alphabetical order. */
export function sendError(reply: FastifyReply, error: ApiError, head: boolean): FastifyReply {
  const { details = null, hint = null, candidates, headers = {}, reason } = error.extra
  const body = { code: error.code, details: candidates ?? details, hint, message: error.message }
  if (typeof reason === 'string') {
    reply.raw.statusMessage = reason.replace(/[^\t\x20-\x7e]/g, ' ')
  }
  return reply
    .code(error.status)
    .headers({
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.code.replace(/[^\x21-\x7e]/g, '')}`,
      ...headers,
    })
    .send(head ? '' : JSON.stringify(body))
}
