// Owns the grammar of pasted signals: keywords open a field, numbers fill it. Line ends do not close a field, because
// targets often stand one below the other.
import { Decimal } from './decimal.ts'
import type { Direction } from './levels.ts'
import { type Found, settleTargets } from './signal-found.ts'
import { expanded, isLevelNear, isNear, isOrdinal } from './signal-prices.ts'
import { type NumberToken, type Token, timeframeOf, type WordToken } from './signal-tokens.ts'

type Field = 'entry' | 'stop' | 'target' | 'risk' | 'validity' | 'ratio'

/** What the tokens say and which of them were understood. */
export function readTokens(tokens: readonly Token[]): { found: Found; read: Set<Token> } {
  const reader = new Reader(tokens)
  reader.run()
  return { found: reader.found, read: reader.read }
}

class Reader {
  readonly found: Found = {
    directions: [],
    orderType: undefined,
    beyond: undefined,
    entries: [],
    stop: undefined,
    stopPips: undefined,
    targets: [],
    timeframe: undefined,
    style: undefined,
    riskPercent: undefined,
    validityMinutes: undefined,
    several: false,
  }
  readonly read = new Set<Token>()
  readonly #tokens: readonly Token[]
  #field: Field | null = null
  /** The keyword that opened the field while no number has followed it. */
  #keyword: Token | null = null
  #index: number | null = null
  #share: Decimal | undefined
  /** Whether a word that nobody knows stands since the last number: a percentage after it is of something else. */
  #strange = false
  /** The last price read and where, to expand "1.0850-60" and to join zones. */
  #previous: { token: NumberToken; at: number; field: Field | 'loose' } | null = null
  #loose: { value: Decimal; token: Token }[] = []

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  run(): void {
    for (const [at, token] of this.#tokens.entries()) {
      if (this.#beginsAnother(token, at)) {
        this.found.several = true
        break
      }
      if (token.kind === 'word') this.#word(token, at)
      else if (token.kind === 'number') this.#number(token, at)
      else if (token.kind === 'ordinal') this.#ordinal(token)
      else if (token.kind === 'mark' && token.text === '@') this.#openEntry(token)
    }
    this.#settleLoose()
    for (const token of settleTargets(this.found)) this.read.delete(token)
  }

  #word(token: WordToken, at: number): void {
    switch (token.concept) {
      case undefined:
        this.#strange = true
        return
      case 'buy':
      case 'sell':
        this.#direction(token, token.concept)
        return
      case 'buy_stop':
      case 'sell_stop':
        this.#direction(token, token.concept === 'buy_stop' ? 'buy' : 'sell')
        this.found.orderType = 'stop'
        return
      case 'buy_zone':
      case 'sell_zone':
        this.#direction(token, token.concept === 'buy_zone' ? 'buy' : 'sell')
        this.#open('entry', token, null)
        return
      case 'limit':
      case 'market':
        this.found.orderType ??= token.concept
        this.read.add(token)
        return
      case 'above':
      case 'below':
        if (this.#awaiting() && this.#field === 'stop') {
          // "Stop below 1.0820": the word adds nothing.
          this.read.add(token)
        } else if (this.#nextNumber(at) && this.found.entries.length === 0 && !this.#awaiting()) {
          this.found.beyond = token.concept
          this.#open('entry', token, null)
        }
        return
      case 'stop':
      case 'target':
        this.#open(token.concept, token, token.index)
        return
      case 'entry':
        this.#entryWord(token)
        return
      case 'at':
        this.read.add(token)
        if (this.#nextNumber(at)) this.#openEntry(token)
        return
      case 'risk':
      case 'ratio':
      case 'validity':
        this.#open(token.concept, token, null)
        return
      case 'timeframe':
      case 'daily':
        this.#timeframe(token)
        return
      case 'scalp':
      case 'intraday':
      case 'swing':
        this.found.style ??= token.concept
        this.read.add(token)
        return
      default:
        this.read.add(token)
    }
  }

  /** A direction after a stop and a target, with a stop of its own to come, is another signal: one is read, and it is said. */
  #beginsAnother(token: Token, at: number): boolean {
    if (token.kind !== 'word' || !/^(buy|sell)/.test(token.concept ?? '')) return false
    if (!(this.found.stop ?? this.found.stopPips) || this.found.targets.length === 0) return false
    return this.#tokens.some(
      (later, place) =>
        place > at &&
        later.kind === 'word' &&
        later.concept === 'stop' &&
        this.#nextNumber(place) !== undefined,
    )
  }

  #direction(token: WordToken, direction: Direction): void {
    this.found.directions.push(direction)
    this.read.add(token)
    // "TP 1.0900 … BUY NOW 1.0850": what follows a direction is no longer a target.
    if (!this.#awaiting()) this.#field = null
  }

  /** "TP price", "stop zone": the word adds nothing to a field that already waits for its number. */
  #entryWord(token: WordToken): void {
    if (this.#awaiting() && /^(price|prix|precio|prezzo|zone|zona|range)$/.test(token.text.toLowerCase())) {
      this.read.add(token)
      return
    }
    this.#open('entry', token, token.index)
  }

  #openEntry(token: Token): void {
    this.read.add(token)
    if (!this.#awaiting() && this.found.entries.length === 0) this.#open('entry', token, null)
  }

  #open(field: Field, token: Token, index: number | null): void {
    this.#field = field
    this.#keyword = token
    this.#index = index
  }

  #awaiting(): boolean {
    return this.#field !== null && this.#keyword !== null
  }

  #ordinal(token: Extract<Token, { kind: 'ordinal' }>): void {
    if (this.#field !== 'target') return
    this.#index = token.value
    this.read.add(token)
  }

  #timeframe(token: WordToken): void {
    const known = timeframeOf(token)
    if (this.#field === 'validity' && this.#awaiting()) {
      const minutes = { M1: 1, M5: 5, M15: 15, M30: 30, H1: 60, H4: 240, D1: 1440 }[known ?? 'M1']
      if (known) this.found.validityMinutes ??= new Decimal(minutes)
      this.#fill(token)
      this.#field = null
      return
    }
    // "TF" and "UT" only announce the timeframe that follows.
    if (known) this.found.timeframe ??= known
    this.read.add(token)
  }

  #number(token: NumberToken, at: number): void {
    const strange = this.#strange
    this.#strange = false
    if (this.#isBullet(token, at)) this.read.add(token)
    else if (token.unit === 'percent') this.#percent(token, strange)
    else if (token.unit === 'minutes' || token.unit === 'hours' || token.unit === 'days')
      this.#duration(token)
    else if (token.unit === 'pips') this.#pips(token)
    else if (token.unit === 'lots') return
    else if (this.#field === 'ratio') this.#fill(token)
    else if (this.#field === 'target') this.#target(token, at)
    else if (this.#field === 'stop' && this.#awaiting()) this.#stop(token, at)
    else if (this.#field === 'entry') this.#entry(token, at)
    else if (this.#field === 'validity' && this.#awaiting()) this.#duration(token)
    else this.#looseNumber(token, at)
  }

  /** "1) entry …" at the start of a line numbers the lines, not the targets. */
  #isBullet(token: NumberToken, at: number): boolean {
    const before = this.#tokens[at - 1]
    const after = this.#tokens[at + 1]
    return (
      /^[1-9]$/.test(token.text) &&
      (before === undefined || before.kind === 'line') &&
      after?.kind === 'mark' &&
      /^[).]$/.test(after.text) &&
      this.#field !== 'target'
    )
  }

  #percent(token: NumberToken, strange: boolean): void {
    if (this.#field === 'risk') {
      this.found.riskPercent ??= token.value
      this.#fill(token)
      return
    }
    if (strange) return
    const last = this.found.targets.at(-1)
    if (this.#field === 'target' && !this.#awaiting() && last && last.share === undefined) {
      last.share = token.value
    } else if (this.#share === undefined) {
      // "50 % TP1 1.0900": the share comes before its target.
      this.#share = token.value
    } else {
      return
    }
    this.read.add(token)
  }

  #duration(token: NumberToken): void {
    if (this.#field !== 'validity') return
    // A bare number is hours, as signals are used to say it.
    const minutes = { minutes: 1, days: 1440, hours: 60 }[
      token.unit === 'minutes' || token.unit === 'days' ? token.unit : 'hours'
    ]
    this.found.validityMinutes ??= token.value.times(minutes)
    this.#fill(token)
    this.#field = null
  }

  #pips(token: NumberToken): void {
    if (this.#field === 'stop' && this.#awaiting()) {
      this.found.stopPips ??= token.value
      this.#fill(token)
      this.#field = null
    } else if (this.#field === 'target' && (this.#awaiting() || this.#lastTargetIsDistance())) {
      this.#addTarget(token, undefined, token.value)
      this.#fill(token)
    } else if (this.#previous) {
      // "SL 1.0820 (30 pips)": a remark on the price before it.
      this.read.add(token)
    }
  }

  /** In "TP 20 40 60 pips" the unit stands once, after numbers that cannot be prices. */
  #lastTargetIsDistance(): boolean {
    const last = this.found.targets.at(-1)
    const near = this.found.entries[0] ?? this.#loose[0]?.value ?? this.found.stop
    return last?.pips !== undefined || (!!last?.price && !!near && !isLevelNear(last.price, near))
  }

  #target(token: NumberToken, at: number): void {
    const next = this.#nextNumber(at)
    if (isOrdinal(token, next)) {
      this.#index = token.value.toNumber()
      this.read.add(token)
      return
    }
    const previous = this.found.targets.at(-1)?.price
    const value =
      this.#joined(at) && previous ? expanded(token, this.#previous!.token, previous) : token.value
    this.#addTarget(token, value, undefined)
    this.#fill(token)
    this.#previous = { token, at, field: 'target' }
  }

  #addTarget(token: Token, value: Decimal | undefined, pips: Decimal | undefined): void {
    this.found.targets.push({ index: this.#index, price: value, pips, share: this.#share, token })
    this.#index = null
    this.#share = undefined
  }

  #stop(token: NumberToken, at: number): void {
    // A second stop without a direction of its own: still another signal.
    if (this.found.stop && !this.found.stop.equals(token.value)) this.found.several = true
    this.found.stop ??= token.value
    this.#fill(token)
    this.#previous = { token, at, field: 'stop' }
    this.#field = null
  }

  #entry(token: NumberToken, at: number): void {
    const { entries } = this.found
    const first = entries[0]
    if (this.#awaiting() && isOrdinal(token, this.#nextNumber(at))) {
      this.read.add(token)
    } else if (first && this.#previous?.field === 'entry' && this.#joined(at)) {
      if (entries.length < 2) entries.push(expanded(token, this.#previous.token, first))
      this.#fill(token)
      this.#field = null
    } else if (this.#awaiting() && entries.length < 2) {
      entries.push(token.value)
      this.#fill(token)
      this.#previous = { token, at, field: 'entry' }
    } else {
      this.#looseNumber(token, at)
    }
  }

  /** A number without a keyword is the entry when no keyword claims it ("BUY EURUSD 1.0850-60"). */
  #looseNumber(token: NumberToken, at: number): void {
    const first = this.#loose[0]
    if (!first) {
      this.#loose.push({ value: token.value, token })
    } else if (this.#previous?.field === 'loose' && this.#joined(at) && this.#loose.length === 1) {
      this.#loose.push({ value: expanded(token, this.#previous.token, first.value), token })
    } else {
      return
    }
    this.#previous = { token, at, field: 'loose' }
  }

  #settleLoose(): void {
    const others = this.found.stop
      ? [this.found.stop]
      : this.found.targets.flatMap(({ price }) => price ?? [])
    const plausible =
      others.length === 0 ||
      this.found.targets.some((target) => target.pips) ||
      this.#loose.every(({ value }) => others.some((other) => isNear(value, other)))
    if (this.found.entries.length > 0 || !plausible) return
    for (const { value, token } of this.#loose) {
      if (value.isZero()) continue
      this.found.entries.push(value)
      this.read.add(token)
    }
  }

  #fill(token: Token): void {
    this.read.add(token)
    if (this.#keyword) this.read.add(this.#keyword)
    this.#keyword = null
  }

  /** Whether only a joining mark or word stands between the previous price and this one. */
  #joined(at: number): boolean {
    if (!this.#previous) return false
    const between = this.#tokens.slice(this.#previous.at + 1, at).filter((token) => token.kind !== 'line')
    if (between.length !== 1) return false
    const [token] = between
    if (token?.kind === 'mark') return /^[-–—−~/>→<|]$/.test(token.text)
    return token?.kind === 'word' && token.concept === 'join'
  }

  /** The number that follows on the same line before any keyword. */
  #nextNumber(at: number): NumberToken | undefined {
    for (let next = at + 1; next < this.#tokens.length; next += 1) {
      const token = this.#tokens[next]!
      if (token.kind === 'number') return token
      if (token.kind === 'mark' || token.kind === 'ordinal') continue
      if (token.kind === 'word' && /^(filler|at|join)$/.test(token.concept ?? '')) continue
      return undefined
    }
    return undefined
  }
}
