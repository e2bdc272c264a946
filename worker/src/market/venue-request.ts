// Requests bars from a venue, with a timeout and within its request limit, and distinguishes its refusals. URLs may contain a
// key, so they never appear in errors.
import { readExactJson, VenueError } from './venue.ts'

const MOST_CHARACTERS = 8_000_000
const DEFAULT_RETRY_MS = 60_000

/** The answer's JSON with numbers as text. Throws VenueError for a refusal, a timeout or invalid JSON. */
export async function askVenue(url: string, timeoutMs: number, signal: AbortSignal): Promise<unknown> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let status: number
  let body: string
  let headers: Headers
  try {
    const answer = await fetch(url, {
      signal: limit,
      headers: { accept: 'application/json' },
      // A redirect could leak the key in the URL.
      redirect: 'error',
    })
    ;({ status, headers } = answer)
    body = await answer.text()
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new VenueError(`no answer within ${timeoutMs} ms`)
    throw new VenueError(`not reached: ${causeOf(error)}`)
  }
  if (status === 429 || status === 503) {
    throw new VenueError(`answered ${status}`, retryAfter(headers))
  }
  if (body.length > MOST_CHARACTERS) throw new VenueError('the answer is too long')
  try {
    return readExactJson(body)
  } catch {
    throw new VenueError(`answered ${status} without valid JSON`)
  }
}

/** `Retry-After` in milliseconds, at most an hour: seconds, or a date relative to the answer's own; a minute by default. */
function retryAfter(headers: Headers): number {
  const asked = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(asked) ? Number(asked) : null
  const ms = seconds === null ? Date.parse(asked) - Date.parse(headers.get('date') ?? '') : seconds * 1000
  return ms >= 0 ? Math.min(ms, 3_600_000) : DEFAULT_RETRY_MS
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : 'unknown'
}

/** Requests per minute: full at the start, refilled evenly, capped at one minute's worth. */
export class RequestBudget {
  readonly #most: number
  readonly #now: () => number
  #left: number
  #at: number
  #barredUntil = 0

  constructor(aMinute: number, now: () => number) {
    this.#most = aMinute
    this.#left = aMinute
    this.#now = now
    this.#at = now()
  }

  /** Milliseconds until a request is allowed; 0 takes one. */
  take(): number {
    const now = this.#now()
    if (now < this.#barredUntil) return this.#barredUntil - now
    this.#left = Math.min(this.#most, this.#left + (Math.max(0, now - this.#at) * this.#most) / 60_000)
    this.#at = now
    if (this.#left < 1) return Math.ceil(((1 - this.#left) * 60_000) / this.#most)
    this.#left -= 1
    return 0
  }

  /** Blocks requests for a while. */
  bar(ms: number): void {
    this.#barredUntil = Math.max(this.#barredUntil, this.#now() + ms)
  }
}
