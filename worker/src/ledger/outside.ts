// Sends a POST to a witness or an authority. Their URLs are operator settings, and only the signature of an answer is trusted:
// timestamp authorities use plain http, and the sender's identity does not matter.

const EXCHANGE_MS = 15_000
const MOST_BYTES = 64 * 1024

export type OutsideAnswer = { status: number; body: Uint8Array }

/** Sends once; rejects after a timeout, for a redirect, and for an endless answer. */
export async function post(url: string, type: string, body: Uint8Array | string): Promise<OutsideAnswer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body: body as BodyInit,
    redirect: 'error',
    signal: AbortSignal.timeout(EXCHANGE_MS),
  })
  const parts: Uint8Array[] = []
  let taken = 0
  for await (const part of answer.body ?? []) {
    taken += part.length
    if (taken > MOST_BYTES) throw new RangeError(`an answer of more than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return { status: answer.status, body: Uint8Array.from(Buffer.concat(parts)) }
}
