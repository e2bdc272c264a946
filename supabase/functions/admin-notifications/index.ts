import { readNotification } from './notification.ts'
import { RateLimit } from './rate-limit.ts'

/**
 * Tells the administrators of a sign-up or of a request for premium access, by a row that only they can read.
 * Any caller whom the host let in may tell (the public key suffices), so what is told is bounded, never believed and never
 * given back.
 */
const LARGEST_BODY = 4096
const MINUTE = 60_000

const fromCaller = new RateLimit(10, MINUTE)
const aboutAddress = new RateLimit(5, 60 * MINUTE)
const fromAll = new RateLimit(300, MINUTE)

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, x-retry-count, traceparent, tracestate, baggage',
}

Deno.serve(async (request: Request): Promise<Response> => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
  if (request.method !== 'POST') return refuse(405, 'method_not_allowed', 'Only POST is answered.')
  const now = Date.now()
  const caller = request.headers.get('x-forwarded-for')?.split(',', 1)[0]?.trim() ?? 'unknown'
  if (!fromAll.allows('all', now) || !fromCaller.allows(caller, now)) return tooMany()

  const text = await readText(request)
  if (text === null) return refuse(413, 'too_large', `The body may have ${LARGEST_BODY} bytes.`)
  const read = readNotification(text)
  if ('wrong' in read) return refuse(400, 'invalid_notification', read.wrong)
  if (!aboutAddress.allows(`${read.row.type} ${read.row.user_email.toLowerCase()}`, now)) return tooMany()
  return (await record(read.row))
    ? Response.json({ ok: true }, { headers: CORS })
    : refuse(502, 'not_recorded', 'The notification could not be recorded.')
})

/** Null when it is longer than it may be; then the rest is not read. */
async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) return null
  const bytes: number[] = []
  for await (const chunk of request.body ?? []) {
    if (bytes.length + chunk.length > LARGEST_BODY) return null
    bytes.push(...chunk)
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

async function record(row: object): Promise<boolean> {
  const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? ''
  try {
    const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/admin_notifications`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      },
      body: JSON.stringify(row),
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) console.error(`admin_notifications answered ${answer.status}`)
    await answer.body?.cancel()
    return answer.ok
  } catch (error) {
    console.error(error)
    return false
  }
}

function tooMany(): Response {
  return refuse(429, 'too_many_requests', 'Try again later.')
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status, headers: CORS })
}
