import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { parseByteSize } from './byte-size.ts'
import { ConfigError } from './config.ts'
import { externalConfig, overrideFromEnvironment, samlConfig } from './external-config.ts'

/**
 * Project settings: `supabase/config.toml` in the official CLI's format, with its defaults. Unused sections are
 * accepted and ignored, so that any project's file can be read.
 */
const section = <T extends z.ZodRawShape>(shape: T) => z.object(shape).prefault({} as never)

/** A Go duration such as `1s`, `5m`, `24h` or `1h30m`, in milliseconds. */
const duration = z.string().transform((text, context) => {
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.map((part) => part[0]).join('') !== text || parts.length === 0) {
    context.addIssue({ code: 'custom', message: `"${text}" is not a duration` })
    return z.NEVER
  }
  return parts.reduce((sum, part) => sum + Number(part[1]) * (units[part[2] ?? ''] ?? 0), 0)
})

/** Bytes: `50MiB`, `2MB` or a number. */
const byteSize = z.union([z.string(), z.number()]).transform((size, context) => {
  const bytes = parseByteSize(size)
  if (bytes !== null) return bytes
  context.addIssue({ code: 'custom', message: `"${size}" is not a size` })
  return z.NEVER
})

const functionSettings = z.object({
  enabled: z.boolean().default(true),
  verify_jwt: z.boolean().default(true),
  import_map: z.string().optional(),
  entrypoint: z.string().optional(),
  static_files: z.array(z.string()).default([]),
})

const schema = z.object({
  project_id: z.string().default('project'),
  api: section({
    enabled: z.boolean().default(true),
    schemas: z.array(z.string()).min(1).default(['public', 'graphql_public']),
    extra_search_path: z.array(z.string()).default(['public', 'extensions']),
    max_rows: z.number().int().positive().default(1000),
    auto_expose_new_tables: z.boolean().default(true),
    // Own setting: the maximum embedding of a request without an account.
    anonymous: section({
      embeds: z.number().int().nonnegative().default(8),
      embed_depth: z.number().int().nonnegative().default(3),
    }),
  }),
  db: section({
    migrations: section({
      enabled: z.boolean().default(true),
      schema_paths: z.array(z.string()).default([]),
    }),
    seed: section({
      enabled: z.boolean().default(true),
      sql_paths: z.array(z.string()).default(['./seed.sql']),
    }),
  }),
  realtime: section({
    enabled: z.boolean().default(true),
    max_header_length: z.number().int().default(4096),
    // Own setting: origins allowed to open sockets, besides the site's and the redirect list's; `*` for all.
    allowed_origins: z.array(z.string()).default([]),
  }),
  storage: section({
    enabled: z.boolean().default(true),
    file_size_limit: byteSize.prefault('50MiB'),
    image_transformation: section({ enabled: z.boolean().default(true) }),
    // Own setting: what an account may upload to a bucket in a day (UTC), and how many resumable uploads it may have open.
    quotas: section({
      bytes_a_day: byteSize.prefault('1GiB'),
      files_a_day: z.number().int().nonnegative().default(1000),
      open_uploads: z.number().int().nonnegative().default(20),
      /** For anonymous accounts and, by address, for callers without an account. */
      anonymous: section({
        bytes_a_day: byteSize.prefault('50MiB'),
        files_a_day: z.number().int().nonnegative().default(50),
        open_uploads: z.number().int().nonnegative().default(2),
      }),
    }),
    // Own setting: images uploaded to these buckets are re-encoded.
    rewrite: z
      .record(
        z.string(),
        z.object({
          width: z.number().int().min(1).max(4096),
          height: z.number().int().min(1).max(4096),
          format: z.enum(['jpeg', 'png', 'webp', 'avif']),
          quality: z.number().int().min(1).max(100).default(82),
          /** cover fills the size and cuts; contain keeps the whole image within it. */
          fit: z.enum(['cover', 'contain']).default('cover'),
        }),
      )
      .default({}),
    buckets: z
      .record(
        z.string(),
        z.object({
          public: z.boolean().default(false),
          file_size_limit: z.union([z.string(), z.number()]).optional(),
          allowed_mime_types: z.array(z.string()).optional(),
        }),
      )
      .default({}),
  }),
  auth: section({
    enabled: z.boolean().default(true),
    site_url: z.string().default('http://127.0.0.1:3000'),
    additional_redirect_urls: z.array(z.string()).default([]),
    jwt_expiry: z.number().int().positive().max(604_800).default(3600),
    jwt_issuer: z.string().optional(),
    enable_refresh_token_rotation: z.boolean().default(true),
    refresh_token_reuse_interval: z.number().int().nonnegative().default(10),
    enable_signup: z.boolean().default(true),
    enable_anonymous_sign_ins: z.boolean().default(false),
    enable_manual_linking: z.boolean().default(false),
    /** Own setting: how recent an authentication must be to change a sign-in method. Unlimited if absent. */
    step_up: duration.optional(),
    minimum_password_length: z.number().int().default(6),
    password_requirements: z.string().default(''),
    rate_limit: section({
      email_sent: z.number().int().default(2),
      sms_sent: z.number().int().default(30),
      anonymous_users: z.number().int().default(30),
      token_refresh: z.number().int().default(150),
      sign_in_sign_ups: z.number().int().default(30),
      token_verifications: z.number().int().default(30),
      web3: z.number().int().default(30),
      /** Own setting: requests of an address per minute, in addition to the limits of endpoints. */
      requests: z.number().int().positive().default(1200),
      /** Wrong passwords or codes per hour: for an account, and from an address. */
      account_guesses: z.number().int().positive().default(20),
      address_guesses: z.number().int().positive().default(100),
      admin_requests: z.number().int().positive().default(3000),
    }),
    email: section({
      enable_signup: z.boolean().default(true),
      double_confirm_changes: z.boolean().default(true),
      enable_confirmations: z.boolean().default(false),
      secure_password_change: z.boolean().default(false),
      max_frequency: duration.prefault('1s'),
      otp_length: z.number().int().min(6).max(10).default(6),
      otp_expiry: z.number().int().default(3600),
    }),
    sms: section({
      enable_signup: z.boolean().default(false),
      enable_confirmations: z.boolean().default(false),
      max_frequency: duration.prefault('5s'),
      template: z.string().default('Your code is {{ .Code }}'),
      test_otp: z.record(z.string(), z.string()).default({}),
      twilio: section({
        enabled: z.boolean().default(false),
        account_sid: z.string().default(''),
        message_service_sid: z.string().default(''),
        auth_token: z.string().default(''),
      }),
      vonage: section({
        enabled: z.boolean().default(false),
        from: z.string().default(''),
        api_key: z.string().default(''),
        api_secret: z.string().default(''),
      }),
    }),
    mfa: section({
      max_enrolled_factors: z.number().int().default(10),
      totp: section({
        enroll_enabled: z.boolean().default(false),
        verify_enabled: z.boolean().default(false),
      }),
      phone: section({
        enroll_enabled: z.boolean().default(false),
        verify_enabled: z.boolean().default(false),
        otp_length: z.number().int().min(6).max(10).default(6),
        template: z.string().default('Your code is {{ .Code }}'),
        max_frequency: duration.prefault('5s'),
      }),
      web_authn: section({
        enroll_enabled: z.boolean().default(false),
        verify_enabled: z.boolean().default(false),
      }),
    }),
    passkey: section({ enabled: z.boolean().default(false) }),
    webauthn: section({
      rp_display_name: z.string().optional(),
      rp_id: z.string().optional(),
      rp_origins: z.array(z.string()).default([]),
    }),
    captcha: section({
      enabled: z.boolean().default(false),
      provider: z.enum(['hcaptcha', 'turnstile']).default('hcaptcha'),
      secret: z.string().default(''),
    }),
    password_hibp_enabled: z.boolean().default(false),
    // Own setting: minimum zxcvbn score of new passwords (0 to 4; 0 disables it), and site-specific words that make a
    // password guessable.
    password_strength: section({
      minimum_score: z.number().int().min(0).max(4).default(0),
      words: z.array(z.string()).default([]),
    }),
    sessions: section({ timebox: duration.optional(), inactivity_timeout: duration.optional() }),
    external: externalConfig,
    saml: samlConfig,
  }),
  edge_runtime: section({
    enabled: z.boolean().default(true),
    policy: z.string().default('per_worker'),
    secrets: z.record(z.string(), z.string()).default({}),
  }),
  functions: z.record(z.string(), functionSettings).default({}),
})

export type ProjectConfig = z.output<typeof schema>

/** A setting that may refer to a variable: null when the variable is not set and the reference was kept. */
export const given = (text: string | undefined): string | null =>
  text && !/^env\(\w+\)$/.test(text) ? text : null

/** Replaces `env(NAME)` by the variable's value, as the CLI does; references to unset variables are kept. */
function interpolate(value: unknown, environment: NodeJS.ProcessEnv): unknown {
  if (typeof value === 'string') {
    const name = /^env\((\w+)\)$/.exec(value)?.[1]
    return name ? (environment[name] ?? value) : value
  }
  if (Array.isArray(value)) return value.map((item) => interpolate(item, environment))
  if (value && typeof value === 'object' && Object.getPrototypeOf(value) !== Date.prototype) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, interpolate(item, environment)]),
    )
  }
  return value
}

/** Reads `<projectDir>/supabase/config.toml`; without the file, the CLI's defaults apply. Throws ConfigError. */
export function readProjectConfig(projectDir: string, environment: NodeJS.ProcessEnv): ProjectConfig {
  const path = join(projectDir, 'supabase', 'config.toml')
  let raw: Record<string, unknown> = {}
  try {
    if (existsSync(path)) {
      raw = interpolate(parse(readFileSync(path, 'utf8')), environment) as Record<string, unknown>
    }
  } catch (cause) {
    throw new ConfigError(`${path} is not valid TOML: ${(cause as Error).message}`, { cause })
  }
  const auth = { ...(raw.auth as Record<string, unknown> | undefined) }
  overrideFromEnvironment(auth, environment)
  const parsed = schema.safeParse({ ...raw, auth })
  if (parsed.success) {
    // When mails can be delivered, addresses must be confirmed.
    if (environment.SMTP_URL) parsed.data.auth.email.enable_confirmations = true
    return parsed.data
  }
  const issue = parsed.error.issues[0]
  throw new ConfigError(`${path}: ${issue?.path.join('.')} is invalid: ${issue?.message}.`)
}
