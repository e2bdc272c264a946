import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import { storageError } from './errors.ts'

/** Logical statuses that are also sent as the HTTP status; all others are sent as 400. (storage reference §2) */
const SENT_AS_SUCH = new Set([416, 429, 500, 507, 544])

/** Converts any thrown value to this service's error. Messages of server faults are constant. */
export function toStorageError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, message, statusCode } = error as { code?: string; message?: string; statusCode?: number }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return fromDatabase(code, message ?? '', error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return storageError('tooLarge')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return storageError('invalidShape', message)
  }
  if (message === 'timeout exceeded when trying to connect') {
    return storageError('databaseTimeout', undefined, error)
  }
  return storageError('internal', undefined, error)
}

function fromDatabase(code: string, message: string, cause: unknown): ApiError {
  switch (code) {
    case '42501':
      return storageError(
        'accessDenied',
        /row-level security/.test(message) ? 'new row violates row-level security policy' : message,
      )
    case '23505':
      return storageError('resourceExists')
    case '23503':
      return /still referenced/.test(message) ? storageError('referenced') : storageError('relatedMissing')
    case '55P03':
      return storageError('locked')
    case '57014':
      return storageError('databaseTimeout', undefined, cause)
    case '22P02':
    case '22021':
    case '23514':
      return storageError('invalidParameter')
    case '22023':
      // One of our tokens with a role that this database lacks.
      if (/^role .* does not exist$/.test(message)) return storageError('accessDenied', message)
      return storageError('invalidParameter')
    default:
      return storageError('database', `database error, code: ${code}`, cause)
  }
}

/** The error body that the client reads; `statusCode` is the logical status as text. */
export function errorBody(error: ApiError): Record<string, string> {
  return {
    statusCode: String(error.status),
    error: String(error.extra.error ?? error.code),
    message: error.message,
    code: error.code,
  }
}

export const httpStatus = ({ status }: ApiError): number => (SENT_AS_SUCH.has(status) ? status : 400)

export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toStorageError(thrown)
  // A disconnected client is not a server failure.
  if (error.status >= 500 && !request.socket.destroyed) {
    request.log.error({ err: error.cause ?? error }, 'storage request failed')
  }
  reply.removeHeader('content-length')
  return reply
    .code(httpStatus(error))
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...error.extra.headers,
    })
    .send(request.method === 'HEAD' ? '' : JSON.stringify(errorBody(error)))
}
