// Owns the order of the guide: the cost of one lot of EUR/USD on the cheapest account, then the name. It receives no other
// data, so that what a broker pays cannot influence it.
import { type Broker, cheapest } from './broker.ts'

type Ranked = Pick<Broker, 'name' | 'accounts'>

export function ranked<B extends Ranked>(brokers: readonly B[]): B[] {
  return brokers.toSorted((one, other) => {
    const [mine, theirs] = [costOf(one), costOf(other)]
    return mine === theirs ? one.name.localeCompare(other.name) : mine - theirs
  })
}

/** A broker without an account comes last. */
const costOf = (broker: Ranked): number => {
  const account = cheapest(broker)
  return account ? Number(account.eurusd_cost_pips) : Number.MAX_VALUE
}
