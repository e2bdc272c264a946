// Owns the order of the guide: the cost of one lot of EUR/USD on the account that the reader can open, then the name. It
// receives no other data, so that what a broker pays cannot influence it.
import { type Broker, openable } from './broker.ts'

type Ranked = Pick<Broker, 'name' | 'accounts'>

/** In the guide's order, for a reader who deposits at most `limit` (minor units; null if they did not say). */
export function ranked<B extends Ranked>(brokers: readonly B[], limit: number | null): B[] {
  /** A broker without such an account comes last. */
  const costOf = (broker: B): number => {
    const account = openable(broker, limit)
    return account ? Number(account.eurusd_cost_pips) : Number.MAX_VALUE
  }
  return brokers.toSorted((one, other) => {
    const [mine, theirs] = [costOf(one), costOf(other)]
    return mine === theirs ? one.name.localeCompare(other.name) : mine - theirs
  })
}
