/**
 * The address of `List-Unsubscribe` (RFC 8058): a POST from the mailbox ends the category that the link's token names, with
 * nobody signed in; whoever opens the address is led to the page. Opening changes nothing: mail scanners open every link.
 */
const TOKEN = /^[A-Za-z0-9_-]{44}$/

Deno.serve(async (request: Request): Promise<Response> => {
  const token = new URL(request.url).searchParams.get('jeton') ?? ''
  if (!TOKEN.test(token)) return new Response('Invalid link.', { status: 400 })
  if (request.method === 'GET' || request.method === 'HEAD') {
    return new Response(null, { status: 303, headers: { location: `/desabonnement?jeton=${token}` } })
  }
  if (request.method !== 'POST')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } })
  await request.body?.cancel()
  const key = Deno.env.get('SUPABASE_ANON_KEY') ?? ''
  const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/unsubscribe`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(10_000),
  })
  await answer.body?.cancel()
  if (answer.status === 400) return new Response('Invalid link.', { status: 400 })
  if (!answer.ok) {
    console.error(`unsubscribe answered ${answer.status}`)
    return new Response('Try again later.', { status: 502 })
  }
  return new Response('Unsubscribed.')
})
