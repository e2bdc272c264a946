import { readCryptoInvoice } from '../../../payments/src/btcpay-methods.ts'
import { ProviderFailure } from '../../../payments/src/provider.ts'
import { sandboxInvoice } from '../../../payments/src/sandbox-invoice.ts'
import { readBtcpay } from '../../../payments/src/settings.ts'
import { RateLimit } from '../admin-notifications/rate-limit.ts'

/**
 * Where and how much to send for one of the caller's crypto orders, read from the payment server at each call: an address is shown
 * only while that server answers. Whose order it is, and its state, the database decides.
 */
const MINUTE = 60_000
const asked = new RateLimit(60, MINUTE)

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, x-retry-count, traceparent, tracestate, baggage',
}

type Order = {
  id: string
  user_id: string
  means: string
  provider: string
  provider_reference: string | null
  total: number
  expires_at: string
}
type Read = { checkout: Order; steps: { kind: string; at: string }[] }

Deno.serve(async (request: Request): Promise<Response> => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
  if (request.method !== 'POST') return refuse(405, 'method_not_allowed')
  const { checkout: id } = (await request.json().catch(() => ({}))) as { checkout?: unknown }
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return refuse(400, 'no_such_checkout')
  const read = await readOrder(request.headers.get('authorization') ?? '', id)
  if (read?.checkout.means !== 'crypto') return refuse(404, 'no_such_checkout')
  const { checkout, steps } = read
  if (!asked.allows(checkout.user_id, Date.now())) return refuse(429, 'too_many_requests')
  if (checkout.provider === 'sandbox') return answer(await sandboxInvoice(checkout, steps))
  const settings = readBtcpay(Deno.env.toObject())
  if (!settings || !checkout.provider_reference) return refuse(409, 'not_ready')
  try {
    return answer(await readCryptoInvoice(settings, checkout.provider_reference, { timeoutMs: 8000 }))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    console.error(`an invoice could not be read: ${error.code}`)
    return refuse(502, 'server_down')
  }
})

/** The order as its owner may read it; null for anybody else. */
async function readOrder(authorization: string, id: string): Promise<Read | null> {
  const response = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/read_checkout`, {
    method: 'POST',
    headers: {
      apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
      authorization,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id }),
    signal: AbortSignal.timeout(10_000),
  })
  return response.ok ? ((await response.json()) as Read) : null
}

// The address is a member's own, and changes: no cache may keep it.
const answer = (body: unknown) => Response.json(body, { headers: { ...CORS, 'cache-control': 'no-store' } })

const refuse = (status: number, code: string) => Response.json({ error: { code } }, { status, headers: CORS })
