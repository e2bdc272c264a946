// Position size: the number of lots that risks the chosen part of the capital, and never more.
import { Decimal } from './decimal.ts'
import { convert, type ExchangeRate } from './market/exchange-rate.ts'

export type SizingInput = {
  capital: Decimal
  /** Part of the capital at risk, in percent (1 = 1 %). */
  riskPercent: Decimal
  entry: Decimal
  stop: Decimal
  contractSize: Decimal
  /** From the instrument's quote currency to the account's. */
  conversionRate: ExchangeRate
  /** The smallest lot step ("0.01"). */
  lotStep: Decimal
  /** The smallest order in lots; the step by default. */
  minimumLots?: Decimal
  /** The largest order in lots; unlimited by default. */
  maximumLots?: Decimal
}

export type Sizing = {
  /** Rounded down to the step, so that the risk never exceeds the requested one; zero below the minimum. */
  lots: Decimal
  units: Decimal
  /** The loss at the stop for this size, in the account's currency. */
  riskAmount: Decimal
  /** The same in percent of the capital. */
  riskPercent: Decimal
  /** The loss at the stop for one lot, in the account's currency. */
  lossPerLot: Decimal
  problem: 'invalid_input' | 'below_minimum' | 'capped_at_maximum' | null
}

const ZERO = new Decimal(0)

/**
 * Lots = capital × risk % ÷ (|entry − stop| × contract size × conversion rate), rounded down to the lot step.
 * Costs (spread, commission, slippage) are not included; the caller widens the stop to include them.
 */
export function positionSize(input: SizingInput): Sizing {
  const { capital, riskPercent, entry, stop, contractSize, conversionRate, lotStep } = input
  // Multiply before dividing: 1/150 is inexact in 40 digits, and rounding down could lose a step.
  const quotedLossPerLot = entry.minus(stop).abs().times(contractSize)
  const lossPerLot = convert(quotedLossPerLot, conversionRate)
  const positive = [capital, riskPercent, entry, stop, lossPerLot, lotStep]
  if (!positive.every((value) => value.isFinite() && value.greaterThan(0))) {
    return {
      lots: ZERO,
      units: ZERO,
      riskAmount: ZERO,
      riskPercent: ZERO,
      lossPerLot: ZERO,
      problem: 'invalid_input',
    }
  }
  const wantedSteps = capital
    .times(riskPercent)
    .times(conversionRate.per)
    .dividedToIntegerBy(quotedLossPerLot.times(conversionRate.units).times(100).times(lotStep))
  const mostSteps = input.maximumLots?.dividedToIntegerBy(lotStep)
  const isCapped = mostSteps?.lessThan(wantedSteps) ?? false
  const stepped = (isCapped && mostSteps ? mostSteps : wantedSteps).times(lotStep)
  const lots = stepped.lessThan(input.minimumLots ?? lotStep) ? ZERO : stepped
  const riskAmount = convert(lots.times(quotedLossPerLot), conversionRate)
  return {
    lots,
    units: lots.times(contractSize),
    riskAmount,
    riskPercent: riskAmount.dividedBy(capital).times(100),
    lossPerLot,
    problem: lots.isZero() ? 'below_minimum' : isCapped ? 'capped_at_maximum' : null,
  }
}

/** The value of one pip for a size in lots, in the account's currency. */
export function pipValue(
  lots: Decimal,
  contractSize: Decimal,
  pipSize: Decimal,
  conversionRate: ExchangeRate,
): Decimal {
  return convert(lots.times(contractSize).times(pipSize), conversionRate)
}
