/**
 * Where a mail provider hands over what comes in for support, instead of a mailbox that is fetched: POST the whole mail (message/rfc822) with
 * `Authorization: Bearer <SUPPORT_MAIL_SECRET>`. It is kept as it came and read by the worker; the answer is 200 once it is stored, so that the
 * provider sends again what was not. Without the secret there is no such function.
 */
import { timingSafeEqual } from 'node:crypto'
import { readBounded } from '../payment-webhook/body.ts'

const MOST_BYTES = 30_000_000

Deno.serve(async (request: Request): Promise<Response> => {
  const secret = Deno.env.get('SUPPORT_MAIL_SECRET') ?? ''
  if (secret.length < 24) return answer(404, 'not_found')
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${secret}`)) {
    await request.body?.cancel()
    return answer(401, 'wrong_secret')
  }
  const mail = await readBounded(request, MOST_BYTES)
  if (!mail) return answer(413, 'too_large')
  const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? ''
  const kept = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/keep_support_mail`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ raw: Buffer.from(mail).toString('base64') }),
    signal: AbortSignal.timeout(20_000),
  })
  await kept.body?.cancel()
  if (!kept.ok) console.error(`a mail was not kept: ${kept.status}`)
  return kept.ok ? answer(200, 'kept') : answer(503, 'try_again')
})

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function answer(status: number, outcome: string): Response {
  return Response.json({ outcome }, { status })
}
