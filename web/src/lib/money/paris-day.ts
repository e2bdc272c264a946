// Days of money: prices, rates, coupons, payments and taxes follow the clock in Paris, wherever the reader is.
import { instantOf, zoneOffset } from 'trading/market/zones'

const ZONE = 'Europe/Paris'

/** The day in Paris at a moment: `2026-11-21`. */
export function parisDay(moment: string | Date): string {
  const at = new Date(moment).getTime()
  return new Date(at + zoneOffset(ZONE, at)).toISOString().slice(0, 10)
}

/** The moment at which clocks in Paris show a time on a day (`2026-11-21`); midnight by default. */
export function parisMoment(day: string, time = '00:00:00'): string {
  return new Date(instantOf(ZONE, Date.parse(`${day}T${time}Z`))).toISOString()
}

/** The last second of a day in Paris. */
export const parisDayEnd = (day: string): string => parisMoment(day, '23:59:59')
