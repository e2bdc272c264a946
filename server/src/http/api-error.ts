/** An error for the client: thrown once, and rendered by each service in the format that its clients expect. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly extra: ApiErrorExtra

  constructor(code: string, status: number, message: string, extra: ApiErrorExtra = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.extra = extra
  }
}

export type ApiErrorExtra = {
  details?: string | null
  hint?: string | null
  headers?: Record<string, string>
  [field: string]: unknown
}
