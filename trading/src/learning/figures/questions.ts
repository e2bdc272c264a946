// Figures of the daily test. Rates, risks and shares lie between 0 and 1; amounts are in any one currency, distances in pips.
import type { Arithmetic, Quantity } from './arithmetic.ts'

export function questionFigures<Q extends Quantity<Q>>({ figure, max, number }: Arithmetic<Q>) {
  const one = number(1)

  return {
    /** A product: lots × pips × the value of a pip a lot. What a move earns or a cost takes. */
    'pips-amount': figure(['lots', 'pips', 'pip'], ({ lots, pips, pip }) => lots.times(pips).times(pip)),
    /** The amount that a share makes: amount × share. */
    'part-of': figure(['amount', 'share'], ({ amount, share }) => amount.times(share)),
    /** The relative change between two amounts: to / from − 1. */
    change: figure(['from', 'to'], ({ from, to }) => to.div(from).minus(one)),
    /** The difference of two amounts: from − take. */
    difference: figure(['from', 'take'], ({ from, take }) => from.minus(take)),
    /** The share of capital that maximises the growth rate (Kelly 1956), a winner earning `gain` for 1 lost: rate − (1 − rate) / gain. */
    kelly: figure(['rate', 'gain'], ({ rate, gain }) => rate.minus(one.minus(rate).div(gain))),
    /** Gross wins over gross losses, a loser losing 1: rate × gain / (1 − rate). */
    'profit-factor': figure(['rate', 'gain'], ({ rate, gain }) => rate.times(gain).div(one.minus(rate))),
    /** A price moved by a number of average true ranges: price + atr × multiple (negative below the price). */
    'atr-price': figure(['price', 'atr', 'multiple'], ({ price, atr, multiple }) =>
      price.plus(atr.times(multiple)),
    ),
    /** True range of a bar (Wilder 1978): the largest of high − low, |high − previous close| and |low − previous close|. */
    'true-range': figure(['high', 'low', 'previous'], ({ high, low, previous }) =>
      max(high.minus(low), high.minus(previous).abs(), low.minus(previous).abs()),
    ),
    /** The price that gives back `share` of a rise: high − share × (high − low). */
    'retraced-price': figure(['low', 'high', 'share'], ({ low, high, share }) =>
      high.minus(high.minus(low).times(share)),
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
      rate.times(one.minus(rate)).div(trades).sqrt().times(1.96),
    ),
    /** Value in dollars of a pip of 0.01 on a yen pair, for `lots` lots of 100,000, at `rate` yen for a dollar. */
    'yen-pip-value': figure(['lots', 'rate'], ({ lots, rate }) => lots.times(1000).div(rate)),
    /** Chance that a true alarm is true (Bayes): hits × base / (hits × base + false × (1 − base)). */
    'true-alarm': figure(['base', 'hits', 'false'], (given) => {
      const right = given.base.times(given.hits)
      return right.div(right.plus(one.minus(given.base).times(given.false)))
    }),
  }
}
