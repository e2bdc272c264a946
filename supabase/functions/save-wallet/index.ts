import { checkAddress } from '../../../payments/src/wallet-address.ts'
import { readWallet } from './wallet-body.ts'

/**
 * The one way by which an address becomes a member's: the caller has just proved who they are (with the second factor, where they
 * have one), and the address holds for its network. The table itself takes writes from nobody else.
 */
const LARGEST_BODY = 2048

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, x-retry-count, traceparent, tracestate, baggage',
}

Deno.serve(async (request: Request): Promise<Response> => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
  if (request.method !== 'POST') return refuse(405, { code: 'method_not_allowed' })
  const text = await request.text()
  if (text.length > LARGEST_BODY) return refuse(413, { code: 'too_large' })
  const wallet = readWallet(text)
  if (!wallet) return refuse(400, { code: 'invalid_wallet' })

  const token = request.headers.get('authorization') ?? ''
  const [proved, access] = await Promise.all([call(token, 'recently_proved'), call(token, 'my_access')])
  const member = (access.body as { user_id?: string } | null)?.user_id
  if (!access.ok || !member) return refuse(401, { code: 'not_signed_in' })
  if (proved.body !== true) return refuse(403, { code: 'proof_needed' })

  const verdict = checkAddress(wallet.network, wallet.address)
  if (!verdict.ok) {
    const { problem, looksLike } = verdict
    return refuse(400, { code: 'invalid_address', problem, looksLike })
  }
  const { address, unprotected } = verdict
  const { currency, network, typed } = wallet
  const key = `Bearer ${Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? ''}`
  const stored = await call(key, 'store_wallet', { member, currency, network, address, unprotected, typed })
  if (stored.ok) return Response.json(stored.body, { headers: CORS })
  const { message = '' } = (stored.body ?? {}) as { message?: string }
  if (REFUSALS.has(message)) return refuse(message === 'too_many_changes' ? 429 : 403, { code: message })
  console.error(`store_wallet answered ${stored.status}: ${message}`)
  return refuse(502, { code: 'not_saved' })
})

const REFUSALS = new Set(['too_many_changes', 'asset_unknown', 'not_allowed'])

/** Calls a function of the database with the rights of whose token it is. */
async function call(
  authorization: string,
  name: string,
  parameters: object = {},
): Promise<{ ok: boolean; status: number; body: unknown }> {
  const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
      authorization,
      'content-type': 'application/json',
    },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(10_000),
  })
  return { ok: answer.ok, status: answer.status, body: await answer.json() }
}

function refuse(
  status: number,
  error: { code: string; problem?: string; looksLike?: string | null },
): Response {
  return Response.json({ error }, { status, headers: CORS })
}
