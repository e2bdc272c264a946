// Describes oddities of a price file for the operator.
import type { Doubt } from 'trading/market/history-doubts'

/** One line: what was found, where, and what to try. Times are UTC. */
export function doubtText(doubt: Doubt, { symbol, file }: { symbol: string; file: string }): string {
  switch (doubt.kind) {
    case 'price':
      return `price: ${doubt.price} on ${day(doubt.at)} is far from ${doubt.known}, which ${symbol} had on ${day(doubt.knownAt)}. Is ${file} of another instrument?`
    case 'digits':
      return `digits: prices have ${doubt.written} decimals, those of ${symbol} ${doubt.digits}. Is ${file} of another instrument?`
    case 'closed_market':
      return `closed_market: ${doubt.candles} candles lie in a closed market, the first at ${minute(doubt.first)}. They are left out when this is confirmed.`
    case 'zone':
      return `zone: the week ends at the wrong hour, ${doubt.candles} candles lie in a closed market, the first at ${minute(doubt.first)}. With --zone ${doubt.zone} ${doubt.left === 0 ? 'none does' : `${doubt.left} do`}.`
    case 'repeated_hour':
      return `repeated_hour: ${doubt.candles} candles lie in an hour that the clock showed twice and the file holds once, the first at ${minute(doubt.first)} or an hour later. They are left out when this is confirmed.`
  }
}

const minute = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const day = (at: number) => new Date(at).toISOString().slice(0, 10)
