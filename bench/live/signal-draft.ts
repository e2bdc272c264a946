/** Closes the market: in an open one a signal requires a current price, and the weekday must not matter here. */
export const CLOSE_MARKET = `insert into public.market_closures
  select session, now() - interval '1 day', now() + interval '1 day' from public.instruments where symbol = 'EURUSD'`

/** A publishable signal, each with a different entry, since a duplicate within a minute is refused. */
export function signalDraft(entry: number, tier: 'freemium' | 'premium') {
  return {
    symbol: 'EURUSD',
    direction: 'buy',
    order_type: 'limit',
    entry_low: entry.toFixed(5),
    entry_high: entry.toFixed(5),
    stop_loss: (entry - 0.003).toFixed(5),
    targets: [{ price: (entry + 0.004).toFixed(5), share: '100' }],
    timeframe: 'M15',
    style: 'intraday',
    tier,
    risk_percent: '1',
    validity_minutes: 480,
    facts: 'Facts.',
    opinion: 'Opinion.',
    counter_thesis: 'Counter-thesis.',
    counter_condition: 'A close below.',
    method: 'Method.',
    conflicts: 'None.',
    position_held: 'none',
    affiliate_link: 'no',
  }
}
