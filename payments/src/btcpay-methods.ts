// Reads how an invoice of BTCPay Server can be paid: its coins, networks, addresses and exact amounts.
import { type BtcpayAccess, type BtcpayInvoice, createBtcpayClient } from './btcpay-client.ts'
import type { CryptoInvoice, CryptoMethod } from './crypto-invoice.ts'
import type { BtcpaySettings } from './settings.ts'

/** Versions 1 and 2 name the method and its coin differently. Amounts are decimal text, times seconds. */
export type BtcpayMethod = {
  paymentMethodId?: string
  paymentMethod?: string
  currency?: string
  cryptoCode?: string
  activated: boolean
  destination: string | null
  paymentLink: string | null
  rate: string
  amount: string
  due: string
  payments: {
    id: string
    receivedDate: number
    value: string
    status: 'Invalid' | 'Processing' | 'Settled'
  }[]
}

export type SpeedPolicy = 'HighSpeed' | 'MediumSpeed' | 'LowMediumSpeed' | 'LowSpeed'

/** Confirmations that each policy of a store waits for. */
const CONFIRMATIONS: Readonly<Record<SpeedPolicy, number>> = {
  HighSpeed: 0,
  MediumSpeed: 1,
  LowMediumSpeed: 2,
  LowSpeed: 6,
}

/** Reads an invoice anew. Throws ProviderFailure. */
export async function readCryptoInvoice(
  settings: BtcpaySettings,
  reference: string,
  access: BtcpayAccess = {},
): Promise<CryptoInvoice> {
  const client = createBtcpayClient(settings, access)
  const path = `stores/:store/invoices/${encodeURIComponent(reference)}`
  const [invoice, methods] = await Promise.all([
    client.get<BtcpayInvoice & { checkout?: { speedPolicy?: SpeedPolicy } }>(path),
    client.get<BtcpayMethod[]>(`${path}/payment-methods`),
  ])
  return {
    confirmations: CONFIRMATIONS[invoice.checkout?.speedPolicy ?? 'MediumSpeed'],
    expiresAt: new Date(invoice.expirationTime * 1000).toISOString(),
    methods: methods.flatMap(payable),
  }
}

function payable(method: BtcpayMethod): CryptoMethod[] {
  const id = method.paymentMethodId ?? method.paymentMethod ?? ''
  const coin = method.currency ?? method.cryptoCode ?? id.split(/[-_]/)[0] ?? ''
  const { destination: address, activated, payments } = method
  // An LNURL asks for a second request: Lightning, beside it, is the same network.
  if (!activated || !address || /LNURL/i.test(id)) return []
  return [
    {
      id,
      coin,
      network: networkOf(id, coin),
      test: coin === 'BTC' && /^(tb1|bcrt1|[mn2]|lntb|lnbcrt)/.test(address),
      address,
      link: method.paymentLink ?? address,
      amount: method.amount,
      due: method.due,
      rate: method.rate,
      transfers: payments
        .filter(({ status }) => status !== 'Invalid')
        .map(({ id: payment, receivedDate, value, status }) => ({
          // Of the chain it is the transaction and the place of the output.
          hash: /^([0-9a-f]{64})(-\d+)?$/i.exec(payment)?.[1] ?? null,
          amount: value,
          at: new Date(receivedDate * 1000).toISOString(),
          settled: status === 'Settled',
        })),
    },
  ]
}

const CHAINS: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
  XMR: 'Monero',
  DOGE: 'Dogecoin',
}

/** `BTC-CHAIN` (before: `BTC`) is Bitcoin, `BTC-LN` Lightning; another ending names a network. */
function networkOf(id: string, coin: string): string {
  const ending = id.slice(coin.length).replace(/^[-_]/, '')
  if (/^(LN|Lightning)/i.test(ending)) return 'Lightning'
  if (ending === '' || /^(CHAIN|OnChain)$/i.test(ending)) return CHAINS[coin] ?? coin
  return ending
}
