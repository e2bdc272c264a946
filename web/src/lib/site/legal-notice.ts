// Owns what anybody may read of the company behind the product, as set in the back-office (private.seller).
import { publicRpc } from '#lib/data/public-rpc.ts'

/** An empty text means that the operator has not given the fact. */
export type LegalNotice = {
  name: string
  /** Legal form and capital, in words. */
  form: string
  address: string
  siren: string
  siret: string
  registration: string
  vat_number: string
  vat_exempt: boolean
  contact: string
  phone: string
  mediator: string
  director: string
  host: string
  status: string
  /** The payment provider; null if there is none. */
  card_provider: 'stripe' | 'sandbox' | null
  crypto_provider: 'btcpay' | 'sandbox' | null
}

export const readLegalNotice = (signal: AbortSignal): Promise<LegalNotice> =>
  publicRpc<LegalNotice>('legal_notice', {}, signal)
