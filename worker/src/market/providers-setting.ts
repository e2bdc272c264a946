// The setting MARKET_PROVIDERS: the source for each class of instruments.
import { MARKET_CLASSES, type MarketClass } from './provider.ts'

export const SOURCES = ['simulated', 'kraken', 'coinbase', 'twelvedata'] as const
export type MarketSource = (typeof SOURCES)[number]
export type MarketSources = Record<MarketClass, MarketSource>

const FEEDS: Record<MarketSource, readonly MarketClass[]> = {
  simulated: MARKET_CLASSES,
  kraken: ['crypto'],
  coinbase: ['crypto'],
  // Its index prices follow the cash market's hours; ours are contracts for difference.
  twelvedata: ['forex', 'metal', 'crypto'],
}

/**
 * Parses "forex=twelvedata,crypto=kraken" to a source per class; omitted classes are simulated. Throws a RangeError that states
 * what is expected.
 */
export function readMarketSources(setting: string): MarketSources {
  const sources: MarketSources = {
    forex: 'simulated',
    metal: 'simulated',
    index: 'simulated',
    crypto: 'simulated',
  }
  const named = new Set<MarketClass>()
  for (const part of setting.split(',')) {
    if (part.trim() === '') continue
    const [left = '', right = '', ...more] = part.split('=').map((word) => word.trim())
    const kind = MARKET_CLASSES.find((known) => known === left)
    const source = SOURCES.find((known) => known === right)
    if (!kind || more.length > 0) {
      throw new RangeError(
        `expected class=source with a class of ${MARKET_CLASSES.join(', ')}, not "${part.trim()}"`,
      )
    }
    if (!source) throw new RangeError(`expected one of ${SOURCES.join(', ')} for ${kind}, not "${right}"`)
    if (!FEEDS[source].includes(kind))
      throw new RangeError(`expected another source for ${kind}: ${source} has none of it`)
    if (named.has(kind)) throw new RangeError(`expected ${kind} once`)
    named.add(kind)
    sources[kind] = source
  }
  return sources
}
