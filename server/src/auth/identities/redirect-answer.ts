import type { ApiError } from '../../http/api-error.ts'
import type { Service } from '../service.ts'
import { type Grant, sessionJson } from '../sessions/session.ts'

/** The session as URL parameters for the redirect to the application (auth reference §6.2). */
export async function sessionParameters(service: Service, grant: Grant): Promise<Record<string, string>> {
  const session = await sessionJson(service, grant)
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: 'bearer',
  }
}

const names: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** A provider's own error keeps its RFC 6749 name. */
export function errorParameters({ code, status, message, extra }: ApiError): Record<string, string> {
  if (extra.oauth) return { error: code, error_description: message }
  const name = names[status]
  return { ...(name && { error: name }), error_code: code, error_description: message }
}
