import { ApiError } from '../http/api-error.ts'
import { authError } from './errors.ts'

/** The API version from which error bodies are `{code, message}`; auth-js always asks for it. */
const NEW_DIALECT = '2024-01-01'

export type ErrorResponse = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/**
 * Renders an error in the dialect that the client requests with `X-Supabase-Api-Version`. Only errors echo the version:
 * auth-js uses the echo to tell the two bodies apart.
 */
export function renderError(thrown: unknown, version: string | undefined, requestId: string): ErrorResponse {
  const error = known(thrown)
  const { headers = {}, weak_password } = error.extra
  const about = weak_password === undefined ? {} : { weak_password }
  if (error.extra.oauth) {
    return { status: error.status, headers, body: { error: error.code, error_description: error.message } }
  }
  const common = { ...headers, 'x-sb-error-code': error.code }
  if (isNew(version)) {
    return {
      status: error.status,
      headers: { ...common, 'x-supabase-api-version': NEW_DIALECT },
      body: { code: error.code, message: error.message, ...about },
    }
  }
  const raised = raisedByProject(error.cause)
  if (raised) return { ...raised, headers: common }
  const traced = error.status >= 500 ? { error_id: requestId } : {}
  return {
    status: error.status,
    headers: common,
    body: { code: error.status, error_code: error.code, msg: error.message, ...traced, ...about },
  }
}

/** True for 2024-01-01 or later; an unreadable date counts as absent. */
function isNew(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= NEW_DIALECT
}

function known(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const { code, statusCode, message } = thrown as { code?: string; statusCode?: number; message?: string }
  if (statusCode === 413) return authError('request_entity_too_large')
  if (code === LOCK_NOT_AVAILABLE) return authError('conflict', undefined, { cause: thrown })
  if (code === QUERY_CANCELED) return authError('request_timeout', undefined, { cause: thrown })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return authError('validation_failed', message, { status: statusCode })
  }
  return authError('unexpected_failure', undefined, { cause: thrown })
}

const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

/**
 * The error of a project's own trigger, for clients of the old dialect: `raise`, a violated constraint, or `PTnnn` for
 * status nnn.
 */
function raisedByProject(cause: unknown): Pick<ErrorResponse, 'status' | 'body'> | null {
  const { code, message, hint, detail } = (cause ?? {}) as Record<string, string | undefined>
  if (typeof code !== 'string' || !/^(P0001|23\w{3}|PT\d{3})$/.test(code)) return null
  const status = code.startsWith('PT') ? Number(code.slice(2)) : 500
  return { status, body: { code, message, ...(hint && { hint }), ...(detail && { detail }) } }
}
