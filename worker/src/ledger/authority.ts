// Requests a timestamp from an authority (RFC 3161 §3.4) for a checkpoint's text.
import { randomBytes } from 'node:crypto'
import { toBase64 } from 'trading/proof/log/base64'
import { readStampResponse, stampRequest } from 'trading/proof/log/time-stamp'
import { post } from './outside.ts'

/** The token (DER in base64) and the authority's time. Rejects for any answer other than a timestamp of this text. */
export async function askAuthority(url: string, text: string): Promise<{ token: string; at: Date }> {
  const nonce = Uint8Array.from(randomBytes(16))
  const { status, body } = await post(url, 'application/timestamp-query', stampRequest(text, nonce))
  if (status !== 200) throw new Error(`it answered ${status}`)
  const answer = await readStampResponse(body, text, nonce)
  if ('problem' in answer) throw new Error(answer.problem)
  return { token: toBase64(answer.token), at: answer.at }
}
