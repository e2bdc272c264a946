import { WebhookRefusal } from '../../../payments/src/provider.ts'
import { RateLimit } from '../admin-notifications/rate-limit.ts'
import { readBounded } from './body.ts'
import { openProvider } from './providers.ts'
import { receive, refuse } from './record.ts'

/**
 * Where payment providers tell what happened: /payment-webhook/stripe and /payment-webhook/btcpay. The body's bytes are verified as
 * they came and translated, and the answer is 200 once the event and all that follows from it are committed. What is not believed is
 * kept for inspection, so many a minute; what cannot be judged or written now is answered 503, and the provider sends it again.
 * No limit precedes the signature: whatever others send, the provider's own events are heard. What is not signed is limited by address.
 */
const MINUTE = 60_000
const keptRefusals = new RateLimit(60, MINUTE)
const unbelieved = new RateLimit(100, MINUTE)

Deno.serve(async (request: Request): Promise<Response> => {
  const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
  const provider = openProvider(name)
  if (!provider) return answer(404, 'no_such_provider')
  const body = await readBounded(request)
  try {
    if (!body) throw new WebhookRefusal('too_large')
    const told = await provider.hear(body, request.headers)
    if (!told) return answer(200, 'ignored')
    return answer(200, await receive(provider.name, told, body, request.headers))
  } catch (error) {
    if (!(error instanceof WebhookRefusal)) {
      console.error(error)
      return answer(503, 'try_again')
    }
    if (!unbelieved.allows(addressOf(request), Date.now())) return answer(429, 'too_many_requests')
    if (keptRefusals.allows(name, Date.now())) {
      await refuse(provider.name, error.reason, body ?? new Uint8Array(), request.headers).catch(
        console.error,
      )
    }
    return answer(STATUS[error.reason] ?? 400, error.reason)
  }
})

/** What is signed and malformed stays so: a success ends its being sent again. */
const STATUS: Partial<Record<WebhookRefusal['reason'], number>> = { malformed: 200, too_large: 413 }

/** What the host itself saw is the last of the list; the rest is anybody's word. */
function addressOf({ headers }: Request): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? 'unknown'
}

function answer(status: number, outcome: string): Response {
  return Response.json({ outcome }, { status })
}
