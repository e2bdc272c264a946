// Parameters of each simulated instrument: its start price, volatility and correlations. Plausible but fictitious.

export type Session = 'forex' | 'metal' | 'index' | 'crypto'
export type Factor = 'dollar' | 'risk' | 'metal' | 'crypto'

export type Driver = {
  /** Start price, to which the market slowly reverts. */
  anchor: number
  /** Yearly volatility, 0.08 = 8 %. */
  volatility: number
  session: Session
  /** Correlation with each common factor; the squares sum to less than one, the rest is idiosyncratic. */
  loads: Partial<Record<Factor, number>>
}

export type Cross = { left: string; right: string; by: 'product' | 'quotient' }

export const DRIVERS: Record<string, Driver> = {
  EURUSD: { anchor: 1.0865, volatility: 0.075, session: 'forex', loads: { dollar: -0.85, risk: 0.1 } },
  GBPUSD: { anchor: 1.2715, volatility: 0.085, session: 'forex', loads: { dollar: -0.75, risk: 0.25 } },
  USDJPY: { anchor: 150.35, volatility: 0.095, session: 'forex', loads: { dollar: 0.6, risk: 0.35 } },
  USDCHF: { anchor: 0.8845, volatility: 0.08, session: 'forex', loads: { dollar: 0.8, risk: 0.15 } },
  AUDUSD: { anchor: 0.6585, volatility: 0.105, session: 'forex', loads: { dollar: -0.6, risk: 0.5 } },
  USDCAD: { anchor: 1.3785, volatility: 0.07, session: 'forex', loads: { dollar: 0.6, risk: -0.4 } },
  NZDUSD: { anchor: 0.6025, volatility: 0.11, session: 'forex', loads: { dollar: -0.6, risk: 0.5 } },
  XAUUSD: { anchor: 2655, volatility: 0.15, session: 'metal', loads: { dollar: -0.35, metal: 0.75 } },
  XAGUSD: {
    anchor: 31.25,
    volatility: 0.28,
    session: 'metal',
    loads: { dollar: -0.3, metal: 0.75, risk: 0.2 },
  },
  NAS100: { anchor: 20650, volatility: 0.21, session: 'index', loads: { risk: 0.9 } },
  SPX500: { anchor: 5930, volatility: 0.15, session: 'index', loads: { risk: 0.93 } },
  GER40: { anchor: 19180, volatility: 0.16, session: 'index', loads: { risk: 0.78 } },
  FRA40: { anchor: 7290, volatility: 0.16, session: 'index', loads: { risk: 0.75 } },
  US30: { anchor: 43900, volatility: 0.14, session: 'index', loads: { risk: 0.9 } },
  UK100: { anchor: 8160, volatility: 0.12, session: 'index', loads: { risk: 0.72 } },
  EU50: { anchor: 4830, volatility: 0.16, session: 'index', loads: { risk: 0.78 } },
  ESP35: { anchor: 11650, volatility: 0.155, session: 'index', loads: { risk: 0.7 } },
  ITA40: { anchor: 33800, volatility: 0.17, session: 'index', loads: { risk: 0.72 } },
  JPN225: { anchor: 38400, volatility: 0.2, session: 'index', loads: { risk: 0.65, dollar: 0.15 } },
  BTCUSD: { anchor: 96500, volatility: 0.52, session: 'crypto', loads: { crypto: 0.88, risk: 0.25 } },
  ETHUSD: { anchor: 3340, volatility: 0.65, session: 'crypto', loads: { crypto: 0.85, risk: 0.25 } },
}

/** Crosses follow from their two legs, so triangular arbitrage is impossible. */
export const CROSSES: Record<string, Cross> = {
  EURJPY: { left: 'EURUSD', right: 'USDJPY', by: 'product' },
  GBPJPY: { left: 'GBPUSD', right: 'USDJPY', by: 'product' },
  EURGBP: { left: 'EURUSD', right: 'GBPUSD', by: 'quotient' },
  EURCHF: { left: 'EURUSD', right: 'USDCHF', by: 'product' },
  EURAUD: { left: 'EURUSD', right: 'AUDUSD', by: 'quotient' },
  EURCAD: { left: 'EURUSD', right: 'USDCAD', by: 'product' },
  EURNZD: { left: 'EURUSD', right: 'NZDUSD', by: 'quotient' },
  GBPCHF: { left: 'GBPUSD', right: 'USDCHF', by: 'product' },
  GBPAUD: { left: 'GBPUSD', right: 'AUDUSD', by: 'quotient' },
  GBPCAD: { left: 'GBPUSD', right: 'USDCAD', by: 'product' },
  GBPNZD: { left: 'GBPUSD', right: 'NZDUSD', by: 'quotient' },
  AUDJPY: { left: 'AUDUSD', right: 'USDJPY', by: 'product' },
  AUDCAD: { left: 'AUDUSD', right: 'USDCAD', by: 'product' },
  AUDCHF: { left: 'AUDUSD', right: 'USDCHF', by: 'product' },
  AUDNZD: { left: 'AUDUSD', right: 'NZDUSD', by: 'quotient' },
  CADJPY: { left: 'USDJPY', right: 'USDCAD', by: 'quotient' },
  CADCHF: { left: 'USDCHF', right: 'USDCAD', by: 'quotient' },
  CHFJPY: { left: 'USDJPY', right: 'USDCHF', by: 'quotient' },
  NZDJPY: { left: 'NZDUSD', right: 'USDJPY', by: 'product' },
  NZDCAD: { left: 'NZDUSD', right: 'USDCAD', by: 'product' },
  NZDCHF: { left: 'NZDUSD', right: 'USDCHF', by: 'product' },
}

/**
 * The start price of a simulated instrument as decimal text: near the real one of November 2024, so that it also indicates the
 * order of magnitude. Null for an unknown instrument.
 */
export const ANCHORED_AT = Date.UTC(2024, 10, 22)
export function anchorOf(symbol: string): string | null {
  const own = DRIVERS[symbol]
  if (own) return String(own.anchor)
  const cross = CROSSES[symbol]
  const [left, right] = [DRIVERS[cross?.left ?? ''], DRIVERS[cross?.right ?? '']]
  if (!cross || !left || !right) return null
  return (cross.by === 'product' ? left.anchor * right.anchor : left.anchor / right.anchor).toFixed(5)
}

/** An instrument added by the operator without parameters. */
export const UNKNOWN_DRIVER: Driver = { anchor: 100, volatility: 0.2, session: 'index', loads: { risk: 0.5 } }

const ACTIVITY: Record<Session, readonly number[]> = {
  // Share of the usual variance by hour, UTC: Asia, London, the overlap, New York, the quiet hours.
  forex: [
    0.5, 0.6, 0.6, 0.5, 0.4, 0.4, 0.7, 1.3, 1.6, 1.4, 1.2, 1.1, 1.5, 2.1, 2.2, 1.9, 1.4, 1, 0.9, 0.8, 0.6,
    0.3, 0.3, 0.4,
  ],
  metal: [
    0.5, 0.7, 0.7, 0.5, 0.4, 0.4, 0.6, 1.1, 1.3, 1.2, 1.1, 1.1, 1.6, 2.3, 2.4, 2, 1.4, 1.1, 0.9, 0.7, 0.5,
    0.2, 0.3, 0.5,
  ],
  index: [
    0.3, 0.3, 0.3, 0.3, 0.2, 0.3, 0.6, 1.3, 1.3, 1, 0.9, 0.9, 1, 2.2, 3, 2.4, 1.7, 1.5, 1.6, 2, 0.9, 0.4, 0.2,
    0.2,
  ],
  crypto: [
    1, 1, 1, 0.9, 0.9, 0.9, 0.9, 1, 1, 1, 1, 1, 1.1, 1.3, 1.4, 1.3, 1.2, 1.1, 1, 1, 0.9, 0.8, 0.8, 0.9,
  ],
}

const DAY_MS = 86_400_000
const WEEKEND_ACTIVITY = 0.12

/**
 * Variance relative to the usual, by hour. From Friday 22:00 to Sunday 22:00 UTC everything but crypto is nearly still: these
 * prices are not shown, but they cause the gap at the week's opening.
 */
export function activity(session: Session, at: number): number {
  const hour = Math.floor((at % DAY_MS) / 3_600_000)
  // 1970-01-01 was a Thursday, so the first Friday 22:00 was hour 46.
  const sinceFriday = (Math.floor(at / 3_600_000) + 7 * 24 - 46) % (7 * 24)
  const calm = session !== 'crypto' && sinceFriday < 48
  return (ACTIVITY[session][hour] ?? 1) * (calm ? WEEKEND_ACTIVITY : 1)
}
