import { ApiError } from '../http/api-error.ts'
import { errors } from './errors.ts'

/** PostgreSQL's error as node-postgres reports it. */
export type DatabaseError = Error & { code: string; detail?: string; hint?: string }

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))
}

/** By SQLSTATE, or by its first two characters for a whole class. */
const STATUS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53400': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  // The role's statement timeout. PostgREST answers 500, but this is not a server failure, and clients do not retry a 504.
  '57014': 504,
  '57P01': 503,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
  '42P01': 404,
  '42P17': 500,
}

/** The error to show for PostgreSQL's error. `visitor`: the caller is not signed in. */
export function fromDatabaseError(error: DatabaseError, visitor: boolean): ApiError {
  if (error.code === 'PGRST') return raisedResponse(error)
  const status = statusOf(error, visitor)
  const raised = /^PT\d{3}$/.test(error.code)
  return new ApiError(error.code, status, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    ...(raised ? { reason: error.message } : {}),
    headers: {
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(status === 503 ? { 'Retry-After': '1' } : {}),
    },
  })
}

function statusOf({ code, message }: DatabaseError, visitor: boolean): number {
  if (code === '42501') return visitor ? 401 : 403
  if (code === '42883') return message.startsWith('function xmlagg(') ? 406 : 404
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400
  if (code.startsWith('PT')) {
    const status = Number(code.slice(2))
    return status >= 200 && status <= 599 ? status : 500
  }
  return STATUS[code] ?? STATUS[code.slice(0, 2)] ?? 400
}

type Raised = { code: string; message: string; details?: string; hint?: string }
type RaisedDetail = { status: number; status_text?: string; headers: Record<string, string> }

/** RAISE SQLSTATE 'PGRST' specifies the whole response: MESSAGE and DETAIL are JSON. */
function raisedResponse(error: DatabaseError): ApiError {
  const message = parse(error.message)
  if (!isRaised(message)) {
    return errors.raised(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const detail = parse(error.detail ?? '')
  if (!isRaisedDetail(detail)) {
    return errors.raised(
      error.detail === undefined
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${error.detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    )
  }
  return new ApiError(message.code, detail.status, message.message, {
    details: message.details ?? null,
    hint: message.hint ?? null,
    headers: detail.headers,
    ...(detail.status_text === undefined ? {} : { reason: detail.status_text }),
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRaised = (value: unknown): value is Raised =>
  isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string'

const isRaisedDetail = (value: unknown): value is RaisedDetail =>
  isRecord(value) &&
  Number.isInteger(value.status) &&
  Number(value.status) >= 200 &&
  Number(value.status) <= 599 &&
  isRecord(value.headers) &&
  Object.values(value.headers).every((header) => typeof header === 'string')
