// Owns saving a payout address: through the function that checks it, never through a table.
import type { WalletCurrency, WalletNetwork } from 'payments/wallet-network'
import { edgeFunctions } from '#lib/data/edge-functions.ts'
import { useWrite } from '#lib/data/query.ts'
import { OWN_REFERRAL } from '#lib/money/own-referral.ts'

export type NewWallet = { currency: WalletCurrency; network: WalletNetwork; address: string; typed: boolean }

const REFUSALS = ['proof_needed', 'too_many_changes', 'invalid_address', 'not_allowed'] as const
type WalletRefusal = (typeof REFUSALS)[number] | 'other'

class WalletRefused extends Error {}

export const walletRefusalOf = (error: unknown): WalletRefusal =>
  REFUSALS.find((code) => error instanceof WalletRefused && error.message === code) ?? 'other'

export const useSaveWallet = () =>
  useWrite(
    async (wallet: NewWallet) => {
      const { error, response } = await edgeFunctions.invoke('save-wallet', { body: wallet })
      if (!error) return
      if (!response?.headers.get('content-type')?.includes('json')) throw error
      const { error: refusal } = (await response.json()) as { error: { code: string } }
      throw new WalletRefused(refusal.code)
    },
    [OWN_REFERRAL],
  )
