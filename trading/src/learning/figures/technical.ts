// Figures of the technical-analysis course: averages, Wilder's measures, levels, and what chance alone would give. Prices and their
// differences are in one unit of the caller's choice, periods and bars are counted in candles.
import type { Arithmetic, Quantity } from './arithmetic.ts'

export function technicalFigures<Q extends Quantity<Q>>({ figure, max, min, number }: Arithmetic<Q>) {
  const one = number(1)
  const two = number(2)
  const hundred = number(100)
  /** The two-sided 95 % quantile of the normal distribution. */
  const quantile = number('1.959963984540054')

  const rsi = (strength: Q) => hundred.minus(hundred.div(one.plus(strength)))

  function wilson(won: Q, total: Q, side: 1 | -1): Q {
    const rate = won.div(total)
    const squared = quantile.pow(2)
    const spread = rate
      .times(one.minus(rate))
      .div(total)
      .plus(squared.div(total.pow(2).times(4)))
      .sqrt()
      .times(quantile)
    return rate
      .plus(squared.div(total.times(2)))
      .plus(spread.times(side))
      .div(one.plus(squared.div(total)))
  }

  return {
    /** The share of a move from `from` to `to` that is given back at `now`: (to − now) / (to − from). */
    'share-given-back': figure(['from', 'to', 'now'], ({ from, to, now }) =>
      to.minus(now).div(to.minus(from)),
    ),
    /** The distance between two prices in pips: |to − from| / pip. */
    'price-pips': figure(['from', 'to', 'pip'], ({ from, to, pip }) => to.minus(from).abs().div(pip)),
    /** The hours between a swing and its confirmation, which takes `side` more candles of `minutes` each. */
    'swing-delay': figure(['side', 'minutes'], ({ side, minutes }) => side.times(minutes).div(60)),

    /** The simple mean of five values. */
    'mean-of-five': figure(['a', 'b', 'c', 'd', 'e'], ({ a, b, c, d, e }) =>
      a.plus(b).plus(c).plus(d).plus(e).div(5),
    ),
    /** The next simple mean, when one value enters and the oldest leaves: previous + (entering − leaving) / period. */
    'sma-step': figure(
      ['previous', 'entering', 'leaving', 'period'],
      ({ previous, entering, leaving, period }) => previous.plus(entering.minus(leaving).div(period)),
    ),
    /** The weight of the newest value in an exponential mean: 2 / (period + 1). Source: StockCharts ChartSchool, "Moving Averages". */
    'ema-weight': figure(['period'], ({ period }) => two.div(period.plus(1))),
    /** The next exponential mean: previous + (price − previous) × 2 / (period + 1). Same source. */
    'ema-step': figure(['previous', 'price', 'period'], ({ previous, price, period }) =>
      previous.plus(price.minus(previous).times(2).div(period.plus(1))),
    ),
    /** The mean age, in candles, of what a simple mean of `period` values holds, and by the choice of its weight an exponential one: (period − 1) / 2. */
    'average-age': figure(['period'], ({ period }) => period.minus(1).div(2)),
    /** How far a simple mean of `period` values lags behind a price that moves by `step` each candle: step × (period − 1) / 2. */
    'steady-lag': figure(['period', 'step'], ({ period, step }) => step.times(period.minus(1)).div(2)),
    /** The chance that at least one of `rules` worthless and independent rules passes a test at the 5 % level: 1 − 0.95^rules. */
    'lucky-rule': figure(['rules'], ({ rules }) => one.minus(number('0.95').pow(rules))),

    /** The next of Wilder's means: (previous × (period − 1) + value) / period. Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978). */
    'wilder-step': figure(['previous', 'value', 'period'], ({ previous, value, period }) =>
      previous.times(period.minus(1)).plus(value).div(period),
    ),
    /** The period of the exponential mean that weighs as Wilder's does, from 2 / (n + 1) = 1 / period: n = 2 × period − 1. */
    'wilder-as-ema': figure(['period'], ({ period }) => period.times(2).minus(1)),
    /** The weight that values older than `bars` candles keep in Wilder's mean: (1 − 1 / period)^bars. */
    'wilder-left': figure(['period', 'bars'], ({ period, bars }) => one.minus(one.div(period)).pow(bars)),
    /** Relative strength: mean gain / mean loss. Source: Wilder (1978), section VI. */
    'relative-strength': figure(['gain', 'loss'], ({ gain, loss }) => gain.div(loss)),
    /** Relative strength index, 0 to 100: 100 − 100 / (1 + mean gain / mean loss), 100 without any loss. Same source. */
    rsi: figure(['gain', 'loss'], ({ gain, loss }) => (loss.isZero() ? hundred : rsi(gain.div(loss)))),
    /** The next RSI, from the previous Wilder means of gains and losses and the change of the candle that closes. Same source. */
    'rsi-step': figure(['gain', 'loss', 'change', 'period'], ({ gain, loss, change, period }) => {
      const rest = period.minus(1)
      const up = gain.times(rest).plus(max(number(0), change))
      const down = loss.times(rest).plus(max(number(0), change.negated()))
      return down.isZero() ? hundred : rsi(up.div(down))
    }),
    /** The same from the relative strength itself, for the curve. */
    'rsi-of-strength': figure(['strength'], ({ strength }) => rsi(strength)),

    /** True range in pips: the largest of high − low, |high − previous close| and |low − previous close|. Source: Wilder (1978), section III. */
    'true-range-pips': figure(['high', 'low', 'previous', 'pip'], ({ high, low, previous, pip }) =>
      max(high, previous).minus(min(low, previous)).div(pip),
    ),
    /** A distance counted in average true ranges: distance / atr. */
    'in-atr': figure(['distance', 'atr'], ({ distance, atr }) => distance.div(atr)),
    /** The distance that a number of average true ranges makes: atr × multiple. */
    'atr-distance': figure(['atr', 'multiple'], ({ atr, multiple }) => atr.times(multiple)),
    /** A price below a level by a number of average true ranges: level − atr × multiple. */
    'stop-below': figure(['level', 'atr', 'multiple'], ({ level, atr, multiple }) =>
      level.minus(atr.times(multiple)),
    ),

    /** The chance that a price without drift reaches a target before a stop, both as distances: stop / (stop + target). Source: Feller, An Introduction to Probability Theory and Its Applications, volume 1, chapter XIV (the ruin problem). */
    'first-touch': figure(['stop', 'target'], ({ stop, target }) => stop.div(stop.plus(target))),
    /** The lower end of Wilson's 95 % interval of a rate of `won` in `total`. Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927). */
    'wilson-low': figure(['won', 'total'], ({ won, total }) => wilson(won, total, -1)),
    /** The upper end of the same interval. */
    'wilson-high': figure(['won', 'total'], ({ won, total }) => wilson(won, total, 1)),
    /** Mean result in R where a winner earns `gain` and a loser loses `loss`: rate × gain − (1 − rate) × loss. */
    'expectancy-with-loss': figure(['rate', 'gain', 'loss'], ({ rate, gain, loss }) =>
      rate.times(gain).minus(one.minus(rate).times(loss)),
    ),
  }
}
