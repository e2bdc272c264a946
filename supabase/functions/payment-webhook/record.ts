import { createHash } from 'node:crypto'
import type { ProviderName } from '../../../payments/src/provider.ts'
import type { Told } from '../../../payments/src/provider-event.ts'

/** Headers that are kept: who signed, and what sent it. */
const KEPT = ['stripe-signature', 'btcpay-sig', 'content-type', 'user-agent', 'x-forwarded-for']

/** `processed`, `duplicate`, `waiting` or `refused`, once it is committed. Throws when it is not. */
export async function receive(
  provider: ProviderName,
  { eventId, occurredAt, event }: Told,
  body: Uint8Array,
  headers: Headers,
): Promise<string> {
  return (await call('receive_provider_event', {
    provider,
    event_id: eventId,
    occurred_at: occurredAt.toISOString(),
    event,
    raw: textOf(body),
    headers: kept(headers),
  })) as string
}

/** Keeps what was not believed, under the number of its own bytes: sent again, it is kept once. */
export async function refuse(
  provider: ProviderName,
  reason: string,
  body: Uint8Array,
  headers: Headers,
): Promise<void> {
  const signed = headers.get('stripe-signature') ?? headers.get('btcpay-sig') ?? ''
  const digest = createHash('sha256').update(signed).update('\n').update(body).digest('hex')
  const event = {
    provider,
    event_id: `refused:${digest}`,
    reason,
    raw: textOf(body.slice(0, 65_536)),
    headers: kept(headers),
  }
  await call('refuse_provider_event', event)
}

async function call(name: string, values: object): Promise<unknown> {
  const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? ''
  const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 300)}`)
  return text === '' ? null : JSON.parse(text)
}

/** PostgreSQL's text holds no zero byte. */
function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body).replaceAll('\0', '\u{FFFD}')
}

function kept(headers: Headers): Record<string, string> {
  const found = KEPT.map((name) => [name, headers.get(name)?.slice(0, 1000)])
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}
