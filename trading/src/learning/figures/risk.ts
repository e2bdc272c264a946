// Figures of the course on risk. Amounts are in one currency, risks, rates and shares between 0 and 1, distances in pips unless a
// name says price, results in R. Trades are taken as independent of each other wherever a chance is computed.
import type { Arithmetic, Quantity } from './arithmetic.ts'

/** Chances are summed trade by trade; more would only make a slide slow. */
const MOST_TRADES = 10_000

export function riskFigures<Q extends Quantity<Q>>({ figure, number }: Arithmetic<Q>) {
  const one = number(1)
  /** A quotation of it is refused. */
  const none = number(Number.NaN)
  const whole = (count: Q) => count.trunc().toNumber()

  /**
   * The chance that `trades` independent trades hold at least one run of `length` losses, each lost with the chance `loss`:
   * P(n) = P(n − 1) + lossᵏ (1 − loss) (1 − P(n − k − 1)), P(k) = lossᵏ (Feller, An Introduction to Probability Theory, vol. 1, XIII.7).
   */
  function losingRunChance(loss: Q, length: number, trades: number): Q {
    if (length < 1 || trades < 0 || trades > MOST_TRADES) return none
    const run = loss.pow(length)
    const until: Q[] = []
    for (let trade = 0; trade <= trades; trade++) {
      if (trade < length) until.push(number(0))
      else if (trade === length) until.push(run)
      else {
        const before = until[trade - 1] as Q
        const clear = one.minus(until[trade - length - 1] as Q)
        until.push(before.plus(run.times(one.minus(loss)).times(clear)))
      }
    }
    return until[trades] as Q
  }

  /** The chance of at most `wins` winners among `trades`: the binomial distribution summed from 0. */
  function winsAtMost(rate: Q, trades: number, wins: number): Q {
    if (wins < 0 || wins > trades || trades > MOST_TRADES) return none
    let ways = one
    let chance = number(0)
    for (let won = 0; won <= wins; won++) {
      chance = chance.plus(ways.times(rate.pow(won)).times(one.minus(rate).pow(trades - won)))
      ways = ways.times(trades - won).div(won + 1)
    }
    return chance
  }

  return {
    /** The money that a share of the capital is: capital × risk. */
    'risk-amount': figure(['capital', 'risk'], ({ capital, risk }) => capital.times(risk)),
    /** The share of the capital that a loss is: loss / capital. */
    'share-lost': figure(['loss', 'capital'], ({ loss, capital }) => loss.div(capital)),
    /** How far an account falls after `losses` losses in a row of `risk` each, always of what is left: 1 − (1 − risk)^losses. */
    'account-drawdown': figure(['risk', 'losses'], ({ risk, losses }) =>
      one.minus(one.minus(risk).pow(losses)),
    ),
    /** The fall from the highest value to a later one, as a share of the highest: 1 − trough / peak. */
    'drawdown-from-peak': figure(['peak', 'trough'], ({ peak, trough }) => one.minus(trough.div(peak))),
    /** The share of the starting account lost after `losses` losses in a row when the risk is doubled after each: risk × (2^losses − 1). */
    'doubled-losses': figure(['risk', 'losses'], ({ risk, losses }) =>
      number(2).pow(losses).minus(one).times(risk),
    ),
    /** Half the width of the 95% interval of a win rate, in points of percent, by the normal approximation: 196 × √(rate × (1 − rate) / trades). */
    'rate-margin-points': figure(['rate', 'trades'], ({ rate, trades }) =>
      rate.times(one.minus(rate)).div(trades).sqrt().times(196),
    ),
    /** How many losses in a row of `risk` each, of what is left, bring an account down by `drawdown` or more: ⌈ln(1 − drawdown) / ln(1 − risk)⌉. */
    'losses-until': figure(['risk', 'drawdown'], ({ risk, drawdown }) =>
      one.minus(drawdown).ln().div(one.minus(risk).ln()).ceil(),
    ),
    /** The gain that makes up for `losses` losses in a row of `risk` each, of what is left: 1 / (1 − risk)^losses − 1. */
    'recovery-after-losses': figure(['risk', 'losses'], ({ risk, losses }) =>
      one.div(one.minus(risk).pow(losses)).minus(one),
    ),
    /** The risk of what is left at which `losses` losses in a row bring an account down by `drawdown`: 1 − (1 − drawdown)^(1 / losses). */
    'risk-for-drawdown': figure(['drawdown', 'losses'], ({ drawdown, losses }) =>
      one.minus(one.minus(drawdown).pow(one.div(losses))),
    ),
    /** What `capital` is after `losses` losses in a row of `risk` each, always of what is left: capital × (1 − risk)^losses. */
    'capital-after-losses': figure(['capital', 'risk', 'losses'], ({ capital, risk, losses }) =>
      one.minus(risk).pow(losses).times(capital),
    ),
    /** The chance that the next `trades` trades all lose: (1 − rate)^trades. */
    'all-lose-chance': figure(['rate', 'trades'], ({ rate, trades }) => one.minus(rate).pow(trades)),
    /** The chance of at least one run of `length` losses within `trades` trades won at `rate` (see losingRunChance). */
    'losing-streak-chance': figure(['rate', 'length', 'trades'], ({ rate, length, trades }) =>
      losingRunChance(one.minus(rate), whole(length), whole(trades)),
    ),
    /** The chance of at most `wins` winners among `trades` trades won at `rate` (see winsAtMost). */
    'wins-at-most-chance': figure(['rate', 'trades', 'wins'], ({ rate, trades, wins }) =>
      winsAtMost(rate, whole(trades), whole(wins)),
    ),
    /** Pips between two prices: |entry − stop| / size, where `size` is the price step called a pip. */
    'stop-pips': figure(['entry', 'stop', 'size'], ({ entry, stop, size }) =>
      entry.minus(stop).abs().div(size),
    ),
    /** What a price step of `pip` is worth for one lot of `contract` units, at `rate` units of the quote currency for one of the account's: contract × pip / rate. */
    'lot-pip-value': figure(['contract', 'pip', 'rate'], ({ contract, pip, rate }) =>
      contract.times(pip).div(rate),
    ),
    /** The loss of `lots` at a stop `stop` pips away worth `pip` a lot: lots × stop × pip. */
    'stop-loss-amount': figure(['lots', 'stop', 'pip'], ({ lots, stop, pip }) => lots.times(stop).times(pip)),
    /** The size in lots before it is rounded down to the step: capital × risk / (stop × pip). */
    'exact-lots': figure(['capital', 'risk', 'stop', 'pip'], ({ capital, risk, stop, pip }) =>
      capital.times(risk).div(stop.times(pip)),
    ),
    /** What a round trip costs for 1 risked: cost / stop, both in the same unit. */
    'cost-in-r': figure(['cost', 'stop'], ({ cost, stop }) => cost.div(stop)),
    /** A distance in true ranges: atr × multiple. */
    'range-distance': figure(['atr', 'multiple'], ({ atr, multiple }) => atr.times(multiple)),
    /** What one outcome adds to the expectancy: its frequency × its result in R. */
    'weighted-result': figure(['rate', 'result'], ({ rate, result }) => rate.times(result)),
    /** The win rate at which nothing is lost when each trade also costs `cost` R: (1 + cost) / (1 + gain). */
    'breakeven-after-costs': figure(['gain', 'cost'], ({ gain, cost }) => one.plus(cost).div(one.plus(gain))),
    /** Mean result in R when each trade also costs `cost` R: rate × gain − (1 − rate) − cost. */
    'expectancy-after-costs': figure(['rate', 'gain', 'cost'], ({ rate, gain, cost }) =>
      rate.times(gain).minus(one.minus(rate)).minus(cost),
    ),
    /** Sum in R of `wins` winners of `gain` and `losses` losers of 1: wins × gain − losses. */
    'total-in-r': figure(['wins', 'losses', 'gain'], ({ wins, losses, gain }) =>
      wins.times(gain).minus(losses),
    ),
    /** The mean gain in R when `share` of the position leaves at `first` R and the rest at `second` R. */
    'two-exits-gain': figure(['share', 'first', 'second'], ({ share, first, second }) =>
      share.times(first).plus(one.minus(share).times(second)),
    ),
    /** The money at risk when `count` positions of `risk` each lose together: count × risk. */
    'open-risk': figure(['count', 'risk'], ({ count, risk }) => count.times(risk)),
    /** The spread of two results that move together by `correlation`: √(first² + second² + 2 × correlation × first × second) (Markowitz, 1952). */
    'correlated-risk': figure(['first', 'second', 'correlation'], ({ first, second, correlation }) =>
      first.pow(2).plus(second.pow(2)).plus(correlation.times(first).times(second).times(2)).sqrt(),
    ),
    /** The spread of `count` equal positions, each pair correlated by `correlation`: risk × √(count × (1 + (count − 1) × correlation)). */
    'equal-positions-risk': figure(['count', 'risk', 'correlation'], ({ count, risk, correlation }) =>
      count
        .times(one.plus(count.minus(1).times(correlation)))
        .sqrt()
        .times(risk),
    ),
    /** How many independent positions diversify as much as `count` equal ones, each pair correlated by `correlation`: count / (1 + (count − 1) × correlation). */
    'independent-positions': figure(['count', 'correlation'], ({ count, correlation }) =>
      count.div(one.plus(count.minus(1).times(correlation))),
    ),
    /** The value of a position in the quote currency: lots of 100,000 units × price; with a price of 1, in the base currency. */
    'position-value': figure(['lots', 'price'], ({ lots, price }) => lots.times(100_000).times(price)),
    /** How many times the capital a position is worth: notional / capital. */
    'capital-multiple': figure(['notional', 'capital'], ({ notional, capital }) => notional.div(capital)),
    /** How many whole losses of `risk` fit into a limit: ⌊limit / risk⌋. */
    'losses-within-limit': figure(['limit', 'risk'], ({ limit, risk }) => limit.div(risk).floor()),
    /** What a limit still allows after a loss and with risk open: limit − lost − open. */
    'limit-left': figure(['limit', 'lost', 'open'], ({ limit, lost, open }) => limit.minus(lost).minus(open)),
    /** The risk a trade may take so that `losses` losses make up the limit: limit / losses. */
    'risk-within-limit': figure(['limit', 'losses'], ({ limit, losses }) => limit.div(losses)),
  }
}
