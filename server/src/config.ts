import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { parseByteSize } from './byte-size.ts'
import { type TrustedProxies, trustedProxies } from './http/trusted-proxy.ts'
import type { S3Settings } from './s3-settings.ts'

/** Its message states the allowed range. */
const whole = (least: number, most: number) => {
  const error = `expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

const bytes = (text: string, context: z.RefinementCtx): number => {
  const size = parseByteSize(text)
  if (size !== null) return size
  context.addIssue({ code: 'custom', message: 'expected a size such as 1GiB' })
  return z.NEVER
}

const proxies = z.string().transform((text, context) => {
  try {
    return trustedProxies(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

/** Those of the Fetch standard's bad ports that one may listen on without rights: no browser opens a page there. */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** Deployment settings, read once from the environment. docs/operations.md has the same table. */
const schema = z.object({
  PORT: whole(0, 65_535)
    .refine((port) => !BAD_PORTS.has(port), 'no browser opens a page on this port')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: whole(2, 200).default(16),
  TRUST_PROXY: proxies.prefault('false'),
  REST_REQUESTS_PER_ADDRESS: whole(0, 10_000_000).default(12_000),
  REST_REQUESTS_PER_MEMBER: whole(0, 10_000_000).default(6000),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP_DAYS: whole(1, 3650).default(7),
  SEED: z.enum(['demo', 'none']).default('demo'),
  ENCRYPTION_KEY: z.string().min(32).optional(),
  ADMIN_EMAIL: z.email().default('admin@vigie.local'),
  ADMIN_PASSWORD: z.string().min(8).optional(),
  STORAGE_LEAST_FREE: z.string().transform(bytes).prefault('1GiB'),
  STORAGE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  STORAGE_S3_BUCKET: z.string().min(1).optional(),
  STORAGE_S3_REGION: z.string().min(1).default('us-east-1'),
  STORAGE_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  STORAGE_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
})

export type Config = {
  port: number
  host: string
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: TrustedProxies
  /** Requests a minute to the REST interface; zero means unlimited. */
  requestLimits: { perAddress: number; perMember: number }
  /** Daily base backups and continuous WAL, for the embedded database only. */
  backups: { directory: string; keepDays: number } | undefined
  /** Encrypts second-factor secrets; by default a key stored in the database does. */
  encryptionKey: string | undefined
  seed: 'demo' | 'none'
  adminEmail: string
  adminPassword: string | undefined
  /** Disk space that uploads must leave free, in bytes. */
  storageLeastFree: number
  /** Stores files in S3 instead of the data directory. */
  s3: S3Settings | undefined
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** The directory that contains `supabase/`. */
  projectDir: string
}

/** An invalid setting; the message names it in one sentence. */
export class ConfigError extends Error {}

type Overrides = { projectDir?: string; port?: number; dataDir?: string }

/** Reads the environment, which command-line options override. Throws ConfigError for the first invalid value. */
export function readConfig(environment: NodeJS.ProcessEnv, root: string, overrides: Overrides = {}): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`The setting ${String(issue?.path[0])} is invalid: ${issue?.message}.`)
  }
  const env = parsed.data
  const projectDir = resolve(root, overrides.projectDir ?? '.')
  const dataDir = overrides.dataDir ?? env.DATA_DIR
  return {
    port: overrides.port ?? env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(root, dataDir),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    trustProxy: env.TRUST_PROXY,
    requestLimits: { perAddress: env.REST_REQUESTS_PER_ADDRESS, perMember: env.REST_REQUESTS_PER_MEMBER },
    backups: env.BACKUP_DIR
      ? { directory: resolve(root, env.BACKUP_DIR), keepDays: env.BACKUP_KEEP_DAYS }
      : undefined,
    encryptionKey: env.ENCRYPTION_KEY,
    seed: env.SEED,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    storageLeastFree: env.STORAGE_LEAST_FREE,
    s3: s3Settings(env),
    logLevel: env.LOG_LEVEL,
    projectDir,
  }
}

/** Either all four required settings are present, or none. Throws ConfigError. */
function s3Settings(env: z.output<typeof schema>): S3Settings | undefined {
  const given = {
    STORAGE_S3_ENDPOINT: env.STORAGE_S3_ENDPOINT,
    STORAGE_S3_BUCKET: env.STORAGE_S3_BUCKET,
    STORAGE_S3_ACCESS_KEY_ID: env.STORAGE_S3_ACCESS_KEY_ID,
    STORAGE_S3_SECRET_ACCESS_KEY: env.STORAGE_S3_SECRET_ACCESS_KEY,
  }
  const missing = Object.entries(given).filter(([, value]) => value === undefined)
  if (missing.length === Object.keys(given).length) return undefined
  const [first] = missing
  if (first) throw new ConfigError(`The setting ${first[0]} is missing: storing files in S3 requires it.`)
  return {
    endpoint: given.STORAGE_S3_ENDPOINT as string,
    bucket: given.STORAGE_S3_BUCKET as string,
    region: env.STORAGE_S3_REGION,
    accessKeyId: given.STORAGE_S3_ACCESS_KEY_ID as string,
    secretAccessKey: given.STORAGE_S3_SECRET_ACCESS_KEY as string,
  }
}
