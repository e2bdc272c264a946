// Validates payout addresses. Pure, so that the browser gives the same answer as the function `save-wallet`, the only writer.
// Checks checksums and prefixes; whether anyone holds the key cannot be known.
import { base58, createBase58check } from '@scure/base'
import { Address } from '@scure/btc-signer/payment.js'
import { NETWORK, sha256, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import { addr } from 'micro-eth-signer'
import { isEd25519Point } from './ed25519-point.ts'
import { WALLET_NETWORKS, type WalletNetwork } from './wallet-network.ts'

/**
 * `format`: not this network's notation · `checksum`: a character is wrong or missing · `network`: valid on the network in
 * `looksLike` · `testnet`: on a network whose coins are worthless · `contract`: a token's contract, from which nothing can be
 * recovered · `no_wallet`: no one's key (the zero address; on Solana, an account without a key pair).
 */
export type AddressProblem = 'format' | 'checksum' | 'network' | 'testnet' | 'contract' | 'no_wallet'

/** What was checked: a checksum or, on Solana, that it is a point on the curve. */
export type AddressCheck = 'base58check' | 'bech32' | 'eip55' | 'curve'

export type AddressVerdict =
  | {
      ok: true
      /** The stored form: lower case for bech32, EIP-55 capitals for EVM. */
      address: string
      check: AddressCheck
      /** True if a wrong character would not be noticed: EVM without capitals; Solana has no checksum at all. */
      unprotected: boolean
    }
  | { ok: false; problem: AddressProblem; looksLike: WalletNetwork | null }

type Judged = Extract<AddressVerdict, { ok: true }> | AddressProblem

const LONGEST = 120
const base58check = createBase58check(sha256)
const TRON_PREFIX = 0x41

/** Validates an address for a network, ignoring surrounding spaces. Never throws. */
export function checkAddress(network: WalletNetwork, text: string): AddressVerdict {
  const address = text.trim()
  if (address.length > LONGEST) return { ok: false, problem: 'format', looksLike: null }
  const judged = JUDGES[network](address)
  if (typeof judged !== 'string') return judged
  if (judged === 'testnet' || judged === 'contract') return { ok: false, problem: judged, looksLike: null }
  const looksLike = guessNetwork(address, network)
  return { ok: false, problem: looksLike ? 'network' : judged, looksLike }
}

/** The first other network on which an address is valid, or null. Ethereum represents every EVM network. */
function guessNetwork(address: string, except: WalletNetwork): WalletNetwork | null {
  return (
    WALLET_NETWORKS.find((network) => network !== except && typeof JUDGES[network](address) !== 'string') ??
    null
  )
}

const JUDGES: Readonly<Record<WalletNetwork, (address: string) => Judged>> = {
  bitcoin: judgeBitcoin,
  ethereum: judgeEvm,
  bnb: judgeEvm,
  tron: judgeTron,
  solana: judgeSolana,
}

const MAIN = Address(NETWORK)
const TEST = Address(TEST_NETWORK)

/** P2PKH and P2SH with base58check; witness programs with bech32 (version 0, BIP 173) and bech32m (version 1, BIP 350). */
function judgeBitcoin(address: string): Judged {
  if (attempt(() => MAIN.decode(address))) {
    const segwit = /^bc1/i.test(address)
    return accepted(segwit ? address.toLowerCase() : address, segwit ? 'bech32' : 'base58check')
  }
  if (/^(?:tb|bcrt)1/i.test(address) || attempt(() => TEST.decode(address))) return 'testnet'
  return /^(?:bc1[a-z0-9]{11,71}|BC1[A-Z0-9]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/.test(address)
    ? 'checksum'
    : 'format'
}

/** EIP-55: capitals are the checksum. An address with only lower or only upper case has none. */
function judgeEvm(address: string): Judged {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'format'
  const digits = address.slice(2)
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const written = addr.addChecksum(address.toLowerCase())
  if (!plain && written !== address) return 'checksum'
  if (/^0x(?:0{40}|0{36}dead)$/.test(address.toLowerCase())) return 'no_wallet'
  return CONTRACTS.has(written) ? 'contract' : { ...accepted(written, 'eip55'), unprotected: plain }
}

/** base58check of 21 bytes starting with 0x41. TRON's test networks use the same notation. */
function judgeTron(address: string): Judged {
  const bytes = attempt(() => base58check.decode(address))
  if (!bytes) return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address) ? 'checksum' : 'format'
  if (bytes.length !== 21 || bytes[0] !== TRON_PREFIX) return 'format'
  if (bytes.subarray(1).every((byte) => byte === 0)) return 'no_wallet'
  return CONTRACTS.has(address) ? 'contract' : accepted(address, 'base58check')
}

/**
 * 32 bytes in base58 that are a point of edwards25519: a public key. Solana addresses have no checksum; half of all wrong ones are
 * not points. Accounts owned by programs (token accounts, many multisignature vaults) are not points either, and are refused.
 */
function judgeSolana(address: string): Judged {
  const bytes = attempt(() => base58.decode(address))
  if (bytes?.length !== 32) return 'format'
  if (CONTRACTS.has(address)) return 'contract'
  if (bytes.every((byte) => byte === 0) || !isEd25519Point(bytes)) return 'no_wallet'
  return { ...accepted(address, 'curve'), unprotected: true }
}

/** The contracts of USDT and USDC, which people paste by mistake instead of their own address. */
const CONTRACTS: ReadonlySet<string> = new Set([
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x55d398326f99059fF775485246999027B3197955',
  '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v',
])

const accepted = (address: string, check: AddressCheck) => ({
  ok: true as const,
  address,
  check,
  unprotected: false,
})

/** A decoder's result, or null when it throws. */
function attempt<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
