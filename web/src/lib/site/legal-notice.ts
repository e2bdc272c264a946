// Owns what anybody may read of who runs the product, as the back-office keeps it (private.seller).
import { publicRpc } from '#lib/data/public-rpc.ts'

/** An empty text is a fact that was not given. */
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
  /** Who takes payments; null is nobody. */
  card_provider: 'stripe' | 'sandbox' | null
  crypto_provider: 'btcpay' | 'sandbox' | null
}

export const readLegalNotice = (signal: AbortSignal): Promise<LegalNotice> =>
  publicRpc<LegalNotice>('legal_notice', {}, signal)
