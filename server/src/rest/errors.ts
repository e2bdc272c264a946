import { ApiError } from '../http/api-error.ts'

/**
 * The catalogue of this service's own errors: a code, its status and its wording in one place. Codes are
 * never reused; what PostgreSQL reports is mapped in database-error.ts. PGRST190 and up are refusals that PostgREST does not have.
 */
export const errors = {
  rpcMethod: (method: string) => new ApiError('PGRST101', 405, `Cannot use the ${method} method on RPC`),
  body: (message: string) => new ApiError('PGRST102', 400, message),
  connection: () =>
    new ApiError('PGRST001', 503, 'Database client error. Retrying the connection.', {
      headers: { 'Retry-After': '1' },
    }),
  poolTimeout: () => new ApiError('PGRST003', 504, 'Timed out acquiring connection from connection pool.'),
  internal: () => new ApiError('PGRSTX00', 500, 'Internal error'),
  bodyTooLarge: () => new ApiError('PGRST102', 413, 'The request body is too large'),
  range: (details: string) => new ApiError('PGRST103', 416, 'Requested range not satisfiable', { details }),
  putFilters: () =>
    new ApiError(
      'PGRST105',
      405,
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  schema: (schema: string, exposed: string[]) =>
    new ApiError('PGRST106', 406, `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaType: (accepted: string[]) =>
    new ApiError('PGRST107', 406, `None of these media types are available: ${accepted.join(', ')}`),
  notEmbedded: (name: string) =>
    new ApiError('PGRST108', 400, `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  /** Worded as PostgreSQL words it, which is what clients know. */
  embeddedTwice: (origin: string, label: string, depth: number) =>
    new ApiError('42712', 400, `table name "${origin}_${label}_${depth}" specified more than once`),
  headersSetting: () =>
    new ApiError(
      'PGRST111',
      500,
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  statusSetting: () => new ApiError('PGRST112', 500, 'response.status guc must be a valid status code'),
  putLimit: () =>
    new ApiError('PGRST114', 400, 'limit/offset querystring parameters are not allowed for PUT'),
  putKey: () => new ApiError('PGRST115', 400, 'Payload values do not match URL in primary key column(s)'),
  notSingle: (rows: number) =>
    new ApiError('PGRST116', 406, 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => new ApiError('PGRST117', 405, `Unsupported HTTP method: ${method}`),
  relatedOrder: (origin: string, target: string) =>
    new ApiError('PGRST118', 400, `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  raised: (details: string, hint: string) =>
    new ApiError('PGRST121', 500, `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
      details,
      hint,
    }),
  preferences: (invalid: string[]) =>
    new ApiError('PGRST122', 400, 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    }),
  aggregates: () => new ApiError('PGRST123', 400, 'Use of aggregate functions is not allowed'),
  maxAffected: (rows: number) =>
    new ApiError('PGRST124', 400, 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  path: () => new ApiError('PGRST125', 404, 'Invalid path specified in request URL'),
  rootDisabled: () => new ApiError('PGRST126', 404, 'Root endpoint metadata is disabled'),
  notImplemented: (details: string) => new ApiError('PGRST127', 400, 'Feature not implemented', { details }),
  maxAffectedCall: () =>
    new ApiError(
      'PGRST128',
      400,
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
  tooMany: (seconds: number) =>
    new ApiError('PGRST190', 429, 'Too many requests', {
      hint: `Try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    }),
  tooCostly: (resources: number, depth: number) =>
    new ApiError('PGRST191', 400, 'The request embeds too much', {
      details: `Without an account, ${resources} resources can be embedded, ${depth} levels deep.`,
      hint: 'Ask for fewer in one request, or sign in.',
    }),
  pattern: (details: string) =>
    new ApiError('PGRST192', 400, 'The regular expression could take too long', { details }),
  column: (relation: string, column: string) =>
    new ApiError(
      'PGRST204',
      400,
      `Could not find the '${column}' column of '${relation}' in the schema cache`,
    ),
  table: (schema: string, name: string, similar: string | null) =>
    new ApiError('PGRST205', 404, `Could not find the table '${schema}.${name}' in the schema cache`, {
      hint: similar === null ? null : `Perhaps you meant the table '${schema}.${similar}'`,
    }),
  notReady: () =>
    new ApiError('PGRST002', 503, 'Could not query the database for the schema cache. Retrying.', {
      headers: { 'Retry-After': '1' },
    }),
  token: (code: 'PGRST301' | 'PGRST303', message: string, details: string | null = null) =>
    new ApiError(code, 401, message, {
      details,
      headers: {
        'WWW-Authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
      },
    }),
}
