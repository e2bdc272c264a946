// The effect of a single minute's prices on a trade. outcome.ts has the numbered rules.
import { Decimal, fixed } from './decimal.ts'
import { entryPrice, sign } from './levels.ts'
import type { Request } from './requests.ts'
import { applyEvent, type Candle, endOf, type OutcomeEvent, type Terms, type Trade } from './trade.ts'

const R_DECIMALS = 4
/** Minimum move of a trailing stop relative to its distance, so that a long run does not create thousands of events. */
const TRAILING_STEP = '0.25'

const ruleOf = (atOpen: boolean): 'open' | 'touch' => (atOpen ? 'open' : 'touch')

/** The events of one candle for a trade that has not ended. */
export function decide(terms: Terms, trade: Trade, candle: Candle): OutcomeEvent[] {
  const minute = new Minute(terms, candle)
  if (trade.phase === 'active') return minute.followed(trade, minute.exits(trade, minute.whole()))
  if (endOf(candle) > terms.expiresAt) return [minute.expiry()]
  const fill = minute.fill()
  if (!fill) return []
  const entered = minute.entry(trade, fill)
  const window = fill.atOpen ? minute.whole() : minute.afterFill()
  return minute.followed(trade, [entered, ...minute.exits(applyEvent(trade, entered), window)])
}

/** A requested close at the first candle after its due time: an exit at the open, before anything else. */
export function closing(terms: Terms, trade: Trade, { kind }: Request, candle: Candle): OutcomeEvent | null {
  if (kind !== 'close_asked' || trade.phase !== 'active') return null
  return new Minute(terms, candle).closing(trade)
}

/** The prices at which a position can exit within a minute, from the signal's side. */
type Window = {
  /** Null if the position did not exist at the open. */
  open: Decimal | null
  best: Decimal
  worst: Decimal
}

/** The new trailing stop after a minute with this exit price; null if it does not move. */
export function trailedStop(terms: Terms, trade: Trade, close: Decimal): Decimal | null {
  const least = trailingTrigger(terms, trade)
  if (!least || close.minus(least).times(trade.towards).lessThan(0)) return null
  return close.minus(new Decimal(terms.trailing_distance ?? 0).times(trade.towards))
}

/** The close, on the exit side, from which a trailing stop moves; null without one. */
export function trailingTrigger(terms: Terms, trade: Trade): Decimal | null {
  if (trade.phase !== 'active' || terms.trailing_distance === undefined) return null
  if (trade.reached < (terms.trailing_after ?? 0)) return null
  const reach = new Decimal(terms.trailing_distance).times(new Decimal(1).plus(TRAILING_STEP))
  return trade.stop.plus(reach.times(trade.towards))
}

class Minute {
  readonly #terms: Terms
  readonly #candle: Candle
  readonly #towards: 1 | -1
  readonly #spread: Decimal

  constructor(terms: Terms, candle: Candle) {
    this.#terms = terms
    this.#candle = candle
    this.#towards = sign(terms.direction)
    this.#spread = new Decimal(candle.spread)
  }

  /** Whether a price is at or beyond a level in the signal's direction. */
  #atOrPast(price: Decimal, level: Decimal): boolean {
    return price.minus(level).times(this.#towards).greaterThanOrEqualTo(0)
  }

  #entrySide(bid: string): Decimal {
    return this.#towards === 1 ? this.#spread.plus(bid) : new Decimal(bid)
  }

  #exitSide(bid: string): Decimal {
    return this.#towards === 1 ? new Decimal(bid) : this.#spread.plus(bid)
  }

  /** The favourable and adverse extremes of the bid: the high helps a buy, the low a sell. */
  #bestBid(): string {
    return this.#towards === 1 ? this.#candle.high : this.#candle.low
  }

  #worstBid(): string {
    return this.#towards === 1 ? this.#candle.low : this.#candle.high
  }

  fill(): { price: Decimal; atOpen: boolean } | null {
    const order = entryPrice(this.#terms)
    const open = this.#entrySide(this.#candle.open)
    const type = this.#terms.order_type
    if (type === 'market') return { price: open, atOpen: true }
    if (type === 'stop') {
      if (this.#atOrPast(open, order)) return { price: open, atOpen: true }
      return this.#atOrPast(this.#entrySide(this.#bestBid()), order) ? { price: order, atOpen: false } : null
    }
    if (this.#atOrPast(order, open)) return { price: open, atOpen: true }
    return this.#atOrPast(order, this.#entrySide(this.#worstBid())) ? { price: order, atOpen: false } : null
  }

  whole(): Window {
    return {
      open: this.#exitSide(this.#candle.open),
      best: this.#exitSide(this.#bestBid()),
      worst: this.#exitSide(this.#worstBid()),
    }
  }

  /** A stop order's best price came after its fill; for a limit order, only the close certainly did. */
  afterFill(): Window {
    const best = this.#terms.order_type === 'stop' ? this.#bestBid() : this.#candle.close
    return { open: null, best: this.#exitSide(best), worst: this.#exitSide(this.#worstBid()) }
  }

  entry(trade: Trade, fill: { price: Decimal; atOpen: boolean }): OutcomeEvent {
    const real = fill.price.minus(trade.stop).times(this.#towards)
    return this.#event('entered', ruleOf(fill.atOpen), fill.price, null, {
      risk: this.#price(Decimal.max(trade.risk, real)),
    })
  }

  expiry(): OutcomeEvent {
    return {
      kind: 'expired',
      at: this.#terms.expiresAt,
      price: null,
      r: null,
      data: { candle: this.#evidence(), rule: 'expiry', reason: 'not_entered' },
    }
  }

  exits(trade: Trade, window: Window): OutcomeEvent[] {
    if (window.open && this.#atOrPast(trade.stop, window.open)) {
      return [this.#stopped(trade, window.open, true)]
    }
    const events: OutcomeEvent[] = []
    let now = trade
    const take = (best: Decimal, atOpen: boolean) => {
      for (const event of this.#targets(now, best, atOpen)) {
        now = applyEvent(now, event)
        events.push(event)
      }
    }
    if (window.open) take(window.open, true)
    // The stop as of the candle's open: a moved stop applies from the next minute.
    if (now.phase !== 'ended' && this.#atOrPast(trade.stop, window.worst)) {
      return [...events, this.#stopped({ ...now, stop: trade.stop }, trade.stop, false)]
    }
    if (now.phase !== 'ended') take(window.best, false)
    return events
  }

  #targets(trade: Trade, best: Decimal, atOpen: boolean): OutcomeEvent[] {
    const events: OutcomeEvent[] = []
    let now = trade
    const add = (event: OutcomeEvent) => {
      now = applyEvent(now, event)
      events.push(event)
    }
    for (const target of this.#terms.targets.slice(trade.reached)) {
      const level = new Decimal(target.price)
      if (!this.#atOrPast(best, level)) break
      const price = atOpen ? best : level
      const r = this.#realised(now, price, new Decimal(target.share))
      add(
        this.#event('target_reached', ruleOf(atOpen), price, r, {
          target: now.reached + 1,
          share: target.share,
          total_r: fixed(now.total.plus(r), R_DECIMALS),
        }),
      )
      if (now.reached === this.#terms.targets.length) {
        const total_r = fixed(now.total, R_DECIMALS)
        add(this.#event('closed', ruleOf(atOpen), price, null, { reason: 'targets', total_r }))
      } else if (now.reached === this.#terms.break_even_after && this.#breaksEvenBetter(now)) {
        add(this.#event('stop_moved', ruleOf(atOpen), now.fill!, null, { reason: 'break_even' }))
      }
    }
    return events
  }

  /** The minute's events, followed by a move of the trailing stop, if any. */
  followed(trade: Trade, events: OutcomeEvent[]): OutcomeEvent[] {
    const stop = trailedStop(
      this.#terms,
      events.reduce(applyEvent, trade),
      this.#exitSide(this.#candle.close),
    )
    return stop ? [...events, this.#event('stop_moved', 'close', stop, null, { reason: 'trailing' })] : events
  }

  #breaksEvenBetter(trade: Trade): boolean {
    return trade.fill !== null && !this.#atOrPast(trade.stop, trade.fill)
  }

  #stopped(trade: Trade, price: Decimal, atOpen: boolean): OutcomeEvent {
    const r = this.#realised(trade, price, trade.remaining)
    return this.#event('stopped', ruleOf(atOpen), price, r, {
      share: trade.remaining.toString(),
      total_r: fixed(trade.total.plus(r), R_DECIMALS),
    })
  }

  closing(trade: Trade): OutcomeEvent {
    const price = this.#exitSide(this.#candle.open)
    const r = this.#realised(trade, price, trade.remaining)
    return this.#event('closed', 'asked', price, r, {
      reason: 'analyst',
      share: trade.remaining.toString(),
      total_r: fixed(trade.total.plus(r), R_DECIMALS),
    })
  }

  #realised(trade: Trade, price: Decimal, share: Decimal): Decimal {
    const move = price.minus(trade.fill ?? price).times(this.#towards)
    return move.times(share).dividedBy(100).dividedBy(trade.risk).toDecimalPlaces(R_DECIMALS)
  }

  #event(
    kind: OutcomeEvent['kind'],
    rule: 'open' | 'touch' | 'close' | 'asked',
    price: Decimal,
    r: Decimal | null,
    data: Omit<OutcomeEvent['data'], 'candle' | 'rule'>,
  ): OutcomeEvent {
    return {
      kind,
      at: rule === 'open' || rule === 'asked' ? this.#candle.openedAt : endOf(this.#candle),
      price: this.#price(price),
      r: r === null ? null : fixed(r, R_DECIMALS),
      data: { candle: this.#evidence(), rule, ...data },
    }
  }

  #price(value: Decimal): string {
    return value.toFixed(Math.max(this.#terms.digits, value.decimalPlaces()))
  }

  #evidence(): NonNullable<OutcomeEvent['data']['candle']> {
    const { openedAt, open, high, low, close, spread, minutes } = this.#candle
    const prices = { opened_at: new Date(openedAt).toISOString(), open, high, low, close, spread }
    return minutes === undefined ? prices : { ...prices, minutes }
  }
}
