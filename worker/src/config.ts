import { LANGUAGES } from 'mails/languages'
import { PaymentSettingError, type PaymentSettings, readPaymentSettings } from 'payments/settings'
import { z } from 'zod'
import { type CalendarSettings, readCalendarSources } from './announcements/calendar-settings.ts'
import type { FileStoreSettings } from './file-store.ts'
import { type LedgerSettings, readLedgerSettings } from './ledger/settings.ts'
import { type MarketSources, readMarketSources } from './market/providers-setting.ts'
import { PUSH_SERVICES, type PushSettings } from './push/pusher.ts'
import { publicKeyOf } from './push/sender-identity.ts'
import { type MailboxSettings, readMailbox } from './support/fetch-mails.ts'
import { readSupportAddress, type SupportAddress } from './support/support-address.ts'
import { readTelegramSettings, type TelegramSettings } from './telegram/settings.ts'
import { type AllowedAddresses, readAllowedAddresses } from './webhooks/address-guard.ts'

/** Its message states the allowed range. */
const whole = (least: number, most: number) => {
  const error = `expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

/** A setting with its own notation, whose parser throws a RangeError. */
const readBy = <T>(read: (setting: string) => T) =>
  z
    .string()
    .default('')
    .transform((setting, context) => {
      try {
        return read(setting)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as RangeError).message })
        return z.NEVER
      }
    })

/** The same for a setting that may be missing: null. */
const optionally = <T>(read: (setting: string) => T) =>
  readBy((setting) => (setting === '' ? null : read(setting)))

const chatId = z
  .string()
  .regex(/^(-?\d{1,20}|@\w{5,32})$/, {
    error: 'expected the number of a chat, such as -1001234567890, or its public name',
  })
  .optional()
const chatLanguage = z.enum(LANGUAGES, { error: `expected ${LANGUAGES.join(', ')}` }).default('fr')

/** The worker's settings, read once from the environment. docs/operations.md has the same table. */
const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  MARKET_PROVIDERS: readBy(readMarketSources),
  TWELVEDATA_API_KEY: z.string().min(1).optional(),
  TWELVEDATA_CREDITS_A_MINUTE: whole(1, 10_000).default(8),
  MARKET_SEED: z.string().min(1).default('vigie'),
  MARKET_HISTORY: z.enum(['full', 'short']).default('full'),
  QUOTE_INTERVAL_MS: whole(250, 60_000).default(1000),
  WORKER_CONCURRENCY: whole(1, 50).default(4),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SUPPORT_ADDRESS: optionally(readSupportAddress),
  SUPPORT_MAILBOX: optionally(readMailbox),
  WEBHOOK_ALLOWED_ADDRESSES: readBy(readAllowedAddresses),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, { error: 'expected 32 bytes in base64url' })
    .optional(),
  PUSH_SERVICES: z.string().default(PUSH_SERVICES.join(',')),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[A-Za-z0-9_-]{30,}$/, { error: 'expected a bot token from BotFather, such as 123456:AbC…' })
    .optional(),
  TELEGRAM_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.telegram.org'),
  TELEGRAM_PREMIUM_CHAT: chatId,
  TELEGRAM_PREMIUM_LANGUAGE: chatLanguage,
  TELEGRAM_FREE_CHAT: chatId,
  TELEGRAM_FREE_LANGUAGE: chatLanguage,
  LEDGER_ORIGIN: z.string().min(1).optional(),
  LEDGER_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, { error: 'expected 32 bytes in base64url' })
    .optional(),
  LEDGER_WITNESSES: z.string().optional(),
  LEDGER_TIMESTAMPS: z.string().optional(),
  AMF_WARNING_LIST: z
    .string()
    .regex(/^(https?:\/\/\S+|\/.+)$/, { error: 'expected an address or the path of a file' })
    .optional(),
  CALENDAR_SOURCES: readBy(readCalendarSources),
  FRED_API_KEY: z.string().min(1).optional(),
  FRED_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stlouisfed.org'),
  TRADING_ECONOMICS_KEY: z.string().min(1).optional(),
  TRADING_ECONOMICS_URL: z.url({ protocol: /^https?$/ }).default('https://api.tradingeconomics.com'),
  SUPABASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
})

export type MailSettings = {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  smtpUrl: string
  /** The sender's name, which is also the brand name in mails, and address. */
  from: { name: string; address: string }
  /** The product's URL, without a trailing slash. */
  siteUrl: string
  /** Where members reply to mails about tickets; null or absent: on the site alone. */
  support?: SupportAddress | null
}

export type WorkerConfig = {
  databaseUrl: string
  /** The source for each class of instruments. */
  marketSources: MarketSources
  /** Null if no class uses it. */
  twelveData: { key: string; creditsAMinute: number } | null
  /** The simulated market's seed: equal seeds give equal markets. */
  marketSeed: string
  /** How much history the simulated market generates at its first start. */
  marketHistory: 'full' | 'short'
  quoteIntervalMs: number
  /** Concurrent jobs in this process. */
  concurrency: number
  /** Null without a mail server: mails stay in the outbox. */
  mail: MailSettings | null
  /** The address that mail of tickets comes in by, and the mailbox that it is fetched from; both may be null. */
  support: SupportAddress | null
  mailbox: MailboxSettings | null
  push: PushSettings
  /** The operator's own non-public addresses that webhooks may reach. */
  webhooks: { allowed: AllowedAddresses }
  /** Null without the project's URL and key: data exports wait. */
  files: FileStoreSettings | null
  payments: PaymentSettings
  /** Null without a bot. */
  telegram: TelegramSettings | null
  /** How ledger checkpoints are signed, and who confirms them. */
  ledger: LedgerSettings
  /** Where the AMF's warning list is; null: none is compared with. */
  warningList: string | null
  /** Where the economic calendar comes from; without any source it is an example. */
  calendar: CalendarSettings
  /** The product's URL, without a trailing slash. */
  siteUrl: string
  logLevel: z.infer<typeof schema>['LOG_LEVEL']
}

/** An invalid setting; the message names it in one sentence. */
export class ConfigError extends Error {}

/** Reads the environment. Throws ConfigError for the first invalid value. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`The setting ${String(issue?.path[0])} is invalid: ${issue?.message}.`)
  }
  const env = parsed.data
  const key = env.TWELVEDATA_API_KEY
  if (!key && Object.values(env.MARKET_PROVIDERS).includes('twelvedata')) {
    throw new ConfigError(
      'The setting TWELVEDATA_API_KEY is invalid: MARKET_PROVIDERS names twelvedata, which requires it.',
    )
  }
  const mail = env.SMTP_URL ? readMailSettings(env.SMTP_URL, env.MAIL_FROM, env.PUBLIC_URL) : null
  if (env.SUPPORT_MAILBOX && !env.SUPPORT_ADDRESS) {
    throw new ConfigError('The setting SUPPORT_ADDRESS is invalid: SUPPORT_MAILBOX requires it.')
  }
  return {
    databaseUrl: env.DATABASE_URL,
    marketSources: env.MARKET_PROVIDERS,
    twelveData: key ? { key, creditsAMinute: env.TWELVEDATA_CREDITS_A_MINUTE } : null,
    marketSeed: env.MARKET_SEED,
    marketHistory: env.MARKET_HISTORY,
    quoteIntervalMs: env.QUOTE_INTERVAL_MS,
    concurrency: env.WORKER_CONCURRENCY,
    mail: mail && { ...mail, support: env.SUPPORT_ADDRESS },
    support: env.SUPPORT_ADDRESS,
    mailbox: env.SUPPORT_MAILBOX,
    push: readPushSettings(env, mail),
    webhooks: { allowed: env.WEBHOOK_ALLOWED_ADDRESSES },
    files: readFileSettings(env.SUPABASE_URL, env.SUPABASE_SERVICE_ROLE_KEY),
    payments: readPayments(present),
    telegram: named(() => readTelegramSettings(env)),
    ledger: named(() => readLedgerSettings(env)),
    warningList: env.AMF_WARNING_LIST ?? null,
    calendar: {
      addresses: env.CALENDAR_SOURCES,
      fred: env.FRED_API_KEY ? { key: env.FRED_API_KEY, url: env.FRED_API_URL } : null,
      tradingEconomics: env.TRADING_ECONOMICS_KEY
        ? { key: env.TRADING_ECONOMICS_KEY, url: env.TRADING_ECONOMICS_URL }
        : null,
    },
    siteUrl: env.PUBLIC_URL.replace(/\/$/, ''),
    logLevel: env.LOG_LEVEL,
  }
}

function readPayments(environment: NodeJS.ProcessEnv): PaymentSettings {
  try {
    return readPaymentSettings(environment)
  } catch (error) {
    throw error instanceof PaymentSettingError ? new ConfigError(error.message) : error
  }
}

/** Settings that are validated together by a parser whose RangeError names the invalid one. */
function named<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? new ConfigError(error.message) : error
  }
}

function readPushSettings(
  env: Pick<z.infer<typeof schema>, 'VAPID_PRIVATE_KEY' | 'PUSH_SERVICES' | 'PUBLIC_URL'>,
  mail: MailSettings | null,
): PushSettings {
  const services = env.PUSH_SERVICES.split(',').map((service) => service.trim())
  for (const service of services) {
    if (!/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/.test(service)) {
      throw new ConfigError(`The setting PUSH_SERVICES is invalid: "${service}" is not an origin.`)
    }
  }
  return {
    subject: mail ? `mailto:${mail.from.address}` : env.PUBLIC_URL,
    services,
    configured: env.VAPID_PRIVATE_KEY ? readKeyPair(env.VAPID_PRIVATE_KEY) : null,
  }
}

function readKeyPair(privateKey: string) {
  try {
    return { privateKey, publicKey: publicKeyOf(privateKey) }
  } catch {
    throw new ConfigError('The setting VAPID_PRIVATE_KEY is invalid: it is not a P-256 key.')
  }
}

/** URL and key are required together. */
function readFileSettings(url: string | undefined, serviceKey: string | undefined): FileStoreSettings | null {
  if (!url && !serviceKey) return null
  if (!url || !serviceKey) {
    const [missing, given] = url
      ? ['SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_URL']
      : ['SUPABASE_URL', 'SUPABASE_SERVICE_ROLE_KEY']
    throw new ConfigError(`The setting ${missing} is invalid: ${given} requires it.`)
  }
  return { projectUrl: url.replace(/\/$/, ''), serviceKey }
}

/** `Name <address>`: the name is the mails' brand name. */
function readMailSettings(smtpUrl: string, from: string | undefined, publicUrl: string): MailSettings {
  const [, name, address] = /^\s*"?([^"<]+?)"?\s*<([^<>\s@]+@[^<>\s@]+)>\s*$/.exec(from ?? '') ?? []
  if (!name || !address) {
    throw new ConfigError(
      'The setting MAIL_FROM is invalid: expected a name and an address, such as Vigie <no-reply@vigie.example>.',
    )
  }
  return { smtpUrl, from: { name, address }, siteUrl: publicUrl.replace(/\/$/, '') }
}
