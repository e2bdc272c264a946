import { describe, expect, it } from 'vitest'
import { readPaymentSettings } from './settings.ts'

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }
const BTCPAY = {
  BTCPAY_URL: 'https://pay.example/',
  BTCPAY_API_KEY: 'key',
  BTCPAY_STORE: 'store1',
  BTCPAY_WEBHOOK_SECRET: 'sixteen letters and more',
}

describe('the payment settings', () => {
  it('select the sandbox by default', () => {
    expect(readPaymentSettings({})).toEqual({
      card: 'sandbox',
      crypto: 'sandbox',
      stripe: null,
      btcpay: null,
    })
  })

  it('configure both providers, with secrets during a rotation', () => {
    expect(
      readPaymentSettings({ PAYMENT_CARD: 'stripe', PAYMENT_CRYPTO: 'btcpay', ...STRIPE, ...BTCPAY }),
    ).toEqual({
      card: 'stripe',
      crypto: 'btcpay',
      stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1', 'whsec_2'], apiUrl: null },
      btcpay: {
        url: 'https://pay.example',
        apiKey: 'key',
        store: 'store1',
        webhookSecrets: ['sixteen letters and more'],
      },
    })
  })

  it('allow the sandbox in production only with a second setting', () => {
    const production = { NODE_ENV: 'production', PAYMENT_CRYPTO: 'none' }
    const twice = { PAYMENT_SANDBOX_IN_PRODUCTION: 'yes' }
    expect(() => readPaymentSettings(production)).toThrow(/^The setting PAYMENT_CARD is invalid: [^.]+\.$/)
    expect(() => readPaymentSettings({ ...production, PAYMENT_CARD: 'sandbox' })).toThrow('PAYMENT_CARD')
    expect(() => readPaymentSettings({ ...production, ...twice })).toThrow('PAYMENT_CARD')
    expect(readPaymentSettings({ ...production, ...twice, PAYMENT_CARD: 'sandbox' }).card).toBe('sandbox')
    expect(readPaymentSettings({ ...production, PAYMENT_CARD: 'none' }).card).toBeNull()
  })

  it.each([
    ['PAYMENT_CARD', { PAYMENT_CARD: 'btcpay' }],
    ['PAYMENT_CARD', { PAYMENT_CARD: 'stripe' }],
    ['PAYMENT_CRYPTO', { PAYMENT_CRYPTO: 'btcpay' }],
    ['PAYMENT_SANDBOX_IN_PRODUCTION', { PAYMENT_SANDBOX_IN_PRODUCTION: 'maybe' }],
    ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['STRIPE_API_URL', { ...STRIPE, STRIPE_API_URL: 'stripe' }],
    ['BTCPAY_URL', { ...BTCPAY, BTCPAY_URL: 'pay.example' }],
    ['BTCPAY_API_KEY', { ...BTCPAY, BTCPAY_API_KEY: '' }],
    ['BTCPAY_STORE', { ...BTCPAY, BTCPAY_STORE: 'a/b' }],
    ['BTCPAY_WEBHOOK_SECRET', { ...BTCPAY, BTCPAY_WEBHOOK_SECRET: 'short' }],
  ])('report an invalid %s in one sentence', (name, environment) => {
    expect(() => readPaymentSettings(environment)).toThrow(
      new RegExp(`^The setting ${name} is invalid: [^.]+\\.$`),
    )
  })
})
