import {
  NETWORKS_OF,
  WALLET_CURRENCIES,
  type WalletCurrency,
  type WalletNetwork,
} from '../../../payments/src/wallet-network.ts'

export type WalletBody = { currency: WalletCurrency; network: WalletNetwork; address: string; typed: boolean }

/** What a member asks to be paid to; null for what has not this shape, or names a currency that is not paid on that network. Pure. */
export function readWallet(text: string): WalletBody | null {
  const body = readObject(text)
  if (!body) return null
  const { address, typed } = body
  const currency = WALLET_CURRENCIES.find((known) => known === body.currency)
  const network = currency && NETWORKS_OF[currency].find((known) => known === body.network)
  if (!currency || !network || typeof address !== 'string' || typeof typed !== 'boolean') return null
  return { currency, network, address, typed }
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
