// The grammar of pasted signals: keywords open a field, numbers fill it. Line ends do not close a field, because targets are
// often listed below each other.
import { Decimal } from '../decimal.ts'
import type { Direction } from '../levels.ts'
import {
  bondOf,
  isFirstOfLine,
  isGain,
  isLabel,
  isListed,
  isStrangeAfter,
  isStrangeBefore,
  isVague,
  sideBySide,
} from './signal-context.ts'
import type { Doubt, DoubtKey } from './signal-doubts.ts'
import { type Found, type Scale, settleStop, settleTargets } from './signal-found.ts'
import {
  announcesTarget,
  hasLineAfter,
  isAnchored,
  isBullet,
  isJoined,
  isQuoted,
  isSupposed,
  nextNumber,
  orderBond,
  saysSide,
} from './signal-line.ts'
import { askAboutOthers, type Loose, takeLoose } from './signal-loose.ts'
import { expanded, isLevelNear, isNear, isOrdinal } from './signal-prices.ts'
import { type NumberToken, type Token, timeframeOf, type WordToken } from './signal-tokens.ts'
import { folded } from './signal-words.ts'

type Field = 'entry' | 'stop' | 'target' | 'risk' | 'validity' | 'ratio'

/** The fields read from the tokens, and which tokens were understood. */
export function readTokens(tokens: readonly Token[], scale: Scale): { found: Found; read: Set<Token> } {
  const reader = new Reader(tokens, scale)
  reader.run()
  return { found: reader.found, read: reader.read }
}

const DENIAL = /^(?:not|no|never|dont|don|t|avoid|ne|pas|jamais|eviter?|non|evitare?|evitar|nunca|mai|stop)$/

class Reader {
  readonly found: Found = {
    directions: [],
    orderType: undefined,
    beyond: undefined,
    entries: [],
    stop: undefined,
    stopToken: undefined,
    stopPips: undefined,
    targets: [],
    timeframe: undefined,
    style: undefined,
    riskPercent: undefined,
    validityMinutes: undefined,
    several: false,
    isBeside: false,
    doubts: [],
  }
  readonly read = new Set<Token>()
  readonly #tokens: readonly Token[]
  readonly #scale: Scale
  #at = 0
  #field: Field | null = null
  /** Where the field was opened. */
  #opened = 0
  /** The keyword that opened the field, until a number follows. */
  #keyword: Token | null = null
  #index: number | null = null
  #share: Decimal | undefined
  /** Named targets without a price ("TP3 open"). */
  readonly #unfilled: (number | null)[] = []
  /** Whether the targets are on separate lines below their keyword. */
  #isListBelow = false
  /** Whether the entry follows a word for any chart level. */
  #isVagueEntry = false
  /** Whether the order type used the word "stop" ("SELL STOP"). */
  #orderStop = false
  /** Whether unknown words follow the last number: a later percentage then belongs to something else. */
  #strange = false
  /** The last price and its position, to expand "1.0850-60" and to join zones. */
  #previous: { token: NumberToken; at: number; field: Field | 'loose' } | null = null
  #loose: Loose[] = []

  constructor(tokens: readonly Token[], scale: Scale) {
    this.#tokens = tokens
    this.#scale = scale
  }

  #doubt(key: DoubtKey, field: Doubt['field']): void {
    this.found.doubts.push({ key, field })
  }

  run(): void {
    for (const [at, token] of this.#tokens.entries()) {
      this.#at = at
      if (this.#beginsAnother(token, at)) {
        this.found.several = true
        break
      }
      if (token.kind === 'word') this.#word(token, at)
      else if (token.kind === 'number') this.#number(token, at)
      else if (token.kind === 'ordinal') this.#ordinal(token)
      else if (token.kind === 'mark' && token.text === '@') this.#openEntry(token)
    }
    const others = takeLoose(this.#loose, this.found, this.#scale, this.read)
    for (const token of settleStop(this.found, this.#scale)) this.read.delete(token)
    for (const token of settleTargets(this.found, this.#scale)) this.read.delete(token)
    askAboutOthers(others, this.#tokens, this.found, this.read)
    this.#askAboutForm()
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
        this.#order('stop')
        this.#orderStop = true
        return
      case 'buy_zone':
      case 'sell_zone':
        this.#direction(token, token.concept === 'buy_zone' ? 'buy' : 'sell')
        this.#open('entry', token, null)
        return
      case 'limit':
      case 'market':
        this.#orderWord(token, token.concept, at)
        return
      case 'above':
      case 'below':
        if (this.#awaiting() && this.#field === 'stop') {
          // "Stop below 1.0820": the word adds nothing.
          this.read.add(token)
        } else if (nextNumber(this.#tokens, at) && this.#lacksEntry() && !this.#awaiting()) {
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
        if (nextNumber(this.#tokens, at)) this.#openEntry(token)
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
        if (this.found.style !== undefined && this.found.style !== token.concept) {
          this.#doubt('several_values', 'style')
        }
        this.found.style ??= token.concept
        if (this.#isAmongWords(at)) this.#doubt('words_between', 'style')
        this.read.add(token)
        return
      default:
        this.read.add(token)
    }
  }

  /**
   * A direction after a stop and a target, followed by another stop, starts another signal: only the first is read, and the
   * composer reports it.
   */
  #beginsAnother(token: Token, at: number): boolean {
    if (token.kind !== 'word' || !/^(buy|sell)/.test(token.concept ?? '')) return false
    if (!(this.found.stop ?? this.found.stopPips) || this.found.targets.length === 0) return false
    return this.#tokens.some(
      (later, place) =>
        place > at &&
        later.kind === 'word' &&
        later.concept === 'stop' &&
        nextNumber(this.#tokens, place) !== undefined,
    )
  }

  #direction(token: WordToken, direction: Direction): void {
    this.found.directions.push(direction)
    const [before, after] = [this.#tokens[this.#at - 1], this.#tokens[this.#at + 1]]
    const denied = before?.kind === 'word' && DENIAL.test(folded(before.text))
    // "Long wick", "short squeeze": chart patterns, not directions.
    const figure = /^(long|short)$/i.test(token.text) && after?.kind === 'word' && after.concept === undefined
    if (denied || figure) this.#doubt('words_between', 'direction')
    this.read.add(token)
    // "TP 1.0900 … BUY NOW 1.0850": after a direction, numbers are no longer targets or sizes.
    if (!this.#awaiting() || /^(risk|ratio|validity)$/.test(this.#field ?? '')) this.#field = null
  }

  /** "TP price", "stop zone": the word adds nothing to a field that waits for its number. */
  #entryWord(token: WordToken): void {
    if (this.#awaiting() && /^(price|prix|precio|prezzo|zone|zona|range)$/.test(token.text.toLowerCase())) {
      this.read.add(token)
      return
    }
    this.#open('entry', token, token.index)
  }

  #openEntry(token: Token): void {
    this.read.add(token)
    // "Support at 1.0800" replaces a keyword waiting on another line; "SL at 1.0820" does not.
    if (this.#awaiting() && bondOf(this.#tokens, this.#opened, this.#at) !== 'none') return
    if (this.#lacksEntry()) this.#open('entry', token, null)
  }

  /** Whether no entry price was found; after one, words like "at" open no entry. */
  #lacksEntry(): boolean {
    return this.found.entries.length === 0 && !this.#loose.some(({ dirty }) => !dirty)
  }

  #orderWord(token: WordToken, type: 'limit' | 'market', at: number): void {
    const bond = orderBond(this.#tokens, at)
    if (bond === 'doubtful') this.#doubt('words_between', 'order_type')
    if (bond !== 'sure') return
    this.#order(type)
    this.read.add(token)
  }

  /** Records an order type; two different ones raise a doubt. */
  #order(type: 'limit' | 'market' | 'stop'): void {
    if (this.found.orderType !== undefined && this.found.orderType !== type) {
      this.#doubt('several_values', 'order_type')
    }
    this.found.orderType ??= type
  }

  #isAmongWords(at: number): boolean {
    return isStrangeBefore(this.#tokens, at) || isStrangeAfter(this.#tokens, at)
  }

  #open(field: Field, token: Token, index: number | null): void {
    if (this.#field === 'target' && this.#keyword !== null) this.#unfilled.push(this.#index)
    this.#opened = this.#at
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
      this.#askAboutHour(token)
      this.#fill(token)
      this.#field = null
      return
    }
    // "TF" and "UT" only announce the following timeframe.
    if (known) {
      const before = this.#tokens[this.#at - 1]
      // "In 15 min" and "a daily close" are not timeframes.
      const lasts =
        /^\d/.test(token.text) && before?.kind === 'word' && /^(filler|at|join)$/.test(before.concept ?? '')
      const said = before?.kind === 'word' && before.concept === 'timeframe'
      const loose = lasts || (token.concept === 'daily' && !said) || this.#isAmongWords(this.#at)
      if (this.found.timeframe !== undefined && this.found.timeframe !== known) {
        this.#doubt('several_values', 'timeframe')
      }
      this.found.timeframe ??= known
      if (loose) this.#doubt('words_between', 'timeframe')
    }
    this.read.add(token)
  }

  #number(token: NumberToken, at: number): void {
    const strange = this.#strange
    this.#strange = false
    if (isLabel(this.#tokens, at, folded) && !this.#isPlausible(token)) return
    else if (this.#field !== 'target' && isBullet(this.#tokens, at)) this.read.add(token)
    else if (token.unit === 'percent') this.#percent(token, strange, at)
    else if (token.unit === 'minutes' || token.unit === 'hours' || token.unit === 'days')
      this.#duration(token)
    else if (token.unit === 'lots' || (isGain(this.#tokens, at) && token.unit !== 'pips')) return
    else if (token.unit === 'pips') this.#pips(token, at)
    else if (this.#field === 'ratio' || this.#field === 'risk') this.#term(token, at)
    else if (this.#field === 'validity' && this.#awaiting()) this.#duration(token)
    else if (isOrdinal(token) && !this.#endsZone(at)) this.#place(token)
    else if (this.#field === 'target') this.#target(token, at)
    else if (this.#field === 'stop' && this.#awaiting()) this.#stop(token, at)
    else if (this.#field === 'entry') this.#entry(token, at)
    else this.#looseNumber(token, at, false)
  }

  /** "RR 1:2" and "lot size 0.10" contain numbers that are not prices; the next line's may be. */
  #term(token: NumberToken, at: number): void {
    if (hasLineAfter(this.#tokens, this.#opened, at)) {
      this.#field = null
      this.#looseNumber(token, at, false)
    } else if (this.#field === 'ratio') {
      this.#fill(token)
    }
  }

  /** A position in a list: of a target if one is announced. */
  #place(token: NumberToken): void {
    if (this.#field === 'target') this.#index = token.value.toNumber()
    this.read.add(token)
  }

  /** "2650-5": the number ends a zone and is not a list position. */
  #endsZone(at: number): boolean {
    const previous = this.#previous
    return (
      previous !== null &&
      previous.field !== 'stop' &&
      at === previous.at + 2 &&
      /^[-–—/]$/.test((this.#tokens[at - 1] as { text?: string }).text ?? '')
    )
  }

  /** Whether a number is plausible as a price: near the market price or known levels. */
  #isPlausible(token: NumberToken): boolean {
    const near = this.#scale.price ?? this.found.entries[0] ?? this.found.stop
    return near !== undefined && isNear(token.value, near)
  }

  #percent(token: NumberToken, strange: boolean, at: number): void {
    if (this.#field === 'risk') {
      const between = this.#tokens.slice(this.#opened + 1, at)
      if (between.some((one) => one.kind === 'line')) return
      if (this.found.riskPercent && !this.found.riskPercent.equals(token.value)) {
        this.#doubt('several_values', 'risk_percent')
      }
      this.found.riskPercent ??= token.value
      // "Risk 1-2 %", "risk on half of it, 50 %".
      if (
        between.some((one) => one.kind === 'number' || (one.kind === 'word' && one.concept === undefined))
      ) {
        this.#doubt('words_between', 'risk_percent')
      }
      this.#fill(token)
      return
    }
    if (strange || isGain(this.#tokens, at)) return
    const last = this.found.targets.at(-1)
    const beside = this.#previous ? this.#tokens.slice(this.#previous.at + 1, at) : []
    if (this.#field === 'target' && !this.#awaiting() && last && last.share === undefined) {
      if (!beside.every(({ kind }) => kind === 'mark')) return
      last.share = token.value
    } else if (
      this.#share === undefined &&
      ((this.#field === 'target' && this.#awaiting()) || announcesTarget(this.#tokens, at))
    ) {
      // "50 % TP1 1.0900": the share precedes its target.
      this.#share = token.value
    } else {
      return
    }
    this.read.add(token)
  }

  #duration(token: NumberToken): void {
    if (this.#field !== 'validity') return
    // A bare number means hours, as is usual in signals.
    const minutes = { minutes: 1, days: 1440, hours: 60 }[
      token.unit === 'minutes' || token.unit === 'days' ? token.unit : 'hours'
    ]
    this.found.validityMinutes ??= token.value.times(minutes)
    this.#askAboutHour(token)
    this.#fill(token)
    this.#field = null
  }

  /** "Until 22h" is a time of day; "22h" or a bare 22 may be one. */
  #askAboutHour(token: Token): void {
    const isUntil = this.#tokens
      .slice(this.#opened + 1, this.#at)
      .some((one) => one.kind === 'word' && (one.concept === undefined || /^(join|at)$/.test(one.concept)))
    const isHour =
      token.kind === 'number' &&
      /^\s*h?$/i.test(token.unitText ?? '') &&
      token.value.greaterThan(4) &&
      token.value.lessThanOrEqualTo(24)
    if (isUntil || isHour) this.#doubt('hour_or_duration', 'validity_minutes')
  }

  #pips(token: NumberToken, at: number): void {
    const named = this.#field === 'stop' || this.#field === 'target'
    if (named && this.#awaiting() && bondOf(this.#tokens, this.#opened, at) !== 'sure') return
    // A point is a tenth of a pip for some and a whole one for others, and so is a pip outside currencies.
    const unsure = this.#scale.instrument?.class !== 'forex' || !/^pips?$/i.test(token.unitText ?? '')
    if (this.#field === 'stop' && this.#awaiting()) {
      this.found.stopPips ??= token.value
      if (unsure) this.#doubt('computed', 'stop_loss')
      this.#fill(token)
      this.#field = null
    } else if (this.#field === 'target' && (this.#awaiting() || this.#lastTargetIsDistance())) {
      this.#addTarget(token, undefined, token.value)
      if (unsure) this.#doubt('computed', 'targets')
      this.#fill(token)
    } else if (this.#previous) {
      // "SL 1.0820 (30 pips)": a remark on the previous price.
      this.read.add(token)
    }
  }

  /** In "TP 20 40 60 pips" the unit appears once, after numbers that cannot be prices. */
  #lastTargetIsDistance(): boolean {
    const last = this.found.targets.at(-1)
    const near = this.found.entries[0] ?? this.#loose[0]?.values[0] ?? this.found.stop
    return last?.pips !== undefined || (!!last?.price && !!near && !isLevelNear(last.price, near))
  }

  #target(token: NumberToken, at: number): void {
    const bond = this.#awaiting()
      ? bondOf(this.#tokens, this.#opened, at)
      : this.#previous?.field === 'target' && isListed(this.#tokens, this.#previous.at, at)
        ? 'sure'
        : 'none'
    if (bond === 'none') {
      if (this.#awaiting()) this.#unfilled.push(this.#index)
      this.#keyword = null
      this.#field = null
      this.#looseNumber(token, at, false)
      return
    }
    if (bond === 'doubtful') this.#doubt('words_between', 'targets')
    const isBelow = hasLineAfter(this.#tokens, this.#awaiting() ? this.#opened : this.#previous!.at, at)
    if (this.#awaiting()) this.#isListBelow = isBelow
    // A list below its keyword continues; a number below "TP 1.0900" may be anything.
    else if (isBelow && !this.#isListBelow && this.#index === null) this.#doubt('targets_unclear', 'targets')
    const previous = this.found.targets.at(-1)
    const joined =
      !this.#awaiting() && this.#previous !== null && isJoined(this.#tokens, this.#previous.at, at)
    // "TP1 1.0900-1.0910" may be one target given as a zone.
    if (!this.#awaiting() && previous?.index != null && this.#index === null)
      this.#doubt('targets_unclear', 'targets')
    const value =
      joined && previous?.price ? expanded(token, this.#previous!.token, previous.price) : token.value
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
    const bond = bondOf(this.#tokens, this.#opened, at)
    if (bond === 'none') {
      this.#keyword = null
      this.#field = null
      this.#looseNumber(token, at, false)
      return
    }
    if (bond === 'doubtful') this.#doubt('words_between', 'stop_loss')
    // A second stop without its own direction also belongs to another signal.
    if (this.found.stop && !this.found.stop.equals(token.value)) this.found.several = true
    if (!this.found.stop) this.found.stopToken = token
    this.found.stop ??= token.value
    this.#fill(token)
    this.#previous = { token, at, field: 'stop' }
    this.#field = null
  }

  #entry(token: NumberToken, at: number): void {
    const { entries } = this.found
    if (this.#isVagueEntry && this.#awaiting() && !isVague(this.#keyword as Token)) {
      // "Entry 1.0850" is explicit: earlier prices after "around" or "above" were something else.
      entries.length = 0
      this.found.beyond = undefined
      this.found.doubts = this.found.doubts.filter(({ field }) => field !== 'entry_low')
      this.#isVagueEntry = false
    }
    const first = entries[0]
    if (first && this.#previous?.field === 'entry' && entries.length < 2) {
      const side = sideBySide(this.#tokens, this.#previous.at, at)
      const second = expanded(token, this.#previous.token, first)
      if (
        side !== 'apart' &&
        isNear(second, first) &&
        !(side === 'listed' && isStrangeAfter(this.#tokens, at))
      ) {
        this.#secondEdge(side, token, second)
        entries.push(second)
        this.#fill(token)
        this.#previous = { token, at, field: 'entry' }
        return
      }
    }
    const bond = this.#awaiting() ? bondOf(this.#tokens, this.#opened, at) : 'none'
    if (bond === 'none' || entries.length === 2) {
      const vague = this.#awaiting() && isVague(this.#keyword as Token)
      this.#keyword = null
      this.#field = null
      this.#looseNumber(token, at, vague)
      return
    }
    const isVaguelySaid = isVague(this.#keyword as Token)
    const isSure =
      bond === 'sure' &&
      (!isVaguelySaid ||
        (isAnchored(this.#tokens, at, this.#scale.names, this.read) &&
          !(this.#isRemark() && isStrangeAfter(this.#tokens, at))))
    this.#isVagueEntry = isVaguelySaid
    if (!isSure) this.#doubt('words_between', 'entry_low')
    const opener = this.#keyword
    if (opener?.kind === 'word' && (opener.concept === 'above' || opener.concept === 'below')) {
      this.found.beyond = opener.concept
      // "Break of 1.0900 expected" on its own line may be a remark or an order.
      if (!isSure || !saysSide(this.#tokens, at)) {
        this.#doubt('words_between', 'order_type')
        this.#doubt('words_between', 'entry_low')
      }
    }
    // "Entry 1 … entry 2 …" may be two orders or the edges of a zone.
    if (first && !first.equals(token.value)) this.#doubt('other_price', 'entry_low')
    entries.push(token.value)
    this.#fill(token)
    this.#previous = { token, at, field: 'entry' }
  }

  /** Whether the open keyword may begin a remark: at the start of a line, or for a level to be broken. */
  #isRemark(): boolean {
    const opener = this.#keyword
    const beyond = opener?.kind === 'word' && /^(above|below)$/.test(opener.concept ?? '')
    return beyond || isFirstOfLine(this.#tokens, this.#opened)
  }

  /** A second entry price is the zone's other edge; merely next to the first, it may be something else. */
  #secondEdge(side: 'joined' | 'beside' | 'listed', token: NumberToken, second: Decimal): void {
    const shortened = !second.equals(token.value)
    if (side === 'listed' || (side === 'beside' && shortened) || isOrdinal(token)) {
      this.#doubt('other_price', 'entry_low')
    }
    if (side === 'beside') this.found.isBeside = true
  }

  /** A number without a keyword is the entry if no keyword gives one ("BUY EURUSD 1.0850-60"). */
  #looseNumber(token: NumberToken, at: number, vague: boolean): void {
    const group = this.#loose.at(-1)
    const dirty =
      vague ||
      isQuoted(this.#tokens, at, this.read) ||
      isSupposed(this.#tokens, at) ||
      !isAnchored(this.#tokens, at, this.#scale.names, this.read) ||
      isStrangeBefore(this.#tokens, at) ||
      (isFirstOfLine(this.#tokens, at) && isStrangeAfter(this.#tokens, at))
    if (group && this.#previous?.field === 'loose') {
      const side = sideBySide(this.#tokens, this.#previous.at, at)
      if (side === 'joined' || side === 'beside') {
        const value = expanded(token, this.#previous.token, group.values[0] as Decimal)
        group.sides.push({ side, shortened: !value.equals(token.value), figure: isOrdinal(token) })
        group.values.push(value)
        group.tokens.push(token)
        this.#previous = { token, at, field: 'loose' }
        return
      }
    }
    this.#loose.push({ values: [token.value], tokens: [token], sides: [], dirty })
    this.#previous = { token, at, field: 'loose' }
  }

  /** Adds doubts about the whole: an order that may be a stop, a target without a price. */
  #askAboutForm(): void {
    const { found } = this
    const isWithoutStop = !found.stop && !found.stopPips
    // "SELL stop 1.0890" may be a stop loss.
    if (this.#orderStop && isWithoutStop) this.#doubt('several_values', 'order_type')
    if ((this.#orderStop || found.isBeside) && isWithoutStop) this.#doubt('other_price', 'entry_low')
    if (this.#field === 'target' && this.#keyword) this.#unfilled.push(this.#index)
    const indexes = found.targets.map(({ index }) => index)
    if (this.#unfilled.some((index) => index !== null && !indexes.includes(index))) {
      this.#doubt('targets_unclear', 'targets')
    }
    const shares = found.targets.flatMap(({ share }) => share ?? [])
    const isPart = (share: Decimal) => share.greaterThanOrEqualTo(10) && share.isInteger()
    if (shares.length > 0 && (found.targets.length - shares.length > 1 || !shares.every(isPart))) {
      this.#doubt('shares_unclear', 'targets')
    }
  }

  #fill(token: Token): void {
    this.read.add(token)
    if (this.#keyword) this.read.add(this.#keyword)
    this.#keyword = null
  }
}
