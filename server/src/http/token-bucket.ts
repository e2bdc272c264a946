/** A rate limit with bursts: `perSecond` tokens a second, at most `burst` accumulated. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #filledAt: number

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#filledAt = now
  }

  /** Takes `count` tokens at `now` (milliseconds) if available. */
  take(now: number, count = 1): boolean {
    const elapsed = Math.max(0, now - this.#filledAt)
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsed / 1000) * this.#perSecond)
    this.#filledAt = now
    if (this.#tokens < count) return false
    this.#tokens -= count
    return true
  }

  /** Seconds from `now` until the next token. */
  wait(now: number): number {
    const filled = this.#tokens + (Math.max(0, now - this.#filledAt) / 1000) * this.#perSecond
    return Math.max(0, (1 - filled) / this.#perSecond)
  }

  get left(): number {
    return Math.floor(this.#tokens)
  }
}
