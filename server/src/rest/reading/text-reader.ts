import { ApiError } from '../../http/api-error.ts'

/**
 * A cursor over part of a request, for the hand-written parsers. Holds the position and formats parse errors
 * (PGRST100); must never return a name that SQL cannot quote.
 */
export class TextReader {
  readonly text: string
  position = 0
  readonly #subject: string

  /** `subject` is used in error messages, such as `filter` or `select parameter`. */
  constructor(text: string, subject: string) {
    this.text = text
    this.#subject = subject
  }

  get atEnd(): boolean {
    return this.position >= this.text.length
  }

  /** The next character, or an empty string at the end. */
  peek(): string {
    return this.text.charAt(this.position)
  }

  sees(expected: string): boolean {
    return this.text.startsWith(expected, this.position)
  }

  /** Advances past `expected` if it comes next. */
  take(expected: string): boolean {
    if (!this.sees(expected)) return false
    this.position += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`"${expected}"`)
  }

  /** Applies a sticky expression at the current position; null if it does not match. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) return null
    this.position += found.length
    return found
  }

  rest(): string {
    const rest = this.text.slice(this.position)
    this.position = this.text.length
    return rest
  }

  skipBlanks(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.position++
  }

  /** Throws a parse error for the character at `at`. */
  fail(expecting: string, at = this.position, unexpected = this.text.charAt(at)): never {
    const what = unexpected === '' ? 'unexpected end of input' : `unexpected ${JSON.stringify(unexpected)}`
    throw parseError(`failed to parse ${this.#subject} (${this.text})`, at, `${what} expecting ${expecting}`)
  }

  /** Throws a parse error with a specific reason. */
  refuse(reason: string): never {
    throw parseError(`failed to parse ${this.#subject} (${this.text})`, this.position, reason)
  }
}

function parseError(subject: string, at: number, details: string): ApiError {
  return new ApiError('PGRST100', 400, `"${subject}" (line 1, column ${at + 1})`, { details })
}
