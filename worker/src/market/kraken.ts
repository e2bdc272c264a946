// Kraken's public interface: REST OHLC and WebSocket v2 ticker. No key is required.
import type { MarketInstrument } from './provider.ts'
import { barOf, field, text, type Venue, VenueError, type VenueQuote } from './venue.ts'

const MINUTES = { M1: 1, M5: 5, H1: 60 } as const
const REST_NAMES: Record<string, string> = { BTC: 'XBT' }

export function kraken(rest = 'https://api.kraken.com', socket = 'wss://ws.kraken.com/v2'): Venue {
  return {
    source: 'kraken',
    mostBars: 720,
    // Kraken keeps only the last 720 bars of each length.
    reach: 720,
    requestsAMinute: 30,
    nameOf: ({ class: kind, baseCurrency, quoteCurrency }: MarketInstrument) =>
      kind === 'crypto' ? `${baseCurrency}/${quoteCurrency}` : null,
    barsUrl(name, timeframe, from) {
      const [base = '', quote = ''] = name.split('/')
      // `since` is exclusive.
      const since = Math.floor(from / 1000) - 1
      return `${rest}/0/public/OHLC?pair=${REST_NAMES[base] ?? base}${quote}&interval=${MINUTES[timeframe]}&since=${since}`
    },
    readBars(answer) {
      const errors = field(answer, 'error')
      if (Array.isArray(errors) && errors.length > 0) {
        const said = errors.map(text).join(', ')
        throw new VenueError(`Kraken said ${said}`, /too many|rate limit/i.test(said) ? 60_000 : null)
      }
      const rows = Object.entries(field(answer, 'result') ?? {}).find(([key]) => key !== 'last')?.[1]
      if (!Array.isArray(rows)) throw new VenueError('Kraken gave no bars')
      return rows.map((row: unknown[]) => {
        const [at, open, high, low, close] = Array.isArray(row) ? row : []
        return barOf(at, open, high, low, close)
      })
    },
    quotesUrl: socket,
    hello: (names) => [
      { method: 'subscribe', params: { channel: 'ticker', symbol: names, event_trigger: 'bbo' } },
    ],
    keepAlive: { message: { method: 'ping' }, everyMs: 30_000 },
    readQuotes(message, now) {
      const data = field(message, 'data')
      if (field(message, 'channel') !== 'ticker' || !Array.isArray(data)) return []
      return data.map((row): VenueQuote => {
        const stamp = field(row, 'timestamp')
        return {
          name: text(field(row, 'symbol')),
          bid: text(field(row, 'bid')),
          ask: text(field(row, 'ask')),
          at: stamp === undefined ? now : Date.parse(text(stamp)),
        }
      })
    },
  }
}
