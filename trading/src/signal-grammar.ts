// Owns the grammar of pasted signals: keywords open a field, numbers fill it. Line ends do not close a field, because
// targets often stand one below the other.
import { Decimal } from './decimal.ts'
import type { Direction, OrderType } from './levels.ts'
import type { Style, Timeframe } from './signal.ts'
import type { Token } from './signal-tokens.ts'

export type FoundTarget = {
  index: number | null
  price: Decimal | undefined
  pips: Decimal | undefined
  share: Decimal | undefined
}

export type Found = {
  directions: Direction[]
  orderType: OrderType | undefined
  beyond: 'above' | 'below' | undefined
  entries: Decimal[]
  stop: Decimal | undefined
  stopPips: Decimal | undefined
  targets: FoundTarget[]
  timeframe: Timeframe | undefined
  style: Style | undefined
  riskPercent: Decimal | undefined
  validityHours: Decimal | undefined
}

type NumberToken = Extract<Token, { kind: 'number' }>
type WordToken = Extract<Token, { kind: 'word' }>
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
    validityHours: undefined,
  }
  readonly read = new Set<Token>()
  readonly #tokens: readonly Token[]
  #field: Field | null = null
  /** The keyword that opened the field while no number has followed it. */
  #keyword: Token | null = null
  #index: number | null = null
  #share: Decimal | undefined
  /** The last price read and where, to expand "1.0850-60" and to join zones. */
  #previous: { token: NumberToken; at: number; field: Field | 'loose' } | null = null
  #loose: { value: Decimal; token: Token }[] = []

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  run(): void {
    this.#tokens.forEach((token, at) => {
      if (token.kind === 'word') this.#word(token, at)
      else if (token.kind === 'number') this.#number(token, at)
      else if (token.kind === 'ordinal') this.#ordinal(token)
      else if (token.kind === 'mark' && token.text === '@') this.#openEntry(token)
    })
    this.#settleLoose()
  }

  #word(token: WordToken, at: number): void {
    switch (token.concept) {
      case undefined:
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
      case 'limit':
      case 'market':
        this.found.orderType ??= token.concept
        this.read.add(token)
        return
      case 'above':
      case 'below':
        if (this.#nextNumber(at) && this.found.entries.length === 0 && !this.#awaiting()) {
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
      const hours = { M1: null, M5: null, M15: null, M30: null, H1: 1, H4: 4, D1: 24 }[known ?? 'M1']
      if (hours) this.found.validityHours ??= new Decimal(hours)
      this.#fill(token)
      this.#field = null
      return
    }
    // "TF" and "UT" only announce the timeframe that follows.
    if (known) this.found.timeframe ??= known
    this.read.add(token)
  }

  #number(token: NumberToken, at: number): void {
    if (this.#isBullet(token, at)) this.read.add(token)
    else if (token.unit === 'percent') this.#percent(token)
    else if (token.unit === 'hours' || token.unit === 'days') this.#duration(token)
    else if (token.unit === 'pips') this.#pips(token)
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

  #percent(token: NumberToken): void {
    if (this.#field === 'risk') {
      this.found.riskPercent ??= token.value
      this.#fill(token)
      return
    }
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
    this.found.validityHours ??= token.unit === 'days' ? token.value.times(24) : token.value
    this.#fill(token)
    this.#field = null
  }

  #pips(token: NumberToken): void {
    if (this.#field === 'stop' && this.#awaiting()) {
      this.found.stopPips ??= token.value
      this.#fill(token)
      this.#field = null
    } else if (this.#field === 'target' && (this.#awaiting() || this.found.targets.at(-1)?.pips)) {
      this.#addTarget(undefined, token.value)
      this.#fill(token)
    } else if (this.#previous) {
      // "SL 1.0820 (30 pips)": a remark on the price before it.
      this.read.add(token)
    }
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
    const last = this.found.targets.at(-1)
    if (!last?.price?.equals(value)) this.#addTarget(value, undefined)
    this.#fill(token)
    this.#previous = { token, at, field: 'target' }
  }

  #addTarget(value: Decimal | undefined, pips: Decimal | undefined): void {
    this.found.targets.push({ index: this.#index, price: value, pips, share: this.#share })
    this.#index = null
    this.#share = undefined
  }

  #stop(token: NumberToken, at: number): void {
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
    const near = this.found.stop ?? this.found.targets[0]?.price
    const plausible = this.#loose.every(({ value }) => !near || isNear(value, near))
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
      if (token.kind === 'word' && (token.concept === 'filler' || token.concept === 'at')) continue
      return undefined
    }
    return undefined
  }
}

/** "TP 1: 1.0900", "2) 1.0950": a small whole number that cannot be a price beside the one that follows it. */
function isOrdinal(token: NumberToken, next: NumberToken | undefined): boolean {
  return /^[1-9]$/.test(token.text) && next !== undefined && next.unit === null && isLonger(next, token)
}

function isLonger(next: NumberToken, token: NumberToken): boolean {
  return next.text.length >= 3 && !/^[1-9]$/.test(next.text) && token.unit === null
}

function isNear(value: Decimal, other: Decimal): boolean {
  return value.greaterThan(other.times(0.5)) && value.lessThan(other.times(2))
}

/**
 * The second price of "1.0850-60" or "2650-55": the digits given replace the last ones of the price before. Where that
 * jumps far ("1.0890-10"), the nearest price with those last digits is meant.
 */
function expanded(token: NumberToken, before: NumberToken, first: Decimal): Decimal {
  const tail = token.text
  const head = first.toFixed(Math.max(first.decimalPlaces(), decimalsOf(before)))
  const shorter = tail.length < head.replace('.', '').length
  if (!/^\d{1,4}$/.test(tail) || !shorter || isNear(token.value, first)) return token.value
  const decimals = head.split('.')[1]?.length ?? 0
  const point = new Decimal(10).pow(-decimals)
  const step = point.times(new Decimal(10).pow(tail.length))
  const base = first.dividedBy(step).floor().times(step).plus(token.value.times(point))
  const candidates = [base, base.plus(step), base.minus(step)].filter((value) => value.greaterThan(0))
  return candidates.reduce((best, value) =>
    value.minus(first).abs().lessThan(best.minus(first).abs()) ? value : best,
  )
}

function decimalsOf(token: NumberToken): number {
  return token.value.isInteger() && !/[.,]\d+$/.test(token.text)
    ? 0
    : (/[.,](\d+)$/.exec(token.text)?.[1]?.length ?? 0)
}

function timeframeOf(token: WordToken): Timeframe | undefined {
  const text = token.text.toLowerCase().replace(/\s/g, '')
  if (token.concept === 'daily' || /^(d1|j1|1d|1j)$/.test(text)) return 'D1'
  const digits = /\d+/.exec(text)?.[0]
  if (!digits) return undefined
  const unit = /^[a-z]/.test(text) ? text[0] : text.replace(/\d/g, '')[0]
  const minutes = unit === 'h' ? Number(digits) * 60 : unit === 'm' ? Number(digits) : 0
  const known: Record<number, Timeframe> = { 1: 'M1', 5: 'M5', 15: 'M15', 30: 'M30', 60: 'H1', 240: 'H4' }
  return known[minutes]
}
