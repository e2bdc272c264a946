import { ApiError } from '../../http/api-error.ts'

/**
 * A cursor over one piece of a request, for the hand-written parsers. It owns the position and the shape of
 * the parse errors (PGRST100); it must never give a name to SQL that SQL cannot quote.
 */
export class TextReader {
  readonly text: string
  position = 0
  readonly #subject: string

  /** `subject` says what is parsed, e.g. `filter` or `select parameter`: it stands in the error's message. */
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

  /** Moves past `expected` when it comes next. */
  take(expected: string): boolean {
    if (!this.sees(expected)) return false
    this.position += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`"${expected}"`)
  }

  /** What a sticky expression matches here, or null. */
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

  /** Throws the parse error for what stands at `at`. */
  fail(expecting: string, at = this.position, unexpected = this.text.charAt(at)): never {
    const what = unexpected === '' ? 'unexpected end of input' : `unexpected ${JSON.stringify(unexpected)}`
    throw parseError(`failed to parse ${this.#subject} (${this.text})`, at, `${what} expecting ${expecting}`)
  }

  /** Throws a parse error that says why in its own words. */
  refuse(reason: string): never {
    throw parseError(`failed to parse ${this.#subject} (${this.text})`, this.position, reason)
  }
}

function parseError(subject: string, at: number, details: string): ApiError {
  return new ApiError('PGRST100', 400, `"${subject}" (line 1, column ${at + 1})`, { details })
}
