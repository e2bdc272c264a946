// Owns which currencies a payout can be made in, on which networks, and how a network writes and shows a transaction. The same pairs
// stand in SQL (`private.is_payout_asset`), which a test holds against these. No address is judged here: `wallet-address.ts` does.

export const WALLET_NETWORKS = ['bitcoin', 'ethereum', 'bnb', 'tron', 'solana'] as const
export type WalletNetwork = (typeof WALLET_NETWORKS)[number]

export const WALLET_CURRENCIES = ['USDT', 'USDC', 'BTC', 'ETH', 'SOL'] as const
export type WalletCurrency = (typeof WALLET_CURRENCIES)[number]

export const NETWORKS_OF: Readonly<Record<WalletCurrency, readonly WalletNetwork[]>> = {
  USDT: ['tron', 'ethereum', 'bnb', 'solana'],
  USDC: ['ethereum', 'bnb', 'solana'],
  BTC: ['bitcoin'],
  ETH: ['ethereum'],
  SOL: ['solana'],
}

/** What the network is called where wallets and exchanges let one choose it: the same in every language. */
export const NETWORK_NAMES: Readonly<Record<WalletNetwork, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum (ERC-20)',
  bnb: 'BNB Smart Chain (BEP-20)',
  tron: 'TRON (TRC-20)',
  solana: 'Solana (SPL)',
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'

const TRANSACTION: Readonly<Record<WalletNetwork, RegExp>> = {
  bitcoin: /^[0-9a-f]{64}$/,
  ethereum: /^0x[0-9a-f]{64}$/,
  bnb: /^0x[0-9a-f]{64}$/,
  tron: /^[0-9a-f]{64}$/,
  // A signature is 64 bytes.
  solana: new RegExp(`^${BASE58}{64,88}$`),
}

/** Whether text is written as the network writes a transaction's hash. Whether there is such a transaction only the network knows. */
export const isTransactionHash = (network: WalletNetwork, text: string): boolean =>
  TRANSACTION[network].test(text)

const EXPLORER: Readonly<Record<WalletNetwork, string>> = {
  bitcoin: 'https://mempool.space/tx/',
  ethereum: 'https://etherscan.io/tx/',
  bnb: 'https://bscscan.com/tx/',
  tron: 'https://tronscan.org/#/transaction/',
  solana: 'https://solscan.io/tx/',
}

/** Where everybody can look a transaction up; null for what is no hash of that network. */
export const explorerLink = (network: WalletNetwork, hash: string): string | null =>
  isTransactionHash(network, hash) ? `${EXPLORER[network]}${hash}` : null
