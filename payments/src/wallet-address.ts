// Owns whether an address can be paid to on a network: pure, so the browser says at once what the function `save-wallet`, which alone
// writes, will say. It knows checksums and prefixes; that somebody holds the key nobody can know from an address.
import { base58, createBase58check } from '@scure/base'
import { Address } from '@scure/btc-signer/payment.js'
import { NETWORK, sha256, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import { addr } from 'micro-eth-signer'
import { isEd25519Point } from './ed25519-point.ts'
import { WALLET_NETWORKS, type WalletNetwork } from './wallet-network.ts'

/**
 * `format`: not written as this network writes addresses · `checksum`: a character is wrong or missing · `network`: valid, on the
 * network that `looksLike` names · `testnet`: of a network whose coins are worth nothing · `contract`: a token's own contract, from
 * which nothing comes back · `no_wallet`: nobody's key (the zero address; on Solana, an account that no key pair holds).
 */
export type AddressProblem = 'format' | 'checksum' | 'network' | 'testnet' | 'contract' | 'no_wallet'

/** What was checked: a test sum, or on Solana that it is a point of the curve. */
export type AddressCheck = 'base58check' | 'bech32' | 'eip55' | 'curve'

export type AddressVerdict =
  | {
      ok: true
      /** As it is kept: bech32 in lower case, EVM with its EIP-55 capitals. */
      address: string
      check: AddressCheck
      /** True where a wrong character would not have been noticed: EVM without capitals; Solana has no test sum at all. */
      unprotected: boolean
    }
  | { ok: false; problem: AddressProblem; looksLike: WalletNetwork | null }

type Judged = Extract<AddressVerdict, { ok: true }> | AddressProblem

const LONGEST = 120
const base58check = createBase58check(sha256)
const TRON_PREFIX = 0x41

/** Judges an address for a network; blanks around it are no part of it. Never throws. */
export function checkAddress(network: WalletNetwork, text: string): AddressVerdict {
  const address = text.trim()
  if (address.length > LONGEST) return { ok: false, problem: 'format', looksLike: null }
  const judged = JUDGES[network](address)
  if (typeof judged !== 'string') return judged
  if (judged === 'testnet' || judged === 'contract') return { ok: false, problem: judged, looksLike: null }
  const looksLike = guessNetwork(address, network)
  return { ok: false, problem: looksLike ? 'network' : judged, looksLike }
}

/** The first other network on which an address is valid; null when there is none. Ethereum stands for every EVM network. */
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

/** P2PKH and P2SH by base58check; witness programs by bech32 (version 0, BIP 173) and bech32m (version 1, BIP 350). */
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

/** EIP-55: the capitals are the checksum. Without any capital, or with nothing else, there is none. */
function judgeEvm(address: string): Judged {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'format'
  const digits = address.slice(2)
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const written = addr.addChecksum(address.toLowerCase())
  if (!plain && written !== address) return 'checksum'
  if (/^0x(?:0{40}|0{36}dead)$/.test(address.toLowerCase())) return 'no_wallet'
  return CONTRACTS.has(written) ? 'contract' : { ...accepted(written, 'eip55'), unprotected: plain }
}

/** base58check of 21 bytes that begin with 0x41. TRON's test networks write addresses the same way. */
function judgeTron(address: string): Judged {
  const bytes = attempt(() => base58check.decode(address))
  if (!bytes) return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address) ? 'checksum' : 'format'
  if (bytes.length !== 21 || bytes[0] !== TRON_PREFIX) return 'format'
  if (bytes.subarray(1).every((byte) => byte === 0)) return 'no_wallet'
  return CONTRACTS.has(address) ? 'contract' : accepted(address, 'base58check')
}

/**
 * 32 bytes in base58 that are a point of edwards25519: a public key. Solana gives addresses no checksum; half of all wrong ones are
 * no point. Accounts that programs own (token accounts, many multisignature vaults) are no points either, and are refused.
 */
function judgeSolana(address: string): Judged {
  const bytes = attempt(() => base58.decode(address))
  if (bytes?.length !== 32) return 'format'
  if (CONTRACTS.has(address)) return 'contract'
  if (bytes.every((byte) => byte === 0) || !isEd25519Point(bytes)) return 'no_wallet'
  return { ...accepted(address, 'curve'), unprotected: true }
}

/** The contracts of USDT and USDC themselves, which many a person copied in place of their own address. */
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

/** What a decoder says, or null for what it refuses: every refusal of theirs is an exception. */
function attempt<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
