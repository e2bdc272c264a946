import type { IncomingHttpHeaders } from 'node:http'

/** Any origin may call. Preflights are answered for the function; headers that the function sets take precedence. */
export function preflight(method: string, headers: IncomingHttpHeaders): Record<string, string> | null {
  if (method !== 'OPTIONS' || !headers.origin || !headers['access-control-request-method']) return null
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS',
    'access-control-allow-headers': String(headers['access-control-request-headers'] ?? '*'),
    'access-control-max-age': '600',
    vary: 'Access-Control-Request-Headers',
  }
}
