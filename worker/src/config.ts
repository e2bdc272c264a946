import { LANGUAGES } from 'mails/languages'
import { PaymentSettingError, type PaymentSettings, readPaymentSettings } from 'payments/settings'
import { z } from 'zod'
import type { FileStoreSettings } from './file-store.ts'
import { type LedgerSettings, readLedgerSettings } from './ledger/settings.ts'
import { type MarketSources, readMarketSources } from './market/providers-setting.ts'
import { PUSH_SERVICES, type PushSettings } from './push/pusher.ts'
import { publicKeyOf } from './push/sender-identity.ts'
import { readTelegramSettings, type TelegramSettings } from './telegram/settings.ts'
import { type AllowedAddresses, readAllowedAddresses } from './webhooks/address-guard.ts'

/** A wrong number is told by what is expected. */
const whole = (least: number, most: number) => {
  const error = `expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

/** A setting with a notation of its own, whose reader throws a RangeError. */
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

const chatId = z
  .string()
  .regex(/^(-?\d{1,20}|@\w{5,32})$/, {
    error: 'expected the number of a chat, such as -1001234567890, or its public name',
  })
  .optional()
const chatLanguage = z.enum(LANGUAGES, { error: `expected ${LANGUAGES.join(', ')}` }).default('fr')

/** What belongs to the worker's deployment, read once from the environment. docs/operations.md holds the same table. */
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
  WEBHOOK_ALLOWED_ADDRESSES: readBy(readAllowedAddresses),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, { error: 'expected 32 bytes in base64url' })
    .optional(),
  PUSH_SERVICES: z.string().default(PUSH_SERVICES.join(',')),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[A-Za-z0-9_-]{30,}$/, { error: 'expected what BotFather gives, such as 123456:AbC…' })
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
  SUPABASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
})

export type MailSettings = {
  /** smtp:// or smtps://, with user and password where the server asks for them. */
  smtpUrl: string
  /** The sender's name, which is also the name the mails speak by, and address. */
  from: { name: string; address: string }
  /** Where the product is, without a slash at the end. */
  siteUrl: string
}

export type WorkerConfig = {
  databaseUrl: string
  /** Which source feeds each class of instruments. */
  marketSources: MarketSources
  /** Null where no class needs it. */
  twelveData: { key: string; creditsAMinute: number } | null
  /** The simulated market's seed: the same seed draws the same market. */
  marketSeed: string
  /** How much past the simulated market draws at its first start. */
  marketHistory: 'full' | 'short'
  quoteIntervalMs: number
  /** Jobs at the same time in this process. */
  concurrency: number
  /** Null while no mail server is named: mails stay in the outbox. */
  mail: MailSettings | null
  push: PushSettings
  /** Addresses of the operator's own that webhooks may reach, though they are not of the public internet. */
  webhooks: { allowed: AllowedAddresses }
  /** Null while the project's address or key is not named: copies of members' data wait. */
  files: FileStoreSettings | null
  payments: PaymentSettings
  /** Null without a bot: no chat is told anything. */
  telegram: TelegramSettings | null
  /** How checkpoints of the ledger are signed, and who is asked to confirm them. */
  ledger: LedgerSettings
  /** Where the product is, without a slash at the end. */
  siteUrl: string
  logLevel: z.infer<typeof schema>['LOG_LEVEL']
}

/** A setting that cannot be used; its message is one sentence that names it. */
export class ConfigError extends Error {}

/** Reads the environment. Throws ConfigError on the first wrong value. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv): WorkerConfig {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message}.`)
  }
  const env = parsed.data
  const key = env.TWELVEDATA_API_KEY
  if (!key && Object.values(env.MARKET_PROVIDERS).includes('twelvedata')) {
    throw new ConfigError(
      'The setting TWELVEDATA_API_KEY is wrong: MARKET_PROVIDERS names twelvedata, which needs it.',
    )
  }
  const mail = env.SMTP_URL ? readMailSettings(env.SMTP_URL, env.MAIL_FROM, env.PUBLIC_URL) : null
  return {
    databaseUrl: env.DATABASE_URL,
    marketSources: env.MARKET_PROVIDERS,
    twelveData: key ? { key, creditsAMinute: env.TWELVEDATA_CREDITS_A_MINUTE } : null,
    marketSeed: env.MARKET_SEED,
    marketHistory: env.MARKET_HISTORY,
    quoteIntervalMs: env.QUOTE_INTERVAL_MS,
    concurrency: env.WORKER_CONCURRENCY,
    mail,
    push: readPushSettings(env, mail),
    webhooks: { allowed: env.WEBHOOK_ALLOWED_ADDRESSES },
    files: readFileSettings(env.SUPABASE_URL, env.SUPABASE_SERVICE_ROLE_KEY),
    payments: readPayments(present),
    telegram: named(() => readTelegramSettings(env)),
    ledger: named(() => readLedgerSettings(env)),
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

/** Settings that belong together, whose reader names the wrong one in a RangeError. */
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
      throw new ConfigError(`The setting PUSH_SERVICES is wrong: "${service}" is not an origin.`)
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
    throw new ConfigError('The setting VAPID_PRIVATE_KEY is wrong: it is not a key of P-256.')
  }
}

/** Address and key go together. */
function readFileSettings(url: string | undefined, serviceKey: string | undefined): FileStoreSettings | null {
  if (!url && !serviceKey) return null
  if (!url || !serviceKey) {
    const [missing, given] = url
      ? ['SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_URL']
      : ['SUPABASE_URL', 'SUPABASE_SERVICE_ROLE_KEY']
    throw new ConfigError(`The setting ${missing} is wrong: ${given} needs it.`)
  }
  return { projectUrl: url.replace(/\/$/, ''), serviceKey }
}

/** `Name <address>`: the name is the brand of the mails. */
function readMailSettings(smtpUrl: string, from: string | undefined, publicUrl: string): MailSettings {
  const [, name, address] = /^\s*"?([^"<]+?)"?\s*<([^<>\s@]+@[^<>\s@]+)>\s*$/.exec(from ?? '') ?? []
  if (!name || !address) {
    throw new ConfigError(
      'The setting MAIL_FROM is wrong: expected a name and an address, such as Vigie <no-reply@vigie.example>.',
    )
  }
  return { smtpUrl, from: { name, address }, siteUrl: publicUrl.replace(/\/$/, '') }
}
