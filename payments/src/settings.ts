// Payment settings from the environment, shared by the worker, `npm start` and the webhook function. docs/operations.md has the
// table.

/** An invalid setting; the message names it in one sentence. */
export class PaymentSettingError extends Error {
  override name = 'PaymentSettingError'
  constructor(setting: string, why: string) {
    super(`The setting ${setting} is invalid: ${why}.`)
  }
}

/** `webhookSecrets`: several during a rotation. `apiUrl`: overrides the provider's URL in tests. */
export type StripeSettings = { secretKey: string; webhookSecrets: string[]; apiUrl: string | null }
export type BtcpaySettings = { url: string; apiKey: string; store: string; webhookSecrets: string[] }

export type PaymentSettings = {
  card: 'stripe' | 'sandbox' | null
  crypto: 'btcpay' | 'sandbox' | null
  stripe: StripeSettings | null
  btcpay: BtcpaySettings | null
}

type Environment = Record<string, string | undefined>

/** Reads the environment. Throws PaymentSettingError for the first invalid value. */
export function readPaymentSettings(environment: Environment): PaymentSettings {
  const card = readProvider(environment, 'PAYMENT_CARD', 'stripe')
  const crypto = readProvider(environment, 'PAYMENT_CRYPTO', 'btcpay')
  const twice = environment.PAYMENT_SANDBOX_IN_PRODUCTION
  if (twice && twice !== 'yes' && twice !== 'no') {
    throw new PaymentSettingError('PAYMENT_SANDBOX_IN_PRODUCTION', 'expected yes or no')
  }
  if (environment.NODE_ENV === 'production') {
    for (const [name, provider] of [
      ['PAYMENT_CARD', card],
      ['PAYMENT_CRYPTO', crypto],
    ] as const) {
      // Requires a second setting, so that production never uses the sandbox by accident.
      if (provider === 'sandbox' && !(environment[name] === 'sandbox' && twice === 'yes')) {
        throw new PaymentSettingError(
          name,
          'with NODE_ENV=production the sandbox gives access without money and needs PAYMENT_SANDBOX_IN_PRODUCTION=yes beside its name',
        )
      }
    }
  }
  const stripe = readStripe(environment)
  const btcpay = readBtcpay(environment)
  if (card === 'stripe' && !stripe) throw needs('PAYMENT_CARD', 'stripe', 'STRIPE_SECRET_KEY')
  if (crypto === 'btcpay' && !btcpay) throw needs('PAYMENT_CRYPTO', 'btcpay', 'BTCPAY_URL')
  return { card, crypto, stripe, btcpay }
}

/** Null without a key. A key without a webhook secret would lose payments, so both are required. */
export function readStripe(environment: Environment): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = environment
  const webhookSecrets = readSecrets(environment.STRIPE_WEBHOOK_SECRET)
  if (!secretKey && webhookSecrets.length === 0) return null
  if (!secretKey) throw needs('STRIPE_WEBHOOK_SECRET', '', 'STRIPE_SECRET_KEY')
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey)) {
    throw new PaymentSettingError('STRIPE_SECRET_KEY', 'expected a key that begins with sk_ or rk_')
  }
  if (webhookSecrets.length === 0 || webhookSecrets.some((secret) => !/^whsec_\w+$/.test(secret))) {
    throw new PaymentSettingError(
      'STRIPE_WEBHOOK_SECRET',
      'expected one or more secrets that begin with whsec_',
    )
  }
  if (apiUrl && !isAddress(apiUrl))
    throw new PaymentSettingError('STRIPE_API_URL', 'expected an http(s) address')
  return { secretKey, webhookSecrets, apiUrl: apiUrl || null }
}

export function readBtcpay(environment: Environment): BtcpaySettings | null {
  const { BTCPAY_URL: url, BTCPAY_API_KEY: apiKey, BTCPAY_STORE: store } = environment
  const webhookSecrets = readSecrets(environment.BTCPAY_WEBHOOK_SECRET)
  if (!url && !apiKey && !store && webhookSecrets.length === 0) return null
  if (!url || !isAddress(url)) throw new PaymentSettingError('BTCPAY_URL', 'expected an http(s) address')
  if (!apiKey) throw new PaymentSettingError('BTCPAY_API_KEY', 'BTCPAY_URL needs it')
  if (!store || !/^\w+$/.test(store)) throw new PaymentSettingError('BTCPAY_STORE', "expected the store's id")
  // A short secret could be brute-forced from one signed message.
  if (webhookSecrets.length === 0 || webhookSecrets.some((secret) => secret.length < 16)) {
    throw new PaymentSettingError(
      'BTCPAY_WEBHOOK_SECRET',
      'expected one or more secrets of at least 16 characters',
    )
  }
  return { url: url.replace(/\/$/, ''), apiKey, store, webhookSecrets }
}

function readProvider<P extends string>(environment: Environment, name: string, provider: P) {
  const value = environment[name] || 'sandbox'
  if (value === 'none') return null
  if (value === 'sandbox' || value === provider) return value as P | 'sandbox'
  throw new PaymentSettingError(name, `expected ${provider}, sandbox or none`)
}

/** Comma-separated. */
function readSecrets(setting: string | undefined): string[] {
  return (setting ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

function needs(setting: string, value: string, missing: string): PaymentSettingError {
  return new PaymentSettingError(setting, `${value || 'it'} requires ${missing}`)
}
