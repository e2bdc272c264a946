// Determines when an alert on a signal is due: price within a distance of entry, stop or next target. Due once per occasion;
// the caller records which have fired.
import { Decimal } from './decimal.ts'
import { announcedRisk, entryPrice, type Levels } from './levels.ts'
import type { Instrument } from './market/instruments.ts'

export type NearKind = 'entry' | 'stop' | 'target'
export type AlertRule = { kind: NearKind; distance: string; unit: 'pips' | 'r' }

export type SignalNow = {
  levels: Levels
  state: 'pending' | 'active' | 'closed' | 'expired' | 'cancelled'
  reached: number
  stop: string
}

/** The price range of the market, on both sides of the spread: a quote, or a candle with its spread. */
export type PriceSpan = { lowBid: string; highBid: string; lowAsk: string; highAsk: string }

export type DueAlert = { occasion: string; level: string }

/**
 * The occasion for which a rule is due within a price range, or null. Entry while the signal is pending, stop and next target
 * while it is active. An entry uses the side at which one would be filled (a buy's ask), an exit the other. A moved stop and
 * each later target are separate occasions. Distance in pips, or in R of the announced risk.
 */
export function alertDue(
  rule: AlertRule,
  signal: SignalNow,
  span: PriceSpan,
  instrument: Pick<Instrument, 'pipSize'>,
): DueAlert | null {
  const level = levelOf(rule.kind, signal)
  if (level === null) return null
  const buys = signal.levels.direction === 'buy'
  const ask = (rule.kind === 'entry') === buys
  const reach = new Decimal(rule.distance).times(
    rule.unit === 'pips' ? instrument.pipSize : announcedRisk(signal.levels).abs(),
  )
  const low = new Decimal(ask ? span.lowAsk : span.lowBid).minus(reach)
  const high = new Decimal(ask ? span.highAsk : span.highBid).plus(reach)
  if (level.lessThan(low) || level.greaterThan(high)) return null
  const occasion =
    rule.kind === 'target'
      ? `target:${signal.reached + 1}`
      : rule.kind === 'stop'
        ? `stop:${level.toFixed()}`
        : 'entry'
  return { occasion, level: level.toFixed() }
}

function levelOf(kind: NearKind, { levels, state, reached, stop }: SignalNow): Decimal | null {
  if (kind === 'entry') return state === 'pending' ? entryPrice(levels) : null
  if (state !== 'active') return null
  if (kind === 'stop') return new Decimal(stop)
  const next = levels.targets[reached]
  return next ? new Decimal(next.price) : null
}
