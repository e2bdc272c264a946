// The connection to a venue's quotes: reconnects with increasing delays when it breaks or is silent. An unreadable message is
// reported and ignored.
import { pause } from '../keep-running.ts'
import { readExactJson, type Venue, type VenueQuote } from './venue.ts'

export type QuoteStreamOptions = {
  venue: Venue
  names: readonly string[]
  /** After this time without a message, the connection counts as dead. */
  silenceMs?: number
  firstDelayMs?: number
  longestDelayMs?: number
  now: () => number
  onQuotes: (quotes: readonly VenueQuote[]) => void
  onState: (connected: boolean, reason: string) => void
}

/** Listens until `signal` aborts. Never rejects. */
export async function listenToQuotes(options: QuoteStreamOptions, signal: AbortSignal): Promise<void> {
  const { firstDelayMs = 500, longestDelayMs = 30_000 } = options
  let delay = firstDelayMs
  while (!signal.aborted) {
    const { heard, reason } = await connection(options, signal)
    if (signal.aborted) return
    options.onState(false, reason)
    if (heard) delay = firstDelayMs
    await pause(delay, signal)
    delay = Math.min(delay * 2, longestDelayMs)
  }
}

/** One connection until its end. */
function connection(
  { venue, names, silenceMs = 45_000, now, onQuotes, onState }: QuoteStreamOptions,
  signal: AbortSignal,
): Promise<{ heard: boolean; reason: string }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(venue.quotesUrl)
    let heard = false
    let silence: NodeJS.Timeout | undefined
    let alive: NodeJS.Timeout | undefined
    const end = (reason: string) => {
      clearTimeout(silence)
      clearInterval(alive)
      signal.removeEventListener('abort', stop)
      socket.close()
      resolve({ heard, reason })
    }
    const stop = () => end('stopped')
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => end('silent'), silenceMs)
    }
    signal.addEventListener('abort', stop, { once: true })
    listen()
    socket.addEventListener('open', () => {
      for (const message of venue.hello(names)) socket.send(JSON.stringify(message))
      const { keepAlive } = venue
      if (keepAlive) {
        alive = setInterval(() => socket.send(JSON.stringify(keepAlive.message)), keepAlive.everyMs)
      }
    })
    socket.addEventListener('message', ({ data }) => {
      listen()
      const quotes = readMessage(venue, data, now())
      if (quotes === null) return onState(true, 'unreadable message')
      if (quotes.length === 0) return
      if (!heard) onState(true, 'quotes arrive')
      heard = true
      onQuotes(quotes)
    })
    socket.addEventListener('close', ({ code }) => end(`closed with ${code}`))
    socket.addEventListener('error', () => end('connection failed'))
  })
}

function readMessage(venue: Venue, data: unknown, now: number): VenueQuote[] | null {
  if (typeof data !== 'string') return null
  try {
    return venue.readQuotes(readExactJson(data), now)
  } catch {
    return null
  }
}
