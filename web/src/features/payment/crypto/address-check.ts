// Compares addresses: a short fingerprint for two devices, and the text that a wallet shows.
import { sha256Hex } from 'trading/proof/ledger'

/** The beginning and the end of an address's SHA-256, computed here from the address that is on the screen: `5be1…90ac`. */
export function fingerprintOf(address: string): string {
  const hash = sha256Hex(address)
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`
}

/** Notations that wallets may write in capitals, as QR codes do; in all others, capitals are other characters. */
const EITHER_CASE = /^(bc1|tb1|bcrt1|ln(bc|tb))/i

/** Whether a text from a wallet names an address: alone, in groups, or as a link with an amount. */
export function namesAddress(text: string, address: string): boolean {
  const [bare = ''] = text
    .replace(/\s+/g, '')
    .replace(/^[a-z]+:/i, '')
    .split('?')
  if (bare === address) return true
  return (
    EITHER_CASE.test(address) && bare === bare.toUpperCase() && bare.toLowerCase() === address.toLowerCase()
  )
}
