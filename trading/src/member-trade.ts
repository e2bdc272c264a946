// The result of a member's own trade of a signal compared with the model's. The medians in the database
// (`private.note_member_result`) use the same formulas.
import { Decimal } from './decimal.ts'
import { type Direction, sign } from './levels.ts'
import type { Instrument } from './market/instruments.ts'

export type OwnFill = {
  entryPrice: string
  /** Milliseconds since 1970, UTC. */
  enteredAt: number
  /** The average over all parts; null while any part is open. */
  exitPrice: string | null
  lots: string | null
  /** Units of the member's currency for one unit of the instrument's quote currency; required for money. */
  conversionRate: string | null
  /** Hundredths of the member's currency. */
  feesMinor: number
}

export type ModelFill = {
  direction: Direction
  /** As published: moving the stop later does not change the initial risk. */
  stop: string
  /** Null before the model's entry. */
  price: string | null
  at: number | null
}

export type OwnResult = {
  /** Relative to the distance from the member's entry to the published stop; null while open, or if there is no such distance. */
  r: Decimal | null
  /** Hundredths of the member's currency after fees, rounded half up; null without size, rate or exit. */
  moneyMinor: number | null
  /** How much worse than the model the member entered, in pips; negative is better. Null without a model fill. */
  slippagePips: Decimal | null
  /** How much later than the model, in milliseconds; negative is earlier. */
  delayMs: number | null
}

/**
 * R = (exit − entry) × s ÷ ((entry − stop) × s) with s = +1 for a buy, −1 for a sell. Money = (exit − entry) × s × lots ×
 * contract size × rate × 100 − fees. Slippage = (entry − model's fill) × s ÷ pip size. For an open trade pass the current price
 * as exit. Throws for invalid decimals.
 */
export function ownResult(
  fill: OwnFill,
  model: ModelFill,
  instrument: Pick<Instrument, 'pipSize' | 'contractSize'>,
): OwnResult {
  const towards = sign(model.direction)
  const entry = new Decimal(fill.entryPrice)
  const risk = entry.minus(model.stop).times(towards)
  const gained = fill.exitPrice === null ? null : new Decimal(fill.exitPrice).minus(entry).times(towards)
  const priced = gained !== null && fill.lots !== null && fill.conversionRate !== null
  return {
    r: gained === null || risk.lessThanOrEqualTo(0) ? null : gained.dividedBy(risk),
    moneyMinor: priced
      ? gained
          .times(fill.lots as string)
          .times(instrument.contractSize)
          .times(fill.conversionRate as string)
          .times(100)
          .minus(fill.feesMinor)
          .round()
          .toNumber()
      : null,
    slippagePips:
      model.price === null ? null : entry.minus(model.price).times(towards).dividedBy(instrument.pipSize),
    delayMs: model.at === null ? null : fill.enteredAt - model.at,
  }
}

/** The single exit price that gives the model's R: fill + R × risk × s. */
export function averageExit(model: {
  direction: Direction
  stop: string
  price: string
  r: string
}): Decimal {
  const towards = sign(model.direction)
  const risk = new Decimal(model.price).minus(model.stop).times(towards)
  return risk.times(model.r).times(towards).plus(model.price)
}
