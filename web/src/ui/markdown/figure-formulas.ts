/** The formulas of the figures that all courses use (trading/src/learning/figures/base.ts), with the names of their arguments. */
export const FORMULAS: Readonly<Record<string, string>> = {
  'breakeven-rate': String.raw`\frac{1}{1 + gain}`,
  expectancy: String.raw`rate \times gain - (1 - rate)`,
  'account-after-losses': '(1 - risk)^{losses}',
  recovery: String.raw`\frac{drawdown}{1 - drawdown}`,
  'position-size-lots': String.raw`\frac{capital \times risk}{stop \times pip}`,
  'pip-value': String.raw`\frac{lot \times 10}{rate}`,
  margin: String.raw`\frac{notional}{leverage}`,
  'reward-ratio': String.raw`\frac{|target - entry|}{|entry - stop|}`,
}

/** The arguments that have a name in each language. */
export const ARGUMENTS = [
  'gain',
  'rate',
  'risk',
  'losses',
  'drawdown',
  'capital',
  'stop',
  'pip',
  'lot',
  'notional',
  'leverage',
  'entry',
  'target',
] as const
