// The sandbox's invoice: as a real one looks, on a test network, at an address that nobody holds a key to.
import { bech32 } from '@scure/base'
import type { CryptoInvoice, CryptoTransfer } from './crypto-invoice.ts'

/** The rate of the trial, in the order's currency. */
const RATE = 80_000
const SATOSHIS = 100_000_000

export type SandboxOrder = {
  id: string
  /** Minor units. */
  total: number
  expires_at: string
}

/** What has happened to an order, by kind (`read_checkout`). */
export type SandboxStep = { kind: string; at: string }

export async function sandboxInvoice(
  { id, total, expires_at }: SandboxOrder,
  steps: readonly SandboxStep[],
): Promise<CryptoInvoice> {
  const asked = Math.ceil((total * SATOSHIS) / (RATE * 100))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id)))
  const address = bech32.encode('tb', [0, ...bech32.toWords(digest.subarray(0, 20))])
  // The last word counts: what was too little may have been completed.
  const last = steps.findLast(({ kind }) => kind in SHARES)
  const received = last ? Math.floor(asked * (SHARES[last.kind] ?? 0)) : 0
  const due = coins(Math.max(0, asked - received))
  const transfers: CryptoTransfer[] = last
    ? [{ hash: hex(digest), amount: coins(received), at: last.at, settled: last.kind === 'crypto_underpaid' }]
    : []
  return {
    confirmations: 1,
    expiresAt: expires_at,
    methods: [
      {
        id: 'BTC-CHAIN',
        coin: 'BTC',
        network: 'Bitcoin',
        test: true,
        address,
        link: `bitcoin:${address}?amount=${due}`,
        amount: coins(asked),
        due,
        rate: String(RATE),
        transfers,
      },
    ],
  }
}

/** Shares of the amount that each event of the sandbox stands for (`sandbox_crypto`). */
const SHARES: Readonly<Record<string, number>> = { crypto_seen: 1, crypto_underpaid: 0.5 }

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Satoshis as decimal coins with eight digits. */
const coins = (satoshis: number): string => {
  const text = String(satoshis).padStart(9, '0')
  return `${text.slice(0, -8)}.${text.slice(-8)}`
}
