import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBtcpay } from './btcpay.ts'
import { readCryptoInvoice } from './btcpay-methods.ts'
import { sandboxInvoice } from './sandbox-invoice.ts'
import { BtcpayStandIn } from './testing/btcpay-stand-in.ts'
import { checkAddress } from './wallet-address.ts'

const START = Date.UTC(2026, 10, 21, 10)
const standIn = new BtcpayStandIn(() => START)
beforeAll(() => standIn.server.open())
afterAll(() => standIn.server.close())

const expiresAt = new Date(START + 15 * 60_000)
const opened = async (checkout: string) =>
  (
    await createBtcpay(standIn.settings, { now: () => START }).openCheckout(
      {
        checkout,
        reference: 'VG-P-1',
        member: 'member',
        email: null,
        customer: null,
        price: { id: 11, plan: 'standard', name: 'Standard', period: 'month', amount: 3900, currency: 'EUR' },
        total: 3900,
        language: 'fr',
        successUrl: 'https://vigie.test/payment-success',
        cancelUrl: 'https://vigie.test/payment',
        expiresAt,
      },
      'key',
    )
  ).reference

describe('an invoice of BTCPay Server', () => {
  it('names coin, network, address, exact amount and time for each way to pay', async () => {
    const read = await readCryptoInvoice(standIn.settings, await opened('one'))
    expect(read).toMatchObject({ confirmations: 1, expiresAt: expiresAt.toISOString() })
    const address = expect.stringMatching(/^tb1q/)
    expect(read.methods).toEqual([
      expect.objectContaining({
        coin: 'BTC',
        network: 'Bitcoin',
        test: true,
        address,
        amount: '0.00048750',
        due: '0.00048750',
      }),
      expect.objectContaining({ coin: 'BTC', network: 'Lightning', test: true, transfers: [] }),
    ])
    expect(read.methods[0]?.link).toBe(`bitcoin:${read.methods[0]?.address}?amount=0.00048750`)
  })

  it('says what arrived and what is missing, and when the network has confirmed it', async () => {
    const reference = await opened('two')
    standIn.receive(reference, 3000)
    const [part] = (await readCryptoInvoice(standIn.settings, reference)).methods
    expect(part).toMatchObject({
      due: '0.00011250',
      transfers: [{ hash: 'ab'.repeat(32), amount: '0.00037500', settled: false }],
    })
    standIn.receive(reference, 900)
    standIn.confirm(reference)
    const [whole] = (await readCryptoInvoice(standIn.settings, reference)).methods
    expect(whole).toMatchObject({ due: '0.00000000', transfers: [{ settled: true }] })
  })

  it('is refused while the server does not answer', async () => {
    const down = { ...standIn.settings, apiKey: 'wrong' }
    await expect(readCryptoInvoice(down, 'any')).rejects.toMatchObject({ code: 'http_401' })
  })
})

describe('an invoice of the sandbox', () => {
  const order = {
    id: '6f1c2a34-0000-4000-8000-000000000001',
    total: 3900,
    expires_at: expiresAt.toISOString(),
  }
  const at = new Date(START).toISOString()

  it('has an address of the test network, always the same for an order and another for the next', async () => {
    const [one, again, other] = await Promise.all([
      sandboxInvoice(order, []),
      sandboxInvoice(order, []),
      sandboxInvoice({ ...order, id: order.id.replace(/1$/, '2') }, []),
    ])
    expect(one).toEqual(again)
    expect(one.methods[0]?.address).not.toBe(other.methods[0]?.address)
    expect(one.methods[0]).toMatchObject({ test: true, amount: '0.00048750', due: '0.00048750' })
    // A wallet of the real network refuses it.
    expect(checkAddress('bitcoin', one.methods[0]?.address ?? '').ok).toBe(false)
  })

  it.each([
    [['agreed', 'crypto_underpaid'], '0.00024375', 1],
    [['agreed', 'crypto_seen'], '0.00000000', 1],
    [['agreed', 'crypto_underpaid', 'crypto_seen'], '0.00000000', 1],
    [['agreed'], '0.00048750', 0],
  ])('after %j, %s is due', async (kinds, due, transfers) => {
    const { methods } = await sandboxInvoice(
      order,
      kinds.map((kind) => ({ kind, at })),
    )
    expect(methods[0]).toMatchObject({ due })
    expect(methods[0]?.transfers).toHaveLength(transfers)
  })
})
