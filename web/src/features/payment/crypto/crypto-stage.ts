import type { CryptoInvoice, CryptoMethod } from 'payments/crypto-invoice'

/** What an open crypto order waits for: the coins, the rest of them, or the network's confirmation. */
export type CryptoStage = 'send' | 'part' | 'seen'

/** The way in use: the one by which coins arrived, which nothing changes any more; else the chosen one, else the first. */
export function methodOf(
  { methods }: Pick<CryptoInvoice, 'methods'>,
  chosen: string | null,
): { method: CryptoMethod | undefined; fixed: boolean } {
  const used = methods.find(({ transfers }) => transfers.length > 0)
  return { method: used ?? methods.find(({ id }) => id === chosen) ?? methods[0], fixed: used !== undefined }
}

export function stageOf({ transfers, due }: Pick<CryptoMethod, 'transfers' | 'due'>): CryptoStage {
  if (transfers.length === 0) return 'send'
  return Number(due) > 0 ? 'part' : 'seen'
}

/** How much of an amount has arrived, from 0 to 1. */
export const shareReceived = ({ amount, due }: Pick<CryptoMethod, 'amount' | 'due'>): number =>
  Number(amount) > 0 ? Math.min(1, Math.max(0, 1 - Number(due) / Number(amount))) : 0

/** An address in groups of four, which can be compared; null for what is too long for that, such as a Lightning invoice. */
export const addressGroups = (address: string): string[] | null =>
  address.length > 100 ? null : (address.match(/.{1,4}/g) ?? [])
