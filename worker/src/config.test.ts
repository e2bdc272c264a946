import { describe, expect, it } from 'vitest'
import { ConfigError, readWorkerConfig } from './config.ts'

const DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/postgres'

describe('readWorkerConfig', () => {
  it('requires only the database', () => {
    expect(readWorkerConfig({ DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      marketSources: { forex: 'simulated', metal: 'simulated', index: 'simulated', crypto: 'simulated' },
      twelveData: null,
      mail: null,
      support: null,
      mailbox: null,
      files: null,
      payments: { card: 'sandbox', crypto: 'sandbox', stripe: null, btcpay: null },
      telegram: null,
      ledger: {
        origin: '127.0.0.1:3000/ledger',
        isNamed: false,
        secretKey: null,
        witnesses: [],
        authorities: [],
      },
      quoteIntervalMs: 1000,
    })
  })

  it.each([
    ['DATABASE_URL', 'http://example.org'],
    ['MARKET_PROVIDERS', 'forex=magic'],
    ['MARKET_PROVIDERS', 'shares=simulated'],
    ['MARKET_PROVIDERS', 'forex'],
    ['MARKET_PROVIDERS', 'forex=kraken'],
    ['MARKET_PROVIDERS', 'index=twelvedata'],
    ['MARKET_PROVIDERS', 'crypto=kraken,crypto=coinbase'],
    ['TWELVEDATA_CREDITS_A_MINUTE', '0'],
    ['QUOTE_INTERVAL_MS', '10'],
    ['LOG_LEVEL', 'loud'],
    ['PAYMENT_CARD', 'stripe'],
    ['PAYMENT_CRYPTO', 'bitpay'],
    ['STRIPE_SECRET_KEY', 'secret'],
    ['TELEGRAM_BOT_TOKEN', 'secret'],
    ['TELEGRAM_FREE_CHAT', 'vigie'],
    ['TELEGRAM_FREE_LANGUAGE', 'de'],
    ['LEDGER_ORIGIN', 'a name'],
    ['LEDGER_PRIVATE_KEY', 'secret'],
    ['LEDGER_WITNESSES', 'https://witness.example'],
    ['LEDGER_TIMESTAMPS', 'freetsa'],
    ['AMF_WARNING_LIST', 'liste.csv'],
  ])('reports an invalid %s in one sentence', (name, value) => {
    const read = () => readWorkerConfig({ DATABASE_URL, [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^The setting ${name} is invalid: [^.]+\\.$`))
  })

  it('reads the Telegram settings: a bot and its chats, never a public premium chat', () => {
    const bot = { DATABASE_URL, TELEGRAM_BOT_TOKEN: `123456:${'A'.repeat(35)}` }
    const premium = { ...bot, TELEGRAM_PREMIUM_CHAT: '-1001234567890' }
    expect(() => readWorkerConfig(bot)).toThrow(/^The setting TELEGRAM_PREMIUM_CHAT is invalid/)
    expect(() => readWorkerConfig({ DATABASE_URL, TELEGRAM_FREE_CHAT: '-1001' })).toThrow(
      /^The setting TELEGRAM_BOT_TOKEN is invalid/,
    )
    expect(() => readWorkerConfig({ ...bot, TELEGRAM_PREMIUM_CHAT: '@vigie_premium' })).toThrow(
      /^The setting TELEGRAM_PREMIUM_CHAT is invalid: a chat with a public name is open to everyone/,
    )
    expect(() => readWorkerConfig({ ...premium, TELEGRAM_FREE_CHAT: '-1001234567890' })).toThrow(
      /^The setting TELEGRAM_FREE_CHAT is invalid/,
    )
    const both = { ...premium, TELEGRAM_FREE_CHAT: '@vigie_free', TELEGRAM_FREE_LANGUAGE: 'es' }
    expect(readWorkerConfig(both).telegram).toEqual({
      token: bot.TELEGRAM_BOT_TOKEN,
      apiUrl: 'https://api.telegram.org',
      chats: new Map([
        ['premium', { id: '-1001234567890', language: 'fr' }],
        ['free', { id: '@vigie_free', language: 'es' }],
      ]),
    })
  })

  it('reads the project URL and service key for files, and requires both', () => {
    const SUPABASE_URL = 'https://project.example/'
    const SUPABASE_SERVICE_ROLE_KEY = 'test'
    expect(() => readWorkerConfig({ DATABASE_URL, SUPABASE_URL })).toThrow(
      /^The setting SUPABASE_SERVICE_ROLE_KEY is invalid/,
    )
    expect(() => readWorkerConfig({ DATABASE_URL, SUPABASE_SERVICE_ROLE_KEY })).toThrow(
      /^The setting SUPABASE_URL is invalid/,
    )
    const { files } = readWorkerConfig({ DATABASE_URL, SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY })
    expect(files).toEqual({ projectUrl: 'https://project.example', serviceKey: 'test' })
  })

  it('reads a source for each class, and requires a key where needed', () => {
    const MARKET_PROVIDERS = 'forex=twelvedata, crypto=kraken'
    expect(() => readWorkerConfig({ DATABASE_URL, MARKET_PROVIDERS })).toThrow(
      /^The setting TWELVEDATA_API_KEY is invalid/,
    )
    const TWELVEDATA_API_KEY = 'test'
    expect(readWorkerConfig({ DATABASE_URL, MARKET_PROVIDERS, TWELVEDATA_API_KEY })).toMatchObject({
      marketSources: { forex: 'twelvedata', metal: 'simulated', index: 'simulated', crypto: 'kraken' },
      twelveData: { key: 'test', creditsAMinute: 8 },
    })
  })

  it('reads the sender of mails, and requires one with a mail server', () => {
    const SMTP_URL = 'smtps://vigie:secret@mail.example.org'
    const read = (MAIL_FROM?: string) => readWorkerConfig({ DATABASE_URL, SMTP_URL, MAIL_FROM }).mail
    expect(read('Vigie <no-reply@vigie.example>')).toEqual({
      smtpUrl: SMTP_URL,
      support: null,
      from: { name: 'Vigie', address: 'no-reply@vigie.example' },
      siteUrl: 'http://127.0.0.1:3000',
    })
    for (const wrong of [undefined, 'no-reply@vigie.example', 'Vigie <nobody>']) {
      expect(() => read(wrong)).toThrow(/^The setting MAIL_FROM is invalid/)
    }
  })

  it('reports a missing database', () => {
    expect(() => readWorkerConfig({})).toThrow(/DATABASE_URL/)
  })
})
