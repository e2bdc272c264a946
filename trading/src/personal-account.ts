// Simulates an account that took the signals: each trade's risk, in integer minor units, and the balance over time. A trade
// risks a part of the balance at its entry; open results do not count.
import { Decimal } from './decimal.ts'
import type { PersonalTrade } from './personal-trade.ts'

export type AccountSettings = {
  /** In minor units (cents), above zero. */
  capitalMinor: number
  /** Part of the balance that a trade risks, in percent, as decimal text. */
  riskPercent: string
}

export type PersonalAccount = {
  taken: number
  missed: number
  idle: number
  unknown: number
  /** Sum of the results of the trades taken, in R. */
  totalR: Decimal
  balanceMinor: number
  /** Maximum drawdown of the balance: in minor units, and relative to its previous maximum. */
  maxDrawdownMinor: number
  maxDrawdownShare: Decimal
  /** The cost of the spread, already included in the results. */
  spreadCostMinor: number
  /** The balance after each trade, in the order of their ends. */
  curve: { id: string; at: number; r: Decimal; resultMinor: number; balanceMinor: number }[]
}

type Taken = Extract<PersonalTrade, { verdict: 'taken' }>

/** The account after all trades. A trade's risk is rounded down, its result to the nearest unit with halves away from zero. */
export function personalAccount(
  trades: readonly PersonalTrade[],
  { capitalMinor, riskPercent }: AccountSettings,
): PersonalAccount {
  const count = (verdict: PersonalTrade['verdict']) =>
    trades.filter((trade) => trade.verdict === verdict).length
  const taken = trades.filter((trade): trade is Taken => trade.verdict === 'taken')
  // At the same time, ends precede entries; a trade with both starts first.
  const moments = taken
    .flatMap((trade) => [
      { trade, at: trade.enteredAt, ends: false },
      { trade, at: trade.endedAt, ends: true },
    ])
    .sort(
      (one, other) =>
        one.at - other.at || order(one) - order(other) || (one.trade.id < other.trade.id ? -1 : 1),
    )
  const risked = new Map<string, number>()
  const account = {
    balanceMinor: capitalMinor,
    maxDrawdownMinor: 0,
    maxDrawdownShare: new Decimal(0),
    spreadCostMinor: 0,
    curve: [] as PersonalAccount['curve'],
  }
  let peak = capitalMinor
  for (const { trade, at, ends } of moments) {
    if (!ends) {
      const risk = new Decimal(Math.max(0, account.balanceMinor)).times(riskPercent).dividedBy(100).floor()
      risked.set(trade.id, risk.toNumber())
      continue
    }
    const risk = new Decimal(risked.get(trade.id) ?? 0)
    const resultMinor = risk.times(trade.r).round().toNumber()
    account.balanceMinor += resultMinor
    account.spreadCostMinor += risk.times(trade.spreadR).round().toNumber()
    peak = Math.max(peak, account.balanceMinor)
    const fall = peak - account.balanceMinor
    if (fall > account.maxDrawdownMinor) {
      account.maxDrawdownMinor = fall
      account.maxDrawdownShare = new Decimal(fall).dividedBy(peak)
    }
    account.curve.push({ id: trade.id, at, r: trade.r, resultMinor, balanceMinor: account.balanceMinor })
  }
  return {
    ...account,
    taken: taken.length,
    missed: count('missed'),
    idle: count('idle'),
    unknown: count('unknown'),
    totalR: taken.reduce((sum, { r }) => sum.plus(r), new Decimal(0)),
  }
}

const order = ({ trade, ends }: { trade: Taken; ends: boolean }): number =>
  !ends ? 1 : trade.enteredAt === trade.endedAt ? 2 : 0
