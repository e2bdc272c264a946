// Twelve Data's interface: REST time series and WebSocket prices, with a key. A request for one symbol costs one credit per
// minute of the plan. It gives a single price, used as bid; the spread is the usual one.
import type { MarketInstrument } from './provider.ts'
import { field, text, type Venue, type VenueBar, VenueError } from './venue.ts'

const INTERVALS = { M1: '1min', M5: '5min', H1: '1h' } as const
const MINUTE = 60_000

export function twelveData(
  key: string,
  creditsAMinute: number,
  rest = 'https://api.twelvedata.com',
  socket = 'wss://ws.twelvedata.com/v1/quotes/price',
): Venue {
  return {
    source: 'twelvedata',
    mostBars: 5000,
    reach: null,
    requestsAMinute: creditsAMinute,
    nameOf: ({ class: kind, baseCurrency, quoteCurrency }: MarketInstrument) =>
      kind === 'index' ? null : `${baseCurrency}/${quoteCurrency}`,
    barsUrl(name, timeframe, from, until) {
      const parameters = new URLSearchParams({
        symbol: name,
        interval: INTERVALS[timeframe],
        start_date: stamp(from),
        end_date: stamp(until - 1000),
        timezone: 'UTC',
        order: 'ASC',
        outputsize: '5000',
        apikey: key,
      })
      return `${rest}/time_series?${parameters}`
    },
    readBars(answer) {
      if (field(answer, 'status') === 'error') {
        const code = text(field(answer, 'code'))
        const said = text(field(answer, 'message')).replaceAll(key, '…')
        // An empty range is not an error.
        if (code === '400' && /no data is available/i.test(said)) return []
        throw new VenueError(`Twelve Data said ${code} ${said}`, code === '429' ? MINUTE : null)
      }
      const values = field(answer, 'values')
      if (!Array.isArray(values)) throw new VenueError('Twelve Data gave no bars')
      return values.map(
        (row): VenueBar => ({
          openedAt: Date.parse(`${text(field(row, 'datetime')).replace(' ', 'T')}Z`),
          open: text(field(row, 'open')),
          high: text(field(row, 'high')),
          low: text(field(row, 'low')),
          close: text(field(row, 'close')),
        }),
      )
    },
    quotesUrl: `${socket}?apikey=${encodeURIComponent(key)}`,
    hello: (names) => [{ action: 'subscribe', params: { symbols: names.join(',') } }],
    keepAlive: { message: { action: 'heartbeat' }, everyMs: 10_000 },
    readQuotes(message) {
      if (field(message, 'event') !== 'price') return []
      const price = text(field(message, 'price'))
      return [
        {
          name: text(field(message, 'symbol')),
          bid: text(field(message, 'bid')) || price,
          ask: text(field(message, 'ask')) || price,
          at: Number(text(field(message, 'timestamp'))) * 1000,
        },
      ]
    },
  }
}

/** "2026-11-21 09:30:00", in UTC. */
function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
