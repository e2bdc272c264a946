// Figures of the daily test. Rates, risks and shares lie between 0 and 1; amounts are in any one currency, distances in pips.
import { Decimal } from '../../decimal.ts'
import { figure } from './figure.ts'

const one = new Decimal(1)

export const QUESTIONS = {
  /** A product: lots × pips × the value of a pip a lot. What a move earns or a cost takes. */
  'pips-amount': figure(['lots', 'pips', 'pip'], ({ lots, pips, pip }) => lots.times(pips).times(pip)),
  /** A part of a whole: amount / total. R multiples, costs in R, leverage in use. */
  'share-of': figure(['part', 'whole'], ({ part, whole }) => part.div(whole)),
  /** The amount that a share makes: amount × share. */
  'part-of': figure(['amount', 'share'], ({ amount, share }) => amount.times(share)),
  /** The relative change between two amounts: to / from − 1. */
  change: figure(['from', 'to'], ({ from, to }) => to.div(from).minus(one)),
  /** The share of a peak that is lost at a trough: 1 − trough / peak. */
  'fall-from-peak': figure(['peak', 'trough'], ({ peak, trough }) => one.minus(trough.div(peak))),
  /** The difference of two amounts: from − take. */
  difference: figure(['from', 'take'], ({ from, take }) => from.minus(take)),
  /** The chance that `length` independent trades in a row all lose: (1 − rate)^length. */
  'losing-run': figure(['rate', 'length'], ({ rate, length }) => one.minus(rate).pow(length)),
  /** The chance of at least one event in `tries` independent tries: 1 − (1 − chance)^tries. */
  'at-least-once': figure(['chance', 'tries'], ({ chance, tries }) =>
    one.minus(one.minus(chance).pow(tries)),
  ),
  /** Volatility of two risks held together (Markowitz 1952): √(a² + b² + 2ρab). */
  'joint-risk': figure(['first', 'second', 'correlation'], ({ first, second, correlation }) =>
    first.pow(2).plus(second.pow(2)).plus(correlation.times(first).times(second).times(2)).sqrt(),
  ),
  /** The share of capital that maximises the growth rate (Kelly 1956), a winner earning `gain` for 1 lost: rate − (1 − rate) / gain. */
  kelly: figure(['rate', 'gain'], ({ rate, gain }) => rate.minus(one.minus(rate).div(gain))),
  /** Gross wins over gross losses, a loser losing 1: rate × gain / (1 − rate). */
  'profit-factor': figure(['rate', 'gain'], ({ rate, gain }) => rate.times(gain).div(one.minus(rate))),
  /** Mean result in R when each trade also pays `cost` R: rate × gain − (1 − rate) − cost. */
  'expectancy-after-cost': figure(['rate', 'gain', 'cost'], ({ rate, gain, cost }) =>
    rate.times(gain).minus(one.minus(rate)).minus(cost),
  ),
  /** The win rate at which nothing is lost once each trade pays `cost` R: (1 + cost) / (1 + gain). */
  'breakeven-after-cost': figure(['gain', 'cost'], ({ gain, cost }) => one.plus(cost).div(one.plus(gain))),
  /** How many whole losses of `risk` fit within `limit`. */
  'losses-within': figure(['limit', 'risk'], ({ limit, risk }) => limit.div(risk).floor()),
  /** Money kept by two exits: share × first + (1 − share) × rest, in R. */
  'two-exits': figure(['share', 'first', 'rest'], ({ share, first, rest }) =>
    share.times(first).plus(one.minus(share).times(rest)),
  ),
  /** Mean price of two entries weighted by their sizes. */
  'mean-entry': figure(['first', 'size', 'second', 'more'], ({ first, size, second, more }) =>
    first.times(size).plus(second.times(more)).div(size.plus(more)),
  ),
  /** A price moved by a number of average true ranges: price + atr × multiple (negative below the price). */
  'atr-price': figure(['price', 'atr', 'multiple'], ({ price, atr, multiple }) =>
    price.plus(atr.times(multiple)),
  ),
  /** True range of a bar (Wilder 1978): the largest of high − low, |high − previous close| and |low − previous close|. */
  'true-range': figure(['high', 'low', 'previous'], ({ high, low, previous }) =>
    Decimal.max(high.minus(low), high.minus(previous).abs(), low.minus(previous).abs()),
  ),
  /** Relative strength index (Wilder 1978) from the average gain and loss: 100 − 100 / (1 + gain / loss). */
  rsi: figure(['gain', 'loss'], ({ gain, loss }) =>
    new Decimal(100).minus(new Decimal(100).div(one.plus(gain.div(loss)))),
  ),
  /** The price that gives back `share` of a rise: high − share × (high − low). */
  'retraced-price': figure(['low', 'high', 'share'], ({ low, high, share }) =>
    high.minus(high.minus(low).times(share)),
  ),
  /** Simple mean of five values. */
  'mean-of-five': figure(['a', 'b', 'c', 'd', 'e'], ({ a, b, c, d, e }) =>
    a.plus(b).plus(c).plus(d).plus(e).div(5),
  ),
  /** Real rate (Fisher 1930): (1 + nominal) / (1 + inflation) − 1. */
  'real-rate': figure(['nominal', 'inflation'], ({ nominal, inflation }) =>
    one.plus(nominal).div(one.plus(inflation)).minus(one),
  ),
  /** A monthly change kept up for a number of months: (1 + monthly)^months − 1. */
  compounded: figure(['monthly', 'months'], ({ monthly, months }) =>
    one.plus(monthly).pow(months).minus(one),
  ),
  /** Chance of a move of one step that a price between two outcomes implies: (priced − stay) / (move − stay). */
  'implied-chance': figure(['priced', 'stay', 'move'], ({ priced, stay, move }) =>
    priced.minus(stay).div(move.minus(stay)),
  ),
  /** Interest on an amount for a number of days of a 360-day year: amount × rate × days / 360. */
  'interest-for-days': figure(['amount', 'rate', 'days'], ({ amount, rate, days }) =>
    amount.times(rate).times(days).div(360),
  ),
  /** Squared error of a probability (Brier 1950): (forecast − outcome)², outcome 0 or 1. */
  brier: figure(['forecast', 'outcome'], ({ forecast, outcome }) => forecast.minus(outcome).pow(2)),
  /** Half width of the 95 % interval of a share, normal approximation: 1.96 × √(rate × (1 − rate) / trades). */
  'rate-margin': figure(['rate', 'trades'], ({ rate, trades }) =>
    rate.times(one.minus(rate)).div(trades).sqrt().times('1.96'),
  ),
  /** Mean of a bet: rate × win − (1 − rate) × loss. */
  'expected-value': figure(['rate', 'win', 'loss'], ({ rate, win, loss }) =>
    rate.times(win).minus(one.minus(rate).times(loss)),
  ),
  /** Value in dollars of a pip of 0.01 on a yen pair, for `lots` lots of 100,000, at `rate` yen for a dollar. */
  'yen-pip-value': figure(['lots', 'rate'], ({ lots, rate }) => lots.times(1000).div(rate)),
  /** Chance that a true alarm is true (Bayes): hits × base / (hits × base + false × (1 − base)). */
  'true-alarm': figure(['base', 'hits', 'false'], (given) => {
    const right = given.base.times(given.hits)
    return right.div(right.plus(one.minus(given.base).times(given.false)))
  }),
}
