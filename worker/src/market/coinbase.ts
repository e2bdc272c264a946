// Coinbase Exchange's public interface: REST candles and the ticker channel. No key is required.
import type { MarketInstrument } from './provider.ts'
import { barOf, field, text, type Venue, VenueError } from './venue.ts'

const SECONDS = { M1: 60, M5: 300, H1: 3600 } as const

export function coinbase(
  rest = 'https://api.exchange.coinbase.com',
  socket = 'wss://ws-feed.exchange.coinbase.com',
): Venue {
  return {
    source: 'coinbase',
    mostBars: 300,
    reach: null,
    requestsAMinute: 120,
    nameOf: ({ class: kind, baseCurrency, quoteCurrency }: MarketInstrument) =>
      kind === 'crypto' ? `${baseCurrency}-${quoteCurrency}` : null,
    barsUrl(name, timeframe, from, until) {
      const [start, end] = [from, until - SECONDS[timeframe] * 1000].map((at) =>
        encodeURIComponent(new Date(at).toISOString()),
      )
      return `${rest}/products/${name}/candles?granularity=${SECONDS[timeframe]}&start=${start}&end=${end}`
    },
    readBars(answer) {
      if (!Array.isArray(answer)) {
        throw new VenueError(`Coinbase said ${text(field(answer, 'message')) || 'nothing of use'}`)
      }
      return answer.map((row: unknown) => {
        const [at, low, high, open, close] = Array.isArray(row) ? row : []
        return barOf(at, open, high, low, close)
      })
    },
    quotesUrl: socket,
    hello: (names) => [{ type: 'subscribe', product_ids: names, channels: ['ticker', 'heartbeat'] }],
    keepAlive: null,
    readQuotes(message) {
      if (field(message, 'type') !== 'ticker') return []
      return [
        {
          name: text(field(message, 'product_id')),
          bid: text(field(message, 'best_bid')),
          ask: text(field(message, 'best_ask')),
          at: Date.parse(text(field(message, 'time'))),
        },
      ]
    },
  }
}
