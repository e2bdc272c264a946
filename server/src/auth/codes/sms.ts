import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { ApiError } from '../../http/api-error.ts'
import type { ProjectConfig } from '../../project-config.ts'
import { authError } from '../errors.ts'

/**
 * Text messages through a provider (`[auth.sms.twilio]`, `[auth.sms.vonage]`). An unreachable provider, a 429 or a 5xx
 * is tried three times in all; a refusal is final. The message is never logged.
 */
export type Texts = {
  /** Name of the provider; empty without one. */
  provider: string
  /** Returns the provider's message id. Throws `sms_send_failed`. */
  send(phone: string, text: string, channel: string): Promise<string>
  /** Whether a number is listed in `[auth.sms.test_otp]`. */
  tests: boolean
  /** `[auth.sms.test_otp]`: the fixed code of a listed number, which receives no message. */
  fixedCode(phone: string): string | null
}

type Settings = ProjectConfig['auth']['sms']
type Order = { url: string; headers: Record<string, string>; form: Record<string, string> }
type Provider = {
  name: string
  order(phone: string, text: string, channel: string): Order
  /** The message id, or null when the answer is a refusal. */
  accepted(answer: unknown): string | null
}

const ATTEMPTS = 3
/** Milliseconds. */
const TIMEOUT = 5_000
const FIRST_PAUSE = 200

export function createTexts(settings: Settings, context: Pick<Context, 'fetch'>): Texts {
  const provider = chosen(settings)
  const reach = context.fetch ?? fetch
  return {
    provider: provider?.name ?? '',
    tests: Object.keys(settings.test_otp).length > 0,
    fixedCode: (phone) => settings.test_otp[phone] ?? settings.test_otp[`+${phone}`] ?? null,
    async send(phone, text, channel) {
      if (!provider) throw failed('no SMS provider is configured')
      const { url, headers, form } = provider.order(phone, text, channel)
      for (let attempt = 1; ; attempt++) {
        const answer = await asked(reach, url, headers, form)
        const id = answer.ok ? provider.accepted(answer.body) : null
        if (id !== null) return id
        if (!answer.retry || attempt === ATTEMPTS) throw failed(`${provider.name} answered ${answer.status}`)
        await pause(FIRST_PAUSE * 2 ** (attempt - 1))
      }
    },
  }
}

/** Fills the code into its template, which has no other variables. */
export const textOf = (template: string, code: string): string =>
  template.replace(/\{\{\s*\.Code\s*\}\}/g, () => code)

export const tooSoonForText = (seconds: number): ApiError =>
  authError(
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )

const failed = (why: string) =>
  authError('sms_send_failed', `Error sending confirmation OTP to provider: ${why}`)

async function asked(
  reach: typeof fetch,
  url: string,
  headers: Record<string, string>,
  form: Record<string, string>,
): Promise<{ ok: boolean; status: string; retry: boolean; body: unknown }> {
  try {
    const response = await reach(url, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json' },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const body: unknown = await response.json().catch(() => null)
    const retry = response.status === 429 || response.status >= 500
    return { ok: response.ok, status: String(response.status), retry, body }
  } catch {
    // A timed-out request may still have been carried out; a duplicate text is the lesser harm.
    return { ok: false, status: 'nothing', retry: true, body: null }
  }
}

function chosen({ twilio, vonage }: Settings): Provider | null {
  if (twilio.enabled) return twilioProvider(twilio)
  if (vonage.enabled) return vonageProvider(vonage)
  return null
}

function twilioProvider({
  account_sid: account,
  message_service_sid: sender,
  auth_token: token,
}: Settings['twilio']): Provider {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return {
    name: 'twilio',
    order(phone, text, channel) {
      const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
      // As in GoTrue, one setting holds either a messaging service or a number.
      const from: Record<string, string> = sender.startsWith('MG')
        ? { MessagingServiceSid: sender }
        : { From: `${prefix}${sender}` }
      return {
        url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
        headers: { authorization },
        form: { To: `${prefix}+${phone}`, Body: text, ...from },
      }
    },
    accepted(answer) {
      const { sid, status } = (answer ?? {}) as { sid?: unknown; status?: unknown }
      return typeof sid === 'string' && status !== 'failed' && status !== 'undelivered' ? sid : null
    },
  }
}

function vonageProvider({ from, api_key, api_secret }: Settings['vonage']): Provider {
  return {
    name: 'vonage',
    order: (phone, text) => ({
      url: 'https://rest.nexmo.com/sms/json',
      headers: {},
      form: { from, to: phone, text, api_key, api_secret, type: 'unicode' },
    }),
    accepted(answer) {
      const { messages } = (answer ?? {}) as { messages?: { status?: unknown; 'message-id'?: unknown }[] }
      const message = Array.isArray(messages) ? messages[0] : undefined
      const id = message?.['message-id']
      return message?.status === '0' && typeof id === 'string' ? id : null
    },
  }
}
