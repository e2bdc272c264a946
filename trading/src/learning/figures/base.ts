// Figures that every course uses. Amounts are in any one currency, rates and shares between 0 and 1, distances in pips.
import type { Arithmetic, Quantity } from './arithmetic.ts'

export function baseFigures<Q extends Quantity<Q>>({ figure, number }: Arithmetic<Q>) {
  const one = number(1)

  return {
    /** The share of winning trades at which nothing is lost, where a winner earns `gain` for 1 risked: 1 / (1 + gain). */
    'breakeven-rate': figure(['gain'], ({ gain }) => one.div(one.plus(gain))),
    /** Mean result in R: rate × gain − (1 − rate), where a loser loses 1. */
    expectancy: figure(['rate', 'gain'], ({ rate, gain }) => rate.times(gain).minus(one.minus(rate))),
    /** The share of an account that is left after `losses` losses in a row of `risk` each, always of what is left: (1 − risk)^losses. */
    'account-after-losses': figure(['risk', 'losses'], ({ risk, losses }) => one.minus(risk).pow(losses)),
    /** The gain that makes up for a loss of `drawdown`: drawdown / (1 − drawdown). */
    recovery: figure(['drawdown'], ({ drawdown }) => drawdown.div(one.minus(drawdown))),
    /** The largest size in lots, in steps of 0.01, that loses at most capital × risk over `stop` pips worth `pip` a lot. */
    'position-size-lots': figure(['capital', 'risk', 'stop', 'pip'], ({ capital, risk, stop, pip }) =>
      capital.times(risk).div(stop.times(pip)).times(100).trunc().div(100),
    ),
    /** What a pip of 0.0001 is worth for `lot` lots of 100,000 in the account's currency, at `rate` units of the quote currency for one of it. */
    'pip-value': figure(['lot', 'rate'], ({ lot, rate }) => lot.times(10).div(rate)),
    /** The money that a position blocks: notional / leverage. */
    margin: figure(['notional', 'leverage'], ({ notional, leverage }) => notional.div(leverage)),
    /** What the target earns for 1 risked: |target − entry| / |entry − stop|. */
    'reward-ratio': figure(['entry', 'stop', 'target'], ({ entry, stop, target }) =>
      target.minus(entry).abs().div(entry.minus(stop).abs()),
    ),
  }
}
