// Sums of coins, as decimal text: no figure passes through a float.
import type { CryptoMethod } from 'payments/crypto-invoice'

type Amounts = Pick<CryptoMethod, 'amount' | 'transfers'>

const digitsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0

const units = (amount: string, digits: number): bigint => {
  const [whole = '', part = ''] = amount.split('.')
  return BigInt(whole + part.padEnd(digits, '0'))
}

const written = (count: bigint, digits: number): string => {
  const text = String(count).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** What has arrived and what of it is too much, both with the digits of the order's amount or more; no surplus is null. */
export function coinsReceived({ amount, transfers }: Amounts): { received: string; surplus: string | null } {
  const amounts = transfers.map((transfer) => transfer.amount)
  const digits = Math.max(...[amount, ...amounts].map(digitsOf))
  const received = amounts.reduce((sum, one) => sum + units(one, digits), 0n)
  const over = received - units(amount, digits)
  return { received: written(received, digits), surplus: over > 0n ? written(over, digits) : null }
}
