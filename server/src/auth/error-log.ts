/** The loggable part of an error. Never `detail`: PostgreSQL quotes whole rows there, including addresses and hashes. */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, table, constraint, where, routine } = error as unknown as Record<string, unknown>
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(
      Object.entries({ code, table, constraint, where, routine }).filter(([, value]) => value !== undefined),
    ),
    ...(error.cause !== undefined && { cause: loggable(error.cause) }),
  }
}
