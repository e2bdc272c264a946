// The currencies and networks of payouts, and each network's notation for transactions. SQL has the same pairs
// (`private.is_payout_asset`); a test compares both. Addresses are validated in `wallet-address.ts`.

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

/** The network's name as wallets and exchanges show it, in every language. */
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

/** Whether a text has the form of the network's transaction hashes. Only the network knows whether the transaction exists. */
export const isTransactionHash = (network: WalletNetwork, text: string): boolean =>
  TRANSACTION[network].test(text)

const EXPLORER: Readonly<Record<WalletNetwork, string>> = {
  bitcoin: 'https://mempool.space/tx/',
  ethereum: 'https://etherscan.io/tx/',
  bnb: 'https://bscscan.com/tx/',
  tron: 'https://tronscan.org/#/transaction/',
  solana: 'https://solscan.io/tx/',
}

/** The transaction's page on a block explorer; null for an invalid hash. */
export const explorerLink = (network: WalletNetwork, hash: string): string | null =>
  isTransactionHash(network, hash) ? `${EXPLORER[network]}${hash}` : null
