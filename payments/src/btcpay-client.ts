// Client for Greenfield, BTCPay Server's API: the calls we need, with timeouts and our own error codes.
import { ProviderFailure } from './provider.ts'
import type { BtcpaySettings } from './settings.ts'

export type BtcpayAccess = { fetch?: typeof fetch; timeoutMs?: number }

export const INVOICE_STATES = ['New', 'Processing', 'Settled', 'Expired', 'Invalid'] as const
export const ADDITIONAL_STATES = ['None', 'PaidLate', 'PaidPartial', 'PaidOver', 'Marked', 'Invalid'] as const

/** Amounts are decimal text, times seconds. */
export type BtcpayInvoice = {
  id: string
  storeId: string
  amount: string
  /** In the invoice's currency; from version 2 on. */
  paidAmount?: string
  currency: string
  status: (typeof INVOICE_STATES)[number]
  additionalStatus: (typeof ADDITIONAL_STATES)[number]
  checkoutLink: string
  createdTime: number
  expirationTime: number
  metadata: { orderId?: string; member?: string } | null
}

export type BtcpayPullPayment = { id: string; viewLink: string; amount: string; currency: string }
export type BtcpayPayout = {
  id: string
  state: 'AwaitingApproval' | 'AwaitingPayment' | 'InProgress' | 'Completed' | 'Cancelled'
  /** In the pull payment's currency. */
  amount?: string
  originalAmount?: string
  date: number
}

const TIMEOUT_MS = 10_000

export type BtcpayClient = {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: object): Promise<T>
}

/** Paths are relative to the store. */
export function createBtcpayClient(settings: BtcpaySettings, access: BtcpayAccess = {}): BtcpayClient {
  const { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS } = access
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    let answer: Response
    let text: string
    try {
      answer = await fetch(`${settings.url}/api/v1/${path.replace(':store', settings.store)}`, {
        method,
        headers: { authorization: `token ${settings.apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await answer.text()
    } catch (error) {
      throw new ProviderFailure('unreachable', { retry: true, cause: error })
    }
    if (!answer.ok) {
      const after = Number(answer.headers.get('retry-after'))
      throw new ProviderFailure(`http_${answer.status}`, {
        retry: answer.status === 408 || answer.status === 429 || answer.status >= 500,
        afterMs: after > 0 ? after * 1000 : null,
      })
    }
    try {
      return JSON.parse(text) as T
    } catch (error) {
      throw new ProviderFailure('unreadable', { retry: true, cause: error })
    }
  }
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) }
}
