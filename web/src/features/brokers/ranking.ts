// Owns the order of the guide: what one lot of EUR/USD costs on the cheapest account, then the name. It is given nothing
// else to look at, so that what a broker pays can be no part of it.
import { type Broker, cheapest } from './broker.ts'

type Ranked = Pick<Broker, 'name' | 'accounts'>

export function ranked<B extends Ranked>(brokers: readonly B[]): B[] {
  return brokers.toSorted((one, other) => {
    const [mine, theirs] = [costOf(one), costOf(other)]
    return mine === theirs ? one.name.localeCompare(other.name) : mine - theirs
  })
}

/** Without an account, last. */
const costOf = (broker: Ranked): number => {
  const account = cheapest(broker)
  return account ? Number(account.eurusd_cost_pips) : Number.MAX_VALUE
}
