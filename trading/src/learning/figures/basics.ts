// Figures of the course "trading-basics". Shares lie between 0 and 1, distances are in pips, prices as they are quoted.
import type { Arithmetic, Quantity } from './arithmetic.ts'

export function basicsFigures<Q extends Quantity<Q>>({ figure, number }: Arithmetic<Q>) {
  const one = number(1)

  function wilson(rate: Q, count: Q, side: 1 | -1): Q {
    const z = number('1.96')
    const squared = z.times(z).div(count)
    const spread = rate.times(one.minus(rate)).div(count).plus(squared.div(count).div(4)).sqrt().times(z)
    return rate.plus(squared.div(2)).plus(spread.times(side)).div(one.plus(squared))
  }

  return {
    /** The spread in pips: (ask − bid) / pip size. */
    'spread-in-pips': figure(['bid', 'ask', 'pip'], ({ bid, ask, pip }) => ask.minus(bid).div(pip)),
    /** The distance between two prices in pips, without sign. */
    'pips-between': figure(['from', 'to', 'pip'], ({ from, to, pip }) => to.minus(from).abs().div(pip)),
    /** What a pip is worth in the quote currency: units × pip size. */
    'pip-in-quote': figure(['units', 'pip'], ({ units, pip }) => units.times(pip)),
    /** The same in the account's currency, at `rate` units of the quote currency for one of it. */
    'pip-converted': figure(['units', 'pip', 'rate'], ({ units, pip, rate }) => units.times(pip).div(rate)),
    /** What a distance is worth: pips × the value of one. */
    'money-of-pips': figure(['pips', 'value'], ({ pips, value }) => pips.times(value)),
    /** What a number of trades costs: trades × the cost of one. */
    'cost-of-trades': figure(['trades', 'cost'], ({ trades, cost }) => trades.times(cost)),
    /**
     * The probability that a price without trend meets the target before the stop, both counted in pips from the entry: (stop − spread) / (stop + target).
     * An entry at the ask is judged at the bid, a spread nearer to the stop (gambler's ruin: Feller, An Introduction to Probability Theory, vol. 1, ch. XIV).
     */
    'chance-of-target': figure(['stop', 'target', 'spread'], ({ stop, target, spread }) =>
      stop.minus(spread).div(stop.plus(target)),
    ),
    /** The same where stop and target are as far away: (distance − spread) / (2 × distance). */
    'chance-at-distance': figure(['distance', 'spread'], ({ distance, spread }) =>
      distance.minus(spread).div(distance.times(2)),
    ),
    /** The mean price of an order filled in two parts, weighted by their sizes. */
    'average-fill': figure(
      ['size', 'price', 'size-after', 'price-after'],
      ({ size, price, 'size-after': sizeAfter, 'price-after': priceAfter }) =>
        size.times(price).plus(sizeAfter.times(priceAfter)).div(size.plus(sizeAfter)),
    ),
    /** A loss with slippage: (stop + slippage) × the value of a pip. */
    'slipped-loss': figure(['stop', 'slippage', 'value'], ({ stop, slippage, value }) =>
      stop.plus(slippage).times(value),
    ),
    /** The leverage in use: the position's value / the account's equity, in one currency. */
    'leverage-in-use': figure(['notional', 'equity'], ({ notional, equity }) => notional.div(equity)),
    /** The change of the equity, as a share of it, for a move of the price: leverage × move. */
    'equity-change': figure(['leverage', 'move'], ({ leverage, move }) => leverage.times(move)),
    /** What is left for new positions: equity − margin. */
    'free-margin': figure(['equity', 'margin'], ({ equity, margin }) => equity.minus(margin)),
    /** The margin level: equity / margin. */
    'margin-level': figure(['equity', 'margin'], ({ equity, margin }) => equity.div(margin)),
    /** How many pips a position may lose until the margin level is down to `level`: (equity − margin × level) / the value of a pip. */
    'pips-to-close-out': figure(['equity', 'margin', 'level', 'value'], ({ equity, margin, level, value }) =>
      equity.minus(margin.times(level)).div(value),
    ),
    /** The part of the initial margin that a leverage limit asks for: 1 / leverage. */
    'margin-rate': figure(['leverage'], ({ leverage }) => one.div(leverage)),
    /** The hours from one time of the day to a later one. */
    'hours-between': figure(['from', 'to'], ({ from, to }) => to.minus(from)),
    /** A part as a share of the whole. */
    'share-of-whole': figure(['part', 'whole'], ({ part, whole }) => part.div(whole)),
    /** How many losses of `risk` fit into a limit; both are shares of the same capital. */
    'losses-in-limit': figure(['limit', 'risk'], ({ limit, risk }) => limit.div(risk)),
    /** The result of a trade in R: (exit − entry) / (entry − stop). For a sale both differences change their sign. */
    'trade-in-r': figure(['entry', 'stop', 'exit'], ({ entry, stop, exit }) =>
      exit.minus(entry).div(entry.minus(stop)),
    ),
    /** The share of trades that won: wins / (wins + losses). */
    'win-share': figure(['wins', 'losses'], ({ wins, losses }) => wins.div(wins.plus(losses))),
    /** The sum in R of `wins` trades that earned `gain` each on average and `losses` that lost `loss`. */
    'sum-in-r': figure(['wins', 'gain', 'losses', 'loss'], ({ wins, gain, losses, loss }) =>
      wins.times(gain).minus(losses.times(loss)),
    ),
    /** The same for one trade: the sum / all trades. */
    'mean-in-r': figure(['wins', 'gain', 'losses', 'loss'], ({ wins, gain, losses, loss }) =>
      wins.times(gain).minus(losses.times(loss)).div(wins.plus(losses)),
    ),
    /** The lower end of Wilson's 95 % interval of a rate observed over `count` trades (E. B. Wilson, 1927, doi:10.1080/01621459.1927.10502953). */
    'win-share-low': figure(['rate', 'count'], ({ rate, count }) => wilson(rate, count, -1)),
    /** Its upper end. */
    'win-share-high': figure(['rate', 'count'], ({ rate, count }) => wilson(rate, count, 1)),
  }
}
