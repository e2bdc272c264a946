import type { Readable } from 'node:stream'
import { errors } from './errors.ts'

/** What anybody may send at once. */
export const MOST_BYTES = 1_048_576
/** What may be sent with the service key: functions pass on files of 30 MB, in base64. */
export const MOST_SERVICE_BYTES = 42 * 1_048_576

/** A request's body. Rejects one that is larger, as soon as that is known; the rest stays unread. */
export function readBody(body: Readable, most: number, announced: number): Promise<Buffer> {
  if (announced > most) return Promise.reject(errors.bodyTooLarge())
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    const take = (part: Buffer) => {
      length += part.length
      parts.push(part)
      if (length > most) stop(() => reject(errors.bodyTooLarge()))
    }
    const end = () => stop(() => resolve(Buffer.concat(parts, length)))
    const fail = (error: Error) => stop(() => reject(Object.assign(error, { statusCode: 400 })))
    const stop = (then: () => void) => {
      body.off('data', take).off('end', end).off('error', fail)
      then()
    }
    body.on('data', take).on('end', end).on('error', fail)
  })
}
