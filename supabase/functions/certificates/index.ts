/**
 * The addresses that credentials name: without a code the status list (W3C Bitstring Status List 1.0), with one the credential
 * itself, both as VC-JWT. Anybody may ask, from any site.
 */
const CODE = /^V(-[A-HJ-NP-Z2-9]{4}){3}$/
const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'max-age=60' }

Deno.serve(async (request: Request): Promise<Response> => {
  await request.body?.cancel()
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...HEADERS, allow: 'GET, HEAD' } })
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null && !CODE.test(code))
    return new Response('No such certificate.', { status: 404, headers: HEADERS })
  const answer = await read(
    code === null ? 'certificate_status?list=eq.1&select=credential' : `rpc/certificate?code=${code}`,
  )
  if (!answer.ok) {
    await answer.body?.cancel()
    console.error(`certificates were answered ${answer.status}`)
    return new Response('Try again later.', { status: 502, headers: HEADERS })
  }
  const body = (await answer.json()) as { credential?: string } | { credential?: string }[] | null
  const credential = (Array.isArray(body) ? body[0] : body)?.credential
  if (!credential) return new Response('No such certificate.', { status: 404, headers: HEADERS })
  return new Response(credential, { headers: { ...HEADERS, 'content-type': 'application/vc+jwt' } })
})

function read(path: string): Promise<Response> {
  const key = Deno.env.get('SUPABASE_ANON_KEY') ?? ''
  return fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/${path}`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
  })
}
